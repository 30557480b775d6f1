package decider_test

import (
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// Two posts are copies of one declaration. Each has a Cooldown of its own; the second is manned at night only.
func ExampleDecider_copy() {
	type Context = behavior.Context[struct{}]
	const Night decider.DecisionFlags = 1
	look := behavior.Behavior[struct{}]{Name: "LOOK", Tick: func(c *Context) behavior.Status {
		if c.Duration() < 2 {
			return behavior.Running
		}
		return behavior.Success
	}}
	post := decider.Decider[struct{}]{
		Name: "POST", Cooldown: 5, Policy: decider.Sequence,
		Children: decider.Children[struct{}]{{Name: "LOOK_OUT", Behavior: &look}, {Name: "REPORT", Behavior: &behavior.Succeed[struct{}]{}}},
	}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "EAST", Copy: &post},
			{Name: "WEST", Copy: &post, DecisionFlags: decider.Check{All: Night}},
			{Name: "REST", Behavior: &behavior.Behavior[struct{}]{Name: "REST"}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 10 {
		in := decider.Input{Time: float64(time), DT: 1}
		if time > 5 {
			in.DecisionFlags = Night
		}
		_ = decider.TickBehaviorTree(memory, struct{}{}, in)
		fmt.Print(time)
		for state, next := memory.StateAt(0, true); next >= 0; state, next = memory.StateAt(next, true) {
			fmt.Print(" ", state.Decider.Name)
		}
		fmt.Println()
	}
	// Output:
	// 0 ROOT EAST EAST/LOOK_OUT
	// 1 ROOT EAST EAST/LOOK_OUT
	// 2 ROOT REST
	// 3 ROOT REST
	// 4 ROOT REST
	// 5 ROOT REST
	// 6 ROOT WEST WEST/LOOK_OUT
	// 7 ROOT EAST EAST/LOOK_OUT
	// 8 ROOT EAST EAST/LOOK_OUT
	// 9 ROOT REST
}

// A group's DBlock: its Decide finds the prey, and the group behavior keeps it in view while the children hunt it.
func ExampleDBlock_group() {
	type Context = behavior.Context[[]string]
	type Prey struct{ Name string }
	find := func(c *Context, d *Prey) float64 {
		if len(c.Agent) == 0 {
			return 0
		}
		d.Name = c.Agent[0]
		return 1
	}
	follow := behavior.WithDBlock[[]string, Prey, Prey]{
		Name: "FOLLOW",
		Activate: func(_ *Context, found Prey, b *Prey) behavior.Status {
			fmt.Println("follow", found.Name)
			*b = found
			return behavior.Running
		},
		Tick: func(c *Context, b *Prey) behavior.Status {
			if slices.Contains(c.Agent, b.Name) {
				return behavior.Running
			}
			return behavior.Failure // lost, which ends the hunt
		},
		Deactivate: func(_ *Context, b *Prey) { fmt.Println("done with", b.Name) },
	}
	step := func(name string) behavior.Runner[[]string] {
		return &behavior.Behavior[[]string]{Name: name, Tick: func(*Context) behavior.Status { fmt.Println(name); return behavior.Success }}
	}
	hunt := decider.Decider[[]string]{
		Name: "HUNT", Policy: decider.Sequence, Modifiers: decider.Modifiers{Repeat: decider.Forever},
		DBlock:   &decider.DBlock[[]string, Prey]{Decide: find, Behavior: &follow},
		Children: decider.Children[[]string]{{Name: "SNEAK", Behavior: step("sneak")}, {Name: "LEAP", Behavior: step("leap")}},
	}
	root := decider.Decider[[]string]{
		Name:     "ROOT",
		Children: decider.Children[[]string]{&hunt, {Name: "REST", Behavior: &behavior.Behavior[[]string]{Name: "REST"}}},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time, seen := range [][]string{{"hare", "deer"}, {"deer", "hare"}, {"deer"}} {
		fmt.Println("tick", time, "seen:", seen)
		_ = decider.TickBehaviorTree(memory, seen, decider.Input{Time: float64(time), DT: 1})
	}
	// Output:
	// tick 0 seen: [hare deer]
	// follow hare
	// sneak
	// leap
	// tick 1 seen: [deer hare]
	// sneak
	// leap
	// tick 2 seen: [deer]
	// done with hare
}
