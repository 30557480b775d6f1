package recipes_test

import (
	"fmt"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// A BTRandomSelector and a BTRandomSequence: all children in random order, until one succeeds or fails.
func Example_limboAI() {
	type Imp struct {
		Able  string // the tricks that it can do
		Tried []string
	}
	trick := behavior.Behavior[*Imp]{Name: "TRICK", Tick: func(c *behavior.Context[*Imp]) behavior.Status {
		c.Agent.Tried = append(c.Agent.Tried, c.DeciderName())
		if strings.Contains(c.Agent.Able, c.DeciderName()) {
			return behavior.Success
		}
		return behavior.Failure
	}}
	tricks := decider.Children[*Imp]{
		{Name: "HIDE", Behavior: &trick}, {Name: "TEASE", Behavior: &trick}, {Name: "STEAL", Behavior: &trick},
	}
	randomSelector := decider.Decider[*Imp]{
		Name: "ANY_TRICK", Policy: decider.Shuffle, Options: decider.FinishWithChild,
		Modifiers: decider.Modifiers{Repeat: 3, Until: decider.UntilSuccess}, // as often as there are children
		Children:  tricks,
	}
	randomSequence := decider.Decider[*Imp]{
		Name: "ALL_TRICKS", Policy: decider.Shuffle, Options: decider.FinishWithChild,
		Modifiers: decider.Modifiers{Repeat: 3, Until: decider.UntilFailure},
		Children:  tricks,
	}
	for _, d := range []*decider.Decider[*Imp]{&randomSelector, &randomSequence} {
		able := "TEASE"
		if d == &randomSequence {
			able = "HIDE TEASE STEAL"
		}
		memory := decider.MustInitializeTreeData(alone(d)).NewMemory(nil, 3)
		imp := &Imp{Able: able}
		for time := 0; time == 0 || memory.Status() == behavior.Running; time++ {
			_ = decider.TickBehaviorTree(memory, imp, decider.Input{Time: float64(time), DT: 1})
		}
		fmt.Println(d.Name, strings.Join(imp.Tried, " "), memory.Status())
	}
	// Output:
	// ANY_TRICK STEAL TEASE Success
	// ALL_TRICKS STEAL TEASE HIDE Success
}

// A patrol that reacts, in the words of LimboAI.
func Example_limboAIPatrol() {
	type Knight struct{ X int }
	type Context = behavior.Context[*Knight]
	type Decider = decider.Decider[*Knight]
	type Children = decider.Children[*Knight]
	type Behavior = behavior.Behavior[*Knight]
	const Dragon decider.DecisionFlags = 1 << 0

	fight := Behavior{
		Name:       "FIGHT",
		Activate:   func(c *Context) behavior.Status { fmt.Println(c.Time, "draws"); return behavior.Running }, // _enter
		Tick:       func(c *Context) behavior.Status { return running(c.DecisionFlags&Dragon != 0) },           // _tick
		Deactivate: func(c *Context) { fmt.Println(c.Time, "sheathes the sword:", c.Reason()) },                // _exit
	}
	walk := Behavior{Name: "WALK", Activate: func(c *Context) behavior.Status {
		c.Agent.X++
		fmt.Println(c.Time, "walks to", c.Agent.X)
		return behavior.Success
	}}

	knight := Decider{
		Name: "KNIGHT", // BTDynamicSelector
		Children: Children{
			{Name: "FIGHT", DecisionFlags: decider.Check{All: Dragon}, Behavior: &fight}, // BTSequence of BTCondition and BTAction
			{Name: "PATROL", Policy: decider.Sequence, Modifiers: decider.Modifiers{Repeat: decider.Forever}, Children: Children{ // BTRepeat, BTSequence
				{Name: "WALK", Behavior: &walk},
				{Name: "WAIT", Behavior: behavior.Wait[*Knight]{Seconds: 2}}, // BTWait
			}},
		},
	}
	memory := decider.MustInitializeTreeData(&knight).NewMemory(nil, 1)
	k := &Knight{}
	for time, flags := range []decider.DecisionFlags{0, 0, 0, Dragon, Dragon, 0, 0} {
		_ = decider.TickBehaviorTree(memory, k, decider.Input{Time: float64(time), DT: 1, DecisionFlags: flags})
	}
	// Output:
	// 0 walks to 1
	// 2 walks to 2
	// 3 draws
	// 5 sheathes the sword: Succeeded
	// 5 walks to 3
}
