package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// A completed step is not repeated: pecking moves the bird off the spot, and the Sequence does not send it back (stored
// state, Anguelov).
func ExamplePolicy_sequence() {
	type Bird struct{ X int }
	type Context = behavior.Context[*Bird]
	hop := behavior.Behavior[*Bird]{Name: "HOP", Tick: func(c *Context) behavior.Status {
		c.Agent.X++
		fmt.Println(c.Time, "hops to", c.Agent.X)
		if c.Agent.X < 3 {
			return behavior.Running
		}
		return behavior.Success
	}}
	peck := behavior.Behavior[*Bird]{Name: "PECK", Tick: func(c *Context) behavior.Status {
		c.Agent.X-- // pulling at the worm
		fmt.Println(c.Time, "pecks and is at", c.Agent.X)
		if c.Duration() < 1 {
			return behavior.Running
		}
		return behavior.Success
	}}
	root := decider.Decider[*Bird]{
		Name: "CATCH_WORM", Policy: decider.Sequence,
		Children: decider.Children[*Bird]{
			{Name: "HOP_TO_WORM", Behavior: &hop},
			{Name: "PECK", Behavior: &peck},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	bird := &Bird{}
	for time := range 4 {
		_ = decider.TickBehaviorTree(memory, bird, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Println(memory.Status())
	// Output:
	// 0 hops to 1
	// 1 hops to 2
	// 2 hops to 3
	// 2 pecks and is at 2
	// 3 pecks and is at 1
	// Success
}

// A Selector tries one child after the other until one does not fail. It passes over a child that rejects, without
// activating its behavior.
func ExamplePolicy_selector() {
	const HasKey decider.DecisionFlags = 1 << 0
	type Context = behavior.Context[struct{}]
	try := behavior.Behavior[struct{}]{Name: "TRY", Tick: func(c *Context) behavior.Status {
		fmt.Println(c.Time, c.DeciderName())
		switch {
		case c.DeciderName() == "TRY_HANDLE":
			return behavior.Failure // locked
		case c.Duration() < 1:
			return behavior.Running
		}
		return behavior.Success
	}}
	root := decider.Decider[struct{}]{
		Name: "OPEN_DOOR", Policy: decider.Selector,
		Children: decider.Children[struct{}]{
			{Name: "TRY_HANDLE", Behavior: &try},
			{Name: "USE_KEY", DecisionFlags: decider.Check{All: HasKey}, Behavior: &try},
			{Name: "KICK_IT_IN", Behavior: &try},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 2 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Println(memory.Status())
	// Output:
	// 0 TRY_HANDLE
	// 0 KICK_IT_IN
	// 1 KICK_IT_IN
	// Success
}

// A ReactiveSequence begins at its first child every tick, so the conditions at its beginning must keep holding.
func ExamplePolicy_reactiveSequence() {
	const Night decider.DecisionFlags = 1 << 0
	type Context = behavior.Context[struct{}]
	sneak := behavior.Behavior[struct{}]{
		Name:       "SNEAK",
		Tick:       func(c *Context) behavior.Status { fmt.Println(c.Time, "sneaks"); return behavior.Running },
		Deactivate: func(c *Context) { fmt.Println(c.Time, "sneaks no more:", c.Reason()) },
	}
	root := decider.Decider[struct{}]{
		Name: "STEAL_EGGS", Policy: decider.ReactiveSequence,
		Children: decider.Children[struct{}]{
			{Name: "IT_IS_NIGHT", DecisionFlags: decider.Check{All: Night}}, // a condition: it has nothing to run
			{Name: "SNEAK", Behavior: &sneak},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time, flags := range []decider.DecisionFlags{Night, Night, 0} {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1, DecisionFlags: flags})
		fmt.Println(memory.Status())
	}
	// Output:
	// 0 sneaks
	// Running
	// 1 sneaks
	// Running
	// 2 sneaks no more: Cancelled
	// Failure
}

// A ReactiveSelector begins at its first child every tick. The new child runs before the old one is cancelled; in a
// PrioritizedList the old one goes first.
func ExamplePolicy_reactiveSelector() {
	type Creature struct{ Predator bool }
	type Context = behavior.Context[*Creature]
	act := behavior.Behavior[*Creature]{
		Name:       "ACT",
		Activate:   func(c *Context) behavior.Status { fmt.Println("begin", c.DeciderName()); return behavior.Running },
		Deactivate: func(c *Context) { fmt.Println("end", c.DeciderName(), c.Reason()) },
	}
	root := decider.Decider[*Creature]{
		Name: "ROOT",
		Children: decider.Children[*Creature]{
			{Name: "FLEE", Decide: func(c *Context) float64 { return behavior.If(c.Agent.Predator) }, Behavior: &act},
			{Name: "GRAZE", Behavior: &act},
		},
	}
	for _, policy := range []decider.Policy{decider.ReactiveSelector, decider.PrioritizedList} {
		root.Policy = policy
		fmt.Println(policy)
		memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
		_ = decider.TickBehaviorTree(memory, &Creature{}, decider.Input{Time: 0, DT: 1})
		_ = decider.TickBehaviorTree(memory, &Creature{Predator: true}, decider.Input{Time: 1, DT: 1})
	}
	// Output:
	// ReactiveSelector
	// begin GRAZE
	// begin FLEE
	// end GRAZE Cancelled
	// PrioritizedList
	// begin GRAZE
	// end GRAZE Interrupted
	// begin FLEE
}

// ResetBelow makes a part of the tree new: the Sequence begins again at its first step.
func ExampleMemory_ResetBelow() {
	type Context = behavior.Context[struct{}]
	work := behavior.Behavior[struct{}]{
		Name: "WORK",
		Tick: func(c *Context) behavior.Status {
			fmt.Println(c.Time, c.DeciderName())
			if c.Duration() < 1 {
				return behavior.Running
			}
			return behavior.Success
		},
		Deactivate: func(c *Context) { fmt.Println(c.Time, c.DeciderName(), "ended:", c.Reason()) },
	}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "DELIVER", Policy: decider.Sequence, Children: decider.Children[struct{}]{
				{Name: "LOAD", Behavior: &work},
				{Name: "CARRY", Behavior: &work},
			}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 3 {
		if time == 2 { // a thief took the load
			_ = memory.ResetBelow("DELIVER")
		}
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	// Output:
	// 0 LOAD
	// 1 LOAD
	// 1 LOAD ended: Succeeded
	// 1 CARRY
	// 1 CARRY ended: Reset
	// 2 LOAD
}
