package blackboard_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
)

type (
	wolf         struct{ Prey bool }
	wolfContext  = behavior.Context[*wolf]
	wolfDecider  = decider.Decider[*wolf]
	wolfChildren = decider.Children[*wolf]
	wolfBehavior = behavior.Behavior[*wolf]
)

// What a wolf keeps in mind: how hungry it is, and how often this hunt has failed.
var (
	wolfHunger = blackboard.Key[float32]{Name: "hunger"}
	misses     = blackboard.Key[int]{Name: "misses", Scope: blackboard.Decider}
)

var wolfRoot = wolfDecider{
	Name: "WOLF",
	Keys: decider.Keys{&wolfHunger},
	Children: wolfChildren{
		{
			Name: "HUNT", Keys: decider.Keys{&misses}, Decide: hungryAndHopeful, Options: decider.FinishWithChild,
			Children: wolfChildren{
				{Name: "CATCH", Decide: func(c *wolfContext) float64 { return behavior.If(c.Agent.Prey) }, Behavior: &catch},
				{Name: "STALK", Behavior: &stalk},
			},
		},
		{Name: "REST", Behavior: &rest},
	},
}

// A hungry wolf hunts, until it has missed twice.
func hungryAndHopeful(c *wolfContext) float64 {
	return behavior.If(*wolfHunger.Of(c) > 0.5 && *misses.Of(c) < 2)
}

var (
	catch = wolfBehavior{Name: "CATCH", Tick: func(c *wolfContext) behavior.Status {
		fmt.Println("eats")
		*wolfHunger.Of(c), *misses.Of(c) = 0, 0
		return behavior.Success
	}}
	stalk = wolfBehavior{Name: "STALK", Tick: func(c *wolfContext) behavior.Status {
		*misses.Of(c)++
		fmt.Println("stalks, and misses")
		return behavior.Failure
	}}
	rest = wolfBehavior{Name: "REST", Tick: func(c *wolfContext) behavior.Status {
		*wolfHunger.Of(c) += 0.4
		fmt.Printf("rests, %.1f hungry\n", *wolfHunger.Of(c))
		return behavior.Running
	}}
)

// A wolf's parts tell each other what each of them needs to know.
func Example() {
	memory := decider.MustInitializeTreeData(&wolfRoot).NewMemory(nil, 1)
	wolf := &wolf{}
	for frame := range 5 {
		if frame == 4 { // a new day, and a deer
			_ = memory.Reset()
			*wolfHunger.Of(memory) = 0.9
			wolf.Prey = true
		}
		if err := decider.TickBehaviorTree(memory, wolf, decider.Input{Time: float64(frame)}); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// rests, 0.4 hungry
	// rests, 0.8 hungry
	// stalks, and misses
	// rests, 1.2 hungry
	// stalks, and misses
	// rests, 1.6 hungry
	// eats
	// rests, 0.4 hungry
}

// Of what a tree does not list, the tick tells.
func ExampleKey_Of() {
	hunger := blackboard.Key[float32]{Name: "hunger"}
	thirst := blackboard.Key[float32]{Name: "thirst"}
	root := decider.Decider[struct{}]{
		Name: "ROOT",
		Keys: decider.Keys{&hunger}, // and not thirst
		Behavior: &behavior.Behavior[struct{}]{Name: "LIVE", Tick: func(c *behavior.Context[struct{}]) behavior.Status {
			*hunger.Of(c) += float32(c.DT)
			*thirst.Of(c) += float32(c.DT)
			return behavior.Running
		}},
	}
	memory := decider.MustInitializeTreeData(&root).NewMemory(nil, 7)
	fmt.Println(decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: 1, DT: 0.5}))
	fmt.Println(*hunger.Of(memory))
	// Output:
	// agent 7 @ 1.000: Tick of ROOT: decider: the blackboard key is not declared here: "thirst" in ROOT: no decider of the tree ROOT/0x1e4ede85 declares it; list it in the Keys of a decider, best those of the root
	// 0.5
}

// The tooltip shows values below the decider whose they are.
func Example_tooltip() {
	memory := decider.MustInitializeTreeData(&wolfRoot).NewMemory(nil, 1)
	*wolfHunger.Of(memory) = 0.1
	_ = decider.TickBehaviorTree(memory, &wolf{}, decider.Input{})
	fmt.Println(debugprint.DebugPrintState(memory, debugprint.WholeTree))
	// Output:
	// rests, 0.5 hungry
	// > WOLF       0.0 s
	//       hunger: 0.5
	//     HUNT            FinishWithChild
	//         misses: 0
	//       CATCH
	//       STALK
	// >   REST     0.0 s
}

// A behavior is tested with a Context made by hand: it keeps values of its own.
func Example_test() {
	c := &wolfContext{Agent: &wolf{}}
	*wolfHunger.Of(c) = 0.9
	fmt.Println(hungryAndHopeful(c))
	*misses.Of(c) = 2
	fmt.Println(hungryAndHopeful(c))
	// Output:
	// 1
	// 0
}
