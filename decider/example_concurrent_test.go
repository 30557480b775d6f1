package decider_test

import (
	"fmt"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// All children that accept begin together. By default the group succeeds when all of them have succeeded, and the first
// failure fails it.
func ExamplePolicy_concurrent() {
	type Context = behavior.Context[struct{}]
	const Armed decider.DecisionFlags = 1 << 0
	act := func(name string, seconds float64) *behavior.Behavior[struct{}] {
		return &behavior.Behavior[struct{}]{Name: name, Tick: func(c *Context) behavior.Status {
			fmt.Println(c.Time, c.DeciderName())
			if c.Duration() < seconds {
				return behavior.Running
			}
			return behavior.Success
		}}
	}
	root := decider.Decider[struct{}]{
		Name: "ARRIVE", Policy: decider.Concurrent,
		Children: decider.Children[struct{}]{
			{Name: "WALK", Behavior: act("WALK", 2)},
			{Name: "DRAW_SWORD", DecisionFlags: decider.Check{All: Armed}, Behavior: act("DRAW_SWORD", 1)},
			{Name: "GREET", Behavior: act("GREET", 1)},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 3 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Println(memory.Status())
	// Output:
	// 0 WALK
	// 0 GREET
	// 1 WALK
	// 1 GREET
	// 2 WALK
	// Success
}

// With these thresholds one success is enough, and the group fails only when all children have failed. Children that
// still run are cancelled, the last one entered first.
func ExampleDecider_succeedAt() {
	type Context = behavior.Context[struct{}]
	search := behavior.Behavior[struct{}]{
		Name: "SEARCH",
		Tick: func(c *Context) behavior.Status {
			fmt.Println(c.Time, c.DeciderName())
			switch {
			case c.DeciderName() == "SNIFF":
				return behavior.Failure // the wind is wrong
			case c.DeciderName() == "LOOK" && c.Duration() >= 1:
				return behavior.Success
			}
			return behavior.Running
		},
		Deactivate: func(c *Context) { fmt.Println(c.Time, c.DeciderName(), "ended:", c.Reason()) },
	}
	root := decider.Decider[struct{}]{
		Name: "FIND_PREY", Policy: decider.Concurrent, SucceedAt: 1, FailAt: 4,
		Children: decider.Children[struct{}]{
			{Name: "SNIFF", Behavior: &search},
			{Name: "LISTEN", Behavior: &search},
			{Name: "LOOK", Behavior: &search},
			{Name: "DIG", Behavior: &search},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 2 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Println(memory.Status())
	// Output:
	// 0 SNIFF
	// 0 SNIFF ended: Failed
	// 0 LISTEN
	// 0 LOOK
	// 0 DIG
	// 1 LISTEN
	// 1 LOOK
	// 1 LOOK ended: Succeeded
	// 1 DIG ended: Cancelled
	// 1 LISTEN ended: Cancelled
	// Success
}

// With RejectedFails a child that rejects counts as failed, so the group runs only if all its children can.
func ExampleOptions_rejectedFails() {
	const Armed decider.DecisionFlags = 1 << 0
	act := behavior.Behavior[struct{}]{Name: "ACT"}
	attack := decider.Decider[struct{}]{
		Name: "ATTACK", Policy: decider.Concurrent,
		Children: decider.Children[struct{}]{
			{Name: "CHARGE", Behavior: &act},
			{Name: "SHOOT", DecisionFlags: decider.Check{All: Armed}, Behavior: &act},
		},
	}
	root := decider.Decider[struct{}]{
		Name: "ROOT", Policy: decider.Selector,
		Children: decider.Children[struct{}]{&attack, {Name: "HIDE", Behavior: &act}},
	}
	for _, options := range []decider.Options{0, decider.RejectedFails} {
		attack.Options = options
		memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{})
		fmt.Println("unarmed, with options", options)
		for state, next := memory.StateAt(1, true); next >= 0; state, next = memory.StateAt(next, true) {
			fmt.Println(" ", state.Decider.Name)
		}
	}
	// Output:
	// unarmed, with options 0
	//   ATTACK
	//   CHARGE
	// unarmed, with options RejectedFails
	//   HIDE
}

// Legs and arms decide independently: each branch is a group of its own.
func ExamplePolicy_concurrentBranches() {
	type Creature struct{ Enemy bool }
	type Context = behavior.Context[*Creature]
	act := behavior.Behavior[*Creature]{Name: "ACT"}
	enemy := func(c *Context) float64 { return behavior.If(c.Agent.Enemy) }
	root := decider.Decider[*Creature]{
		Name: "SOLDIER", Policy: decider.Concurrent,
		Children: decider.Children[*Creature]{
			{Name: "LEGS", Children: decider.Children[*Creature]{
				{Name: "PATROL", Behavior: &act},
			}},
			{Name: "ARMS", Children: decider.Children[*Creature]{
				{Name: "SHOOT", Decide: enemy, Behavior: &act},
				{Name: "SWING", Behavior: &act},
			}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time, enemy := range []bool{false, true} {
		_ = decider.TickBehaviorTree(memory, &Creature{Enemy: enemy}, decider.Input{Time: float64(time), DT: 1})
		for state, next := memory.StateAt(0, true); next >= 0; state, next = memory.StateAt(next, true) {
			fmt.Println(strings.Repeat("  ", state.Depth)+state.Decider.Name, state.Duration)
		}
	}
	// Output:
	// SOLDIER 0
	//   LEGS 0
	//     PATROL 0
	//   ARMS 0
	//     SWING 0
	// SOLDIER 1
	//   LEGS 1
	//     PATROL 1
	//   ARMS 1
	//     SHOOT 0
}
