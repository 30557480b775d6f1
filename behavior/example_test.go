package behavior_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

type creature struct{ hunger float64 }

// eat is tested below without any tree.
var eat = behavior.Behavior[*creature]{
	Name: "EAT",
	Tick: func(c *behavior.Context[*creature]) behavior.Status {
		if c.Agent.hunger -= c.DT; c.Agent.hunger > 0 {
			return behavior.Running
		}
		return behavior.Success
	},
}

// A Context made by hand runs a behavior on its own.
func ExampleContext() {
	c := &behavior.Context[*creature]{Agent: &creature{hunger: 1}, DT: 0.5}
	fmt.Println(eat.Tick(c))
	fmt.Println(eat.Tick(c))
	// Output:
	// Running
	// Success
}

// walk keeps how far it got in a block of its own, which is zero whenever it begins.
type walkBlock struct{ Steps int }

var walk = behavior.WithBlock[*creature, walkBlock]{
	Name: "WALK",
	Tick: func(_ *behavior.Context[*creature], b *walkBlock) behavior.Status {
		if b.Steps++; b.Steps < 3 {
			return behavior.Running
		}
		return behavior.Success
	},
	Deactivate: func(c *behavior.Context[*creature], b *walkBlock) {
		fmt.Printf("%v after %d steps, %.1f s\n", c.Reason(), b.Steps, c.Duration())
	},
}

func ExampleWithBlock() {
	tree := decider.MustInitializeTreeData(&decider.Decider[*creature]{Name: "WALK", Behavior: &walk})
	memory := tree.NewMemory(nil, 1)
	for i := range 5 {
		_ = decider.TickBehaviorTree(memory, &creature{}, decider.Input{Time: float64(i) / 10, DT: 0.1})
	}
	_ = memory.Close()
	// Output:
	// Succeeded after 3 steps, 0.2 s
	// Closed after 2 steps, 0.1 s
}

// What Decide finds out is handed to the behavior it starts.
type food struct{ at int }

var fetch = behavior.WithDBlock[*creature, food, struct{}]{
	Name: "FETCH",
	Activate: func(_ *behavior.Context[*creature], f food, _ *struct{}) behavior.Status {
		fmt.Println("going to", f.at)
		return behavior.Success
	},
}

func ExampleWithDBlock() {
	smell := func(_ *behavior.Context[*creature], f *food) float64 {
		f.at = 12
		return 1
	}
	tree := decider.MustInitializeTreeData(&decider.Decider[*creature]{Name: "ROOT", Children: decider.Children[*creature]{
		{Name: "FETCH", DBlock: &decider.DBlock[*creature, food]{Decide: smell, Behavior: &fetch}},
	}})
	_ = decider.TickBehaviorTree(tree.NewMemory(nil, 1), &creature{}, decider.Input{})
	// Output: going to 12
}

func ExampleContext_Fail() {
	dig := behavior.Behavior[*creature]{Name: "DIG", Tick: func(c *behavior.Context[*creature]) behavior.Status {
		return c.Fail(fmt.Errorf("the ground is frozen"))
	}}
	tree := decider.MustInitializeTreeData(&decider.Decider[*creature]{Name: "ROOT", Children: decider.Children[*creature]{{Name: "DIG", Behavior: &dig}}})
	fmt.Println(decider.TickBehaviorTree(tree.NewMemory(nil, 1), &creature{}, decider.Input{}))
	// Output: agent 1 @ 0.000: Tick of ROOT > DIG: the ground is frozen
}

func ExampleIf() {
	hungry := func(c *behavior.Context[*creature]) float64 { return behavior.If(c.Agent.hunger > 1) }
	fmt.Println(hungry(&behavior.Context[*creature]{Agent: &creature{hunger: 2}}))
	// Output: 1
}

// A guard listens for two seconds before it searches. In a crowd it sleeps while it listens.
func ExampleWait() {
	search := behavior.Behavior[*creature]{Name: "SEARCH", Activate: func(c *behavior.Context[*creature]) behavior.Status {
		fmt.Println("searches at", c.Time)
		return behavior.Running
	}}
	tree := decider.MustInitializeTreeData(&decider.Decider[*creature]{Name: "GUARD", Policy: decider.Sequence, Children: decider.Children[*creature]{
		{Name: "LISTEN", Behavior: behavior.Wait[*creature]{Seconds: 2}},
		{Name: "SEARCH", Behavior: &search},
	}})
	memory := tree.NewMemory(nil, 1)
	for i := range 6 {
		_ = decider.TickBehaviorTree(memory, &creature{}, decider.Input{Time: float64(i) / 2, DT: 0.5})
	}
	// Output: searches at 2
}

// A meal that does not depend on the spice.
func ExampleSucceed() {
	const HasSpice decider.DecisionFlags = 1 << 0
	does := func(what string) *behavior.Behavior[*creature] {
		return &behavior.Behavior[*creature]{Name: "DO", Activate: func(*behavior.Context[*creature]) behavior.Status {
			fmt.Println(what)
			return behavior.Success
		}}
	}
	tree := decider.MustInitializeTreeData(&decider.Decider[*creature]{Name: "COOK", Policy: decider.Sequence, Children: decider.Children[*creature]{
		{Name: "SEASON", Policy: decider.Selector, Children: decider.Children[*creature]{
			{Name: "ADD_SPICE", DecisionFlags: decider.Check{All: HasSpice}, Behavior: does("adds spice")},
			{Name: "LEAVE_IT", Behavior: behavior.Succeed[*creature]{}},
		}},
		{Name: "SERVE", Behavior: does("serves")},
	}})
	_ = decider.TickBehaviorTree(tree.NewMemory(nil, 1), &creature{}, decider.Input{})
	// Output: serves
}

// A part of the tree that is not written yet fails, so that its Selector goes on.
func ExampleFail() {
	beg := behavior.Behavior[*creature]{Name: "BEG", Activate: func(*behavior.Context[*creature]) behavior.Status {
		fmt.Println("begs")
		return behavior.Success
	}}
	tree := decider.MustInitializeTreeData(&decider.Decider[*creature]{Name: "GET_FOOD", Policy: decider.Selector, Children: decider.Children[*creature]{
		{Name: "HUNT", Behavior: behavior.Fail[*creature]{Name: "NOT_WRITTEN_YET"}},
		{Name: "BEG", Behavior: &beg},
	}})
	_ = decider.TickBehaviorTree(tree.NewMemory(nil, 1), &creature{}, decider.Input{})
	// Output: begs
}
