package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
)

// One tree moves the legs and another one talks; what they both have to know is on one blackboard.
func ExampleMemory_ShareBlackboard() {
	type (
		Bard     struct{ Wolves int }
		Context  = behavior.Context[*Bard]
		Decider  = decider.Decider[*Bard]
		Children = decider.Children[*Bard]
	)
	fear := blackboard.Key[int]{Name: "fear"} // of scope Agent: one value for all trees of an agent
	look := behavior.Behavior[*Bard]{Name: "LOOK", Tick: func(c *Context) behavior.Status {
		*fear.Of(c) = c.Agent.Wolves
		return behavior.Running
	}}
	says := func(words string) *behavior.Behavior[*Bard] {
		return &behavior.Behavior[*Bard]{Name: "SAY", Activate: func(*Context) behavior.Status {
			fmt.Println(words)
			return behavior.Running
		}}
	}

	legsTree := decider.MustInitializeTreeData(&Decider{Name: "LEGS", Keys: decider.Keys{&fear}, Behavior: &look, Children: Children{
		{Name: "RUN", Decide: func(c *Context) float64 { return behavior.If(*fear.Of(c) > 0) }, Behavior: says("legs: run")},
		{Name: "WALK", Behavior: says("legs: walk")},
	}})
	mouthTree := decider.MustInitializeTreeData(&Decider{Name: "MOUTH", Keys: decider.Keys{&fear}, Children: Children{
		{Name: "SCREAM", Decide: func(c *Context) float64 { return behavior.If(*fear.Of(c) > 1) }, Behavior: says("mouth: scream")},
		{Name: "SING", Behavior: says("mouth: sing")},
	}})

	legs, mouth := legsTree.NewMemory(nil, 1), mouthTree.NewMemory(nil, 2)
	if err := mouth.ShareBlackboard(legs); err != nil {
		fmt.Println(err)
		return
	}
	bard := &Bard{}
	for time := range 3 {
		bard.Wolves = time
		for _, memory := range []*decider.Memory[*Bard]{legs, mouth} {
			_ = decider.TickBehaviorTree(memory, bard, decider.Input{Time: float64(time), DT: 1})
		}
	}
	// Output:
	// legs: walk
	// mouth: sing
	// legs: run
	// mouth: scream
}
