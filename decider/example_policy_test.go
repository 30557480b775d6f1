package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// The first child that accepts runs, and the children above it may interrupt it.
func ExamplePolicy_prioritizedList() {
	type Creature struct{ Predator bool }
	type Context = behavior.Context[*Creature]
	run := behavior.Behavior[*Creature]{Name: "RUN", Tick: func(c *Context) behavior.Status {
		fmt.Println(c.DeciderName())
		if c.DeciderName() == "FLEE" && !c.Agent.Predator {
			return behavior.Success
		}
		return behavior.Running
	}}
	root := decider.Decider[*Creature]{
		Name: "ROOT", // Policy: decider.PrioritizedList is the default
		Children: decider.Children[*Creature]{
			{Name: "FLEE", Decide: func(c *Context) float64 { return behavior.If(c.Agent.Predator) }, Behavior: &run},
			{Name: "EAT", Behavior: &run},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	creature := &Creature{}
	for time, predator := range []bool{false, true, false} {
		creature.Predator = predator
		_ = decider.TickBehaviorTree(memory, creature, decider.Input{Time: float64(time), DT: 1})
	}
	// Output:
	// EAT
	// FLEE
	// FLEE
	// EAT
}

// Children run in order, skipping those that reject; the group ends after the last.
func ExamplePolicy_sequential() {
	type Context = behavior.Context[struct{}]
	work := behavior.Behavior[struct{}]{Name: "WORK", Tick: func(c *Context) behavior.Status {
		fmt.Println(c.Time, c.DeciderName())
		if c.Duration() < 1 {
			return behavior.Running
		}
		return behavior.Success
	}}
	root := decider.Decider[struct{}]{
		Name: "ROOT", Policy: decider.Sequential,
		Children: decider.Children[struct{}]{
			{Name: "GATHER", Behavior: &work},
			{Name: "REPAIR", Decide: func(*Context) float64 { return 0 }, Behavior: &work},
			{Name: "BUILD", Behavior: &work},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 3 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Println(memory.Status())
	// Output:
	// 0 GATHER
	// 1 GATHER
	// 1 BUILD
	// 2 BUILD
	// Success
}

// After the last child the group begins again. A child that finished in this tick waits for the next.
func ExamplePolicy_sequentialLooping() {
	type Context = behavior.Context[struct{}]
	step := behavior.Behavior[struct{}]{Name: "STEP", Tick: func(c *Context) behavior.Status {
		fmt.Println(c.Time, c.DeciderName())
		return behavior.Success
	}}
	root := decider.Decider[struct{}]{
		Name: "ROOT", Policy: decider.SequentialLooping,
		Children: decider.Children[struct{}]{
			{Name: "LEFT", Behavior: &step},
			{Name: "RIGHT", Behavior: &step},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 2 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	// Output:
	// 0 LEFT
	// 0 RIGHT
	// 1 LEFT
	// 1 RIGHT
}

// The group draws one of the children that accept, weighted by what Decide returned, or by Weight.
func ExamplePolicy_random() {
	type Counts struct{ Of map[string]int }
	type Context = behavior.Context[*Counts]
	count := behavior.Behavior[*Counts]{Name: "COUNT", Activate: func(c *Context) behavior.Status {
		c.Agent.Of[c.DeciderName()]++
		return behavior.Success
	}}
	root := decider.Decider[*Counts]{
		Name: "ROOT", Policy: decider.Random, Options: decider.FinishWithChild,
		Children: decider.Children[*Counts]{
			{Name: "OFTEN", Weight: 3, Behavior: &count},
			{Name: "SELDOM", Behavior: &count},
			{Name: "NEVER", Decide: func(*Context) float64 { return 0 }, Behavior: &count},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	counts := &Counts{map[string]int{}}
	for time := range 4000 {
		_ = decider.TickBehaviorTree(memory, counts, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Println(counts.Of) // the same numbers on every machine
	// Output:
	// map[OFTEN:2952 SELDOM:1048]
}

// A Shuffle draws like Random, but no child twice before all have had a turn.
func ExamplePolicy_shuffle() {
	type Context = behavior.Context[*[]string]
	trick := behavior.Behavior[*[]string]{Name: "TRICK", Activate: func(c *Context) behavior.Status {
		*c.Agent = append(*c.Agent, c.DeciderName())
		return behavior.Success
	}}
	root := decider.Decider[*[]string]{
		Name: "ROOT", Policy: decider.Shuffle, Options: decider.FinishWithChild,
		Children: decider.Children[*[]string]{
			{Name: "FLIP", Behavior: &trick}, {Name: "ROLL", Behavior: &trick}, {Name: "DANCE", Behavior: &trick},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	var done []string
	for time := range 9 {
		_ = decider.TickBehaviorTree(memory, &done, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Println(done[0:3], done[3:6], done[6:9])
	// Output:
	// [DANCE ROLL FLIP] [DANCE FLIP ROLL] [DANCE ROLL FLIP]
}

// Children run by priority, each at most once until the group is left.
func ExamplePolicy_oneOff() {
	type Context = behavior.Context[struct{}]
	chore := behavior.Behavior[struct{}]{Name: "CHORE", Tick: func(c *Context) behavior.Status {
		fmt.Println(c.Time, c.DeciderName())
		if c.Duration() < 1 {
			return behavior.Running
		}
		return behavior.Success
	}}
	root := decider.Decider[struct{}]{
		Name: "ROOT", Policy: decider.OneOff,
		Children: decider.Children[struct{}]{
			{Name: "TURN_EGGS", Decide: func(c *Context) float64 { return behavior.If(c.Time >= 1) }, Behavior: &chore},
			{Name: "TIDY", Behavior: &chore},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 3 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Println(memory.Status(), "and TIDY, interrupted, has had its run")
	// Output:
	// 0 TIDY
	// 1 TURN_EGGS
	// 2 TURN_EGGS
	// Success and TIDY, interrupted, has had its run
}

// The child with the highest value runs. A challenger needs more than the active child's value plus the margin.
func ExamplePolicy_scored() {
	type Creature struct{ Hunger, Sleepiness float64 }
	type Context = behavior.Context[*Creature]
	live := behavior.Behavior[*Creature]{Name: "LIVE", Tick: func(c *Context) behavior.Status {
		fmt.Printf("hunger %.1f, sleepiness %.1f: %s\n", c.Agent.Hunger, c.Agent.Sleepiness, c.DeciderName())
		return behavior.Running
	}}
	root := decider.Decider[*Creature]{
		Name: "ROOT", Policy: decider.Scored, Margin: 0.25,
		Children: decider.Children[*Creature]{
			{Name: "EAT", Decide: func(c *Context) float64 { return c.Agent.Hunger }, Behavior: &live},
			{Name: "SLEEP", Decide: func(c *Context) float64 { return c.Agent.Sleepiness }, Behavior: &live},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time, creature := range []Creature{{0.6, 0.2}, {0.5, 0.6}, {0.5, 0.8}, {0.9, 0.7}} {
		_ = decider.TickBehaviorTree(memory, &creature, decider.Input{Time: float64(time), DT: 1})
	}
	// Output:
	// hunger 0.6, sleepiness 0.2: EAT
	// hunger 0.5, sleepiness 0.6: EAT
	// hunger 0.5, sleepiness 0.8: SLEEP
	// hunger 0.9, sleepiness 0.7: SLEEP
}
