package behavior_test

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// A behavior is tested with a Context made by hand: no tree, no world.
func ExampleContext() {
	type Creature struct{ Energy float64 }
	sleep := behavior.Behavior[*Creature]{
		Name: "SLEEP",
		Tick: func(c *behavior.Context[*Creature]) behavior.Status {
			if c.Agent.Energy += c.DT / 10; c.Agent.Energy < 1 {
				return behavior.Running
			}
			return behavior.Success
		},
	}
	c := &behavior.Context[*Creature]{Agent: &Creature{Energy: 0.8}, DT: 1}
	fmt.Println(sleep.Tick(c), sleep.Tick(c))
	// Output:
	// Running Success
}

// Fail ends a behavior with the error recorded; the tick returns it with agent, time and path.
func ExampleContext_Fail() {
	errNoPath := errors.New("no path to the nest")
	goHome := behavior.Behavior[struct{}]{
		Name: "GO_HOME",
		Tick: func(c *behavior.Context[struct{}]) behavior.Status { return c.Fail(errNoPath) },
	}
	root := decider.Decider[struct{}]{Name: "GO_HOME", Behavior: &goHome}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 7)
	fmt.Println(decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: 2, DT: 1}))

	c := &behavior.Context[struct{}]{} // in a test
	fmt.Println(goHome.Tick(c), c.Err())
	// Output:
	// agent 7 @ 2.000: Tick of GO_HOME: no path to the nest
	// Failure no path to the nest
}

// A group's own Decide may ask its children, and weigh what they say.
func ExampleContext_DelegateDecideToChildren() {
	type Context = behavior.Context[struct{}]
	act := behavior.Behavior[struct{}]{Name: "ACT", Activate: func(c *Context) behavior.Status {
		fmt.Println("runs", c.DeciderName())
		return behavior.Running
	}}
	root := decider.Decider[struct{}]{
		Name: "ROOT", Policy: decider.Scored,
		Children: decider.Children[struct{}]{
			{
				Name:   "PLAY",
				Decide: func(c *Context) float64 { return c.DelegateDecideToChildren() / 2 }, // as keen as its keenest child, halved
				Policy: decider.Scored,
				Children: decider.Children[struct{}]{
					{Name: "FLIP", Weight: 0.3, Behavior: &act},
					{Name: "DANCE", Weight: 0.9, Behavior: &act},
				},
			},
			{Name: "REST", Weight: 0.4, Behavior: &act},
		},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 1)
	_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{})
	// Output:
	// runs DANCE
}

// Random numbers have no state: the same seed, agent, frame and place give the same, on every machine.
func ExampleContext_Rand() {
	roll := behavior.Behavior[struct{}]{Name: "ROLL", Tick: func(c *behavior.Context[struct{}]) behavior.Status {
		fmt.Print(1+c.Rand().IntN(6), " ")
		return behavior.Running
	}}
	root := decider.Decider[struct{}]{Name: "ROLL", Behavior: &roll}
	tree := decider.MustInitializeTreeData(&root)
	for range 2 {
		memory := tree.NewMemory(nil, 1)
		for time := range 5 {
			_ = decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: float64(time), DT: 1})
		}
		fmt.Println("and again")
	}
	// Output:
	// 5 6 3 6 2 and again
	// 5 6 3 6 2 and again
}
