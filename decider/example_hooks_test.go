package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// Hooks are called at five moments of a visit, with the names Pereira gives them. They are an ordinary observer.
func Example_hooks() {
	type Context = behavior.Context[struct{}]
	chew := behavior.Behavior[struct{}]{Name: "CHEW", Tick: func(c *Context) behavior.Status {
		if c.Duration() < 1 {
			return behavior.Running
		}
		return behavior.Success
	}}
	root := decider.Decider[struct{}]{
		Name: "EAT", Policy: decider.Sequence,
		Children: decider.Children[struct{}]{{Name: "CHEW", Behavior: &chew}},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	memory.Observe(&event.Hooks{
		Enter: func(v *event.Visit) { fmt.Println(v.Time, "enter", v.Decider.Name) },
		Open:  func(v *event.Visit) { fmt.Println(v.Time, "open", v.Decider.Name) },
		Tick:  func(v *event.Visit) { fmt.Println(v.Time, "tick", v.Decider.Name) },
		Close: func(v *event.Visit) { fmt.Println(v.Time, "close", v.Decider.Name, v.Reason) },
		Exit:  func(v *event.Visit) { fmt.Println(v.Time, "exit", v.Decider.Name, v.Status) },
	})
	for time := range 2 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	// Output:
	// 0 enter EAT
	// 0 open EAT
	// 0 enter CHEW
	// 0 open CHEW
	// 0 tick CHEW
	// 0 exit CHEW Running
	// 0 exit EAT Running
	// 1 enter EAT
	// 1 enter CHEW
	// 1 tick CHEW
	// 1 exit CHEW Success
	// 1 close CHEW Succeeded
	// 1 exit EAT Success
	// 1 close EAT Succeeded
}

// Visit.Open lists the deciders that are open at that moment, for a debugger that draws the tree during a tick.
func Example_visitOpen() {
	act := behavior.Behavior[struct{}]{Name: "ACT", Tick: func(*behavior.Context[struct{}]) behavior.Status { return behavior.Running }}
	root := decider.Decider[struct{}]{
		Name: "ROOT", Policy: decider.Concurrent,
		Children: decider.Children[struct{}]{
			{Name: "WALK", Behavior: &act},
			{Name: "SING", Behavior: &act},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	memory.Observe(&event.Hooks{Tick: func(v *event.Visit) {
		fmt.Print(v.Decider.Name, " is ticked; open:")
		for _, label := range v.Open() {
			fmt.Print(" ", label.Name)
		}
		fmt.Println()
	}})
	_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: 0, DT: 1})
	_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: 1, DT: 1})
	// Output:
	// WALK is ticked; open: ROOT WALK
	// SING is ticked; open: ROOT WALK SING
	// WALK is ticked; open: ROOT WALK SING
	// SING is ticked; open: ROOT WALK SING
}
