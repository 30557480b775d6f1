package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

type soldier struct {
	Name   string
	Thrown bool // its grenade has exploded
}

// grenade lets one grenade at a time into the air, with 3 seconds between two of them. While the gate is shut, the
// soldiers shoot.
var grenade = world.Gate{Name: "GRENADE", Max: 1, Cooldown: 3}

var throw = behavior.Behavior[*soldier]{
	Name: "THROW",
	Activate: func(c *behavior.Context[*soldier]) behavior.Status {
		fmt.Println(c.Time, c.Agent.Name, "throws")
		return behavior.Running
	},
	Tick: func(c *behavior.Context[*soldier]) behavior.Status {
		if c.Duration() < 2 {
			return behavior.Running
		}
		c.Agent.Thrown = true
		return behavior.Success
	},
}

var assault = decider.Decider[*soldier]{
	Name: "ASSAULT",
	Children: decider.Children[*soldier]{
		{
			Name:     "GRENADE",
			Decide:   func(c *behavior.Context[*soldier]) float64 { return behavior.If(!c.Agent.Thrown) },
			Gate:     &grenade,
			Behavior: &throw,
		},
		{Name: "SHOOT", Behavior: &behavior.Behavior[*soldier]{Name: "SHOOT"}},
	},
}

// printWhy prints why a decider of an agent runs or does not.
func printWhy[A any](m *decider.Memory[A], name string) {
	e, err := why.Now(m, name)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Print(e)
}

// A Gate limits how many agents are in a decider at a time. Package why and DebugPrintState show which agents are inside.
func Example_grenade() {
	tree := decider.MustInitializeTreeData(&assault)
	w := world.New(world.Options{})
	ann, bob := &soldier{Name: "Ann"}, &soldier{Name: "Bob"}
	minds := map[*soldier]*decider.Memory[*soldier]{}
	for _, s := range []*soldier{ann, bob} {
		minds[s] = tree.NewMemory(w, w.NewAgent())
	}
	frame := func() {
		if err := w.Advance(1); err != nil {
			fmt.Println(err)
		}
		for _, s := range []*soldier{ann, bob} {
			if err := decider.TickBehaviorTree(minds[s], s, decider.Input{Time: w.Time(), DT: w.DT()}); err != nil {
				fmt.Println(err)
			}
		}
	}
	frame()
	printWhy(minds[bob], "GRENADE")
	fmt.Println(debugprint.DebugPrintState(minds[ann], debugprint.ActivePath))
	frame()
	frame()
	printWhy(minds[bob], "GRENADE")
	for range 5 {
		frame()
	}
	// Output:
	// 1 Ann throws
	// ASSAULT > GRENADE in a tick now (1 s): not active, it said no.
	//   It got no place in the gate GRENADE: 1 of 1 held by #1.
	//   GRENADE, asked by ASSAULT:
	//     yes Decide: said yes
	//     no  Gate: got no place in the gate GRENADE: 1 of 1 held by #1
	// ASSAULT    0.0 s
	//   GRENADE  0.0 s  runs THROW, inside gate GRENADE (1 of 1 held by #1)
	// ASSAULT > GRENADE in a tick now (3 s): not active, it said no.
	//   It got no place in the gate GRENADE, which is shut for 3 s more.
	//   GRENADE, asked by ASSAULT:
	//     yes Decide: said yes
	//     no  Gate: got no place in the gate GRENADE, which is shut for 3 s more
	// 6 Bob throws
}
