package world_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// Who is inside a gate, for one of the keys that divide it.
func ExampleWorld_Holders() {
	bowl := world.Gate{Name: "BOWL", Max: 2}
	eating := decider.Decider[*dog]{
		Name: "DOG",
		Children: decider.Children[*dog]{
			{
				Name: "EAT", Gate: &bowl,
				GateKey:  func(c *behavior.Context[*dog]) uint64 { return uint64(len(c.Agent.name)) }, // which bowl
				Behavior: &behavior.Behavior[*dog]{Name: "EAT"},
			},
			{Name: "BEG", Behavior: &behavior.Behavior[*dog]{Name: "BEG"}},
		},
	}
	w := world.New(world.Options{})
	tree := decider.MustInitializeTreeData(&eating)
	names := map[world.AgentID]string{}
	for _, name := range []string{"Rex", "Bella", "Ben", "Tom"} {
		m := tree.NewMemory(w, w.NewAgent())
		names[m.ID()] = name
		if err := decider.TickBehaviorTree(m, &dog{name: name}, decider.Input{}); err != nil {
			fmt.Println(err)
		}
	}
	for key := range uint64(6) {
		for id := range w.Holders(&bowl, key) {
			fmt.Println("bowl", key, "feeds", names[id])
		}
	}
	// Output:
	// bowl 3 feeds Rex
	// bowl 3 feeds Ben
	// bowl 5 feeds Bella
}
