package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// Reset makes the memory as new; Close ends it for good. Both call every Deactivate that is due.
func ExampleMemory_Reset() {
	sleep := behavior.Behavior[struct{}]{Name: "SLEEP", Deactivate: func(c *behavior.Context[struct{}]) { fmt.Println(c.Reason()) }}
	root := decider.Decider[struct{}]{Name: "SLEEP", Behavior: &sleep}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)

	_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: 100, DT: 1})
	_ = memory.Reset()
	_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: 0, DT: 1}) // the clock starts over, too
	_ = memory.Close()
	err := decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: 1, DT: 1})
	fmt.Println(err)
	// Output:
	// Reset
	// Closed
	// decider: memory is closed
}

// watcher is an observer that counts decisions.
type watcher struct{ asked, accepted int }

func (w *watcher) ObserveLevel(world.AgentID) event.Level { return 5 }

func (w *watcher) Observe(e *event.Event) {
	if e.Kind == event.Asked {
		w.asked++
		if e.Verdict == event.Accepted {
			w.accepted++
		}
	}
}

// An observer gets events up to the level it asks for. Package debugprint has two observers that write them as text.
func ExampleMemory_Observe() {
	act := behavior.Behavior[struct{}]{Name: "ACT"}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "HUNT", DecisionFlags: decider.Check{All: 1}, Behavior: &act},
			{Name: "REST", Behavior: &act},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	w := &watcher{} // type watcher struct{ asked, accepted int }, with ObserveLevel and Observe
	memory.Observe(w)
	for time := range 10 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Println("asked", w.asked, "accepted", w.accepted)
	// Output:
	// asked 11 accepted 1
}

// A panic of user code becomes an error of the tick; LetPanics lets it through to a debugger.
func ExampleMemory_LetPanics() {
	bug := behavior.Behavior[struct{}]{
		Name:       "BUG",
		Tick:       func(*behavior.Context[struct{}]) behavior.Status { panic("no such bone") },
		Deactivate: func(c *behavior.Context[struct{}]) { fmt.Println("deactivated:", c.Reason()) },
	}
	root := decider.Decider[struct{}]{Name: "BUG", Behavior: &bug}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	fmt.Println(decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: 1, DT: 1}))

	memory.LetPanics(true)
	func() {
		defer func() { fmt.Println("let through:", recover()) }()
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: 2, DT: 1})
	}()
	_ = memory.Close() // takes the broken path down first
	// Output:
	// deactivated: Panicked
	// agent 1 @ 1.000: Tick of BUG: decider: user code panicked at decider/example_memory_test.go:70: no such bone
	// let through: no such bone
	// deactivated: Panicked
}

// StateAt walks an agent's deciders one by one, for tools.
func ExampleMemory_StateAt() {
	act := behavior.Behavior[struct{}]{Name: "ACT"}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Children: decider.Children[struct{}]{
			{Name: "HUNT", DecisionFlags: decider.Check{All: 1}, Behavior: &act},
			{Name: "REST", Behavior: &act},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{})
	for state, next := memory.StateAt(0, false); next >= 0; state, next = memory.StateAt(next, false) {
		fmt.Println(state.Depth, state.Decider.Name, state.Kind, state.Active)
	}
	// Output:
	// 0 ROOT GroupDecider true
	// 1 HUNT BehaviorDecider false
	// 1 REST BehaviorDecider true
}

// A DBlock passes what Decide found to the behavior it starts.
func ExampleDBlock() {
	type Food struct{ Bush, Berries int }
	type Meadow struct{ Berries []int } // by bush
	type Context = behavior.Context[*Meadow]
	mostBerries := func(c *Context, best *Food) float64 {
		for bush, berries := range c.Agent.Berries {
			if berries > best.Berries {
				*best = Food{bush, berries}
			}
		}
		return float64(best.Berries)
	}
	graze := behavior.WithDBlock[*Meadow, Food, struct{}]{
		Name: "GRAZE",
		Activate: func(_ *Context, food Food, _ *struct{}) behavior.Status {
			fmt.Println("grazes at bush", food.Bush, "with", food.Berries, "berries")
			return behavior.Running
		},
	}
	root := decider.Decider[*Meadow]{
		Name: "ROOT",
		Children: decider.Children[*Meadow]{
			{Name: "GRAZE", DBlock: &decider.DBlock[*Meadow, Food]{Decide: mostBerries, Behavior: &graze}},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	_ = decider.TickBehaviorTree(memory, &Meadow{[]int{2, 9, 4}}, decider.Input{})
	// Output:
	// grazes at bush 1 with 9 berries
}

// One agent can have several observers, each at its own level.
func Example_observers() {
	root := decider.Decider[struct{}]{Name: "REST", Behavior: &behavior.Behavior[struct{}]{Name: "REST"}}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	all, changes := &decidertest.Recorder{Level: 5}, &decidertest.Recorder{Level: decidertest.Transitions}
	memory.Observe(event.Observers{all, changes})
	for time := range 10 {
		_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
	}
	fmt.Println(len(all.Events) > len(changes.Events), changes.Strings())
	// Output:
	// true [enter REST activate REST/behavior REST]
}
