package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// Repeat runs a leaf or a group several times. An iteration that ends in the tick it began is followed in the next tick.
func ExampleModifiers() {
	type Context = behavior.Context[struct{}]
	knock := behavior.Behavior[struct{}]{Name: "KNOCK", Tick: func(c *Context) behavior.Status {
		fmt.Println(c.Time, "knocks")
		return behavior.Success
	}}
	enter := behavior.Behavior[struct{}]{Name: "ENTER", Tick: func(c *Context) behavior.Status {
		fmt.Println(c.Time, "enters")
		return behavior.Success
	}}
	root := decider.Decider[struct{}]{
		Name: "VISIT", Policy: decider.Sequence,
		Children: decider.Children[struct{}]{
			{Name: "KNOCK", Behavior: &knock, Modifiers: decider.Modifiers{Repeat: 3}},
			{Name: "ENTER", Behavior: &enter},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 3 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	// Output:
	// 0 knocks
	// 1 knocks
	// 2 knocks
	// 2 enters
}

// Repeat with UntilSuccess tries again until it works, here at most five times. Other systems call this retry.
func ExampleModifiers_until() {
	type Context = behavior.Context[struct{}]
	strike := behavior.Behavior[struct{}]{
		Name: "STRIKE_FLINT",
		Tick: func(c *Context) behavior.Status {
			if c.Time < 2 {
				return behavior.Failure // damp
			}
			return behavior.Success
		},
		Deactivate: func(c *Context) { fmt.Println(c.Time, "a strike", c.Reason()) },
	}
	root := decider.Decider[struct{}]{
		Name: "MAKE_FIRE", Policy: decider.Sequence,
		Children: decider.Children[struct{}]{
			{Name: "STRIKE", Behavior: &strike, Modifiers: decider.Modifiers{Repeat: 5, Until: decider.UntilSuccess}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 3 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Println(memory.Status())
	// Output:
	// 0 a strike Failed
	// 1 a strike Failed
	// 2 a strike Succeeded
	// Success
}

// A Timeout, in seconds, covers a whole group. It is an ordinary failure, so the Selector tries the next child.
func ExampleModifiers_timeout() {
	type Context = behavior.Context[struct{}]
	act := behavior.Behavior[struct{}]{
		Name:       "ACT",
		Activate:   func(c *Context) behavior.Status { fmt.Println(c.Time, c.DeciderName()); return behavior.Running },
		Deactivate: func(c *Context) { fmt.Println(c.Time, c.DeciderName(), "ended:", c.Reason()) },
	}
	root := decider.Decider[struct{}]{
		Name: "CROSS_RIVER", Policy: decider.Selector,
		Children: decider.Children[struct{}]{
			{Name: "WITH_FERRY", Modifiers: decider.Modifiers{Timeout: 2}, Policy: decider.Sequence, Children: decider.Children[struct{}]{
				{Name: "CALL_FERRYMAN", Behavior: &act},
				{Name: "BOARD", Behavior: &act},
			}},
			{Name: "SWIM", Behavior: &act},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 4 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	// Output:
	// 0 CALL_FERRYMAN
	// 2 CALL_FERRYMAN ended: TimedOut
	// 2 SWIM
}

// An optional step does not fail a Sequence. Its behavior still gets the reason by which it really ended.
func ExampleModifiers_outcome() {
	type Context = behavior.Context[struct{}]
	find := behavior.Behavior[struct{}]{
		Name:       "FIND",
		Tick:       func(*Context) behavior.Status { return behavior.Failure },
		Deactivate: func(c *Context) { fmt.Println(c.DeciderName(), c.Reason()) },
	}
	cook := behavior.Behavior[struct{}]{Name: "COOK", Tick: func(*Context) behavior.Status {
		fmt.Println("cooks")
		return behavior.Success
	}}
	root := decider.Decider[struct{}]{
		Name: "DINNER", Policy: decider.Sequence,
		Children: decider.Children[struct{}]{
			{Name: "FIND_SALT", Behavior: &find, Modifiers: decider.Modifiers{Outcome: decider.AlwaysSuccess}},
			{Name: "COOK", Behavior: &cook},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{})
	fmt.Println(memory.Status())
	// Output:
	// FIND_SALT Failed
	// cooks
	// Success
}

// A Limit counts entries until the agent is reset.
func ExampleModifiers_limit() {
	type Context = behavior.Context[struct{}]
	taunt := behavior.Behavior[struct{}]{Name: "TAUNT", Tick: func(c *Context) behavior.Status {
		fmt.Println(c.Time, "taunts")
		return behavior.Success
	}}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "TAUNT", Modifiers: decider.Modifiers{Limit: 2}, Behavior: &taunt},
			{Name: "FIGHT", Behavior: &behavior.Behavior[struct{}]{Name: "FIGHT"}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	for time := range 10 {
		if time == 8 {
			_ = memory.Reset() // a new life
		}
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	// Output:
	// 0 taunts
	// 1 taunts
	// 8 taunts
	// 9 taunts
}
