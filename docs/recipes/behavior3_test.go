package recipes_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// A bee, in the words of behavior3.
func Example_behavior3() {
	type Bee struct {
		Rain bool
		X    int
	}
	type Context = behavior.Context[*Bee]
	type Decider = decider.Decider[*Bee]
	type Children = decider.Children[*Bee]
	type Behavior = behavior.Behavior[*Bee]

	raining := func(c *Context) float64 { return behavior.If(c.Agent.Rain) }
	hide := Behavior{Name: "HIDE", Tick: func(c *Context) behavior.Status { // a Runner with a message
		fmt.Println(c.Time, "hides at", c.Agent.X)
		return behavior.Running
	}}
	fly := func(to int) *Behavior {
		return &Behavior{
			Name: fmt.Sprint("FLY_TO_", to),
			Tick: func(c *Context) behavior.Status {
				if c.Agent.X < to {
					c.Agent.X++
				} else {
					c.Agent.X--
				}
				fmt.Println(c.Time, "flies to", c.Agent.X)
				return running(c.Agent.X != to)
			},
		}
	}

	bee := Decider{
		Name: "BEE", Policy: decider.ReactiveSelector, // Priority
		Children: Children{
			{Name: "SHELTER", Policy: decider.ReactiveSequence, Children: Children{ // Sequence
				{Name: "RAINING", Decide: raining}, // a condition
				{Name: "HIDE", Behavior: &hide},
			}},
			{Name: "COLLECT", Policy: decider.Sequence, Children: Children{ // MemSequence
				{Name: "TO_FLOWER", Behavior: fly(2)},
				{Name: "HOME", Behavior: fly(0)},
			}},
		},
	}
	memory := decider.MustInitializeTreeData(&bee).NewMemory(nil, 1)
	b := &Bee{}
	for time := range 6 {
		b.Rain = time == 2 || time == 3
		_ = decider.TickBehaviorTree(memory, b, decider.Input{Time: float64(time), DT: 1})
	}
	// Output:
	// 0 flies to 1
	// 1 flies to 2
	// 1 flies to 1
	// 2 hides at 1
	// 3 hides at 1
	// 4 flies to 2
	// 4 flies to 1
	// 5 flies to 0
}
