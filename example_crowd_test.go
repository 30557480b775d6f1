package decidertree_test

import (
	"fmt"

	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// What the creatures of one world share.
var (
	bowl = world.Gate{Name: "BOWL", Max: 40}    // at most 40 eat at a time
	game = world.Squad{Name: "GAME", Agents: 2} // it takes two to play
)

// Grazer is the tree of one animal of a herd.
var Grazer = Decider{
	Name: "GRAZER",
	Children: Children{
		{Name: "EAT", DecisionFlags: Check{All: Hungry}, Gate: &bowl, Cooldown: 60, Modifiers: decider.Modifiers{Timeout: 4}, Behavior: &graze},
		{Name: "PLAY", DecisionFlags: Check{None: Tired}, Squad: &game, Children: Children{
			{Name: "CATCH", Behavior: &catch},
		}},
		{Name: "IDLE", Behavior: &chewCud},
	},
}

var (
	graze   = Behavior{Name: "GRAZE"} // no Tick: its animation does the work
	catch   = Behavior{Name: "CATCH"}
	chewCud = Behavior{Name: "CHEW_CUD"}
)

// Two goroutines tick a thousand creatures of one world, and skip those for which nothing can have changed.
func Example_crowd() {
	tree := decider.MustInitializeTreeData(&Grazer)
	meadow := world.New(world.Options{Seed: 7})
	herd, err := crowd.New(meadow, tree, crowd.Options[*Creature]{Name: "HERD", Workers: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	add := func(creatures int, flags decider.DecisionFlags) {
		for range creatures {
			id, err := herd.Add(&Creature{})
			if err == nil {
				err = herd.SetFlags(id, flags, 0) // tell the crowd what changes
			}
			if err != nil {
				fmt.Println(err)
			}
		}
	}
	add(50, Hungry|Tired)
	add(50, 0)
	add(900, Tired)
	for range 6 { // frames
		if err := meadow.Advance(1); err != nil {
			fmt.Println(err)
		}
		report, err := herd.Tick()
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(report)
	}
	// Output:
	// frame 1: 1000 of 1000 agents ticked, 2000 entered
	// frame 2: 1000 of 1000 agents ticked, 140 entered
	// frame 3: 90 of 1000 agents ticked, 0 entered
	// frame 4: 0 of 1000 agents ticked, 0 entered
	// frame 5: 0 of 1000 agents ticked, 0 entered
	// frame 6: 40 of 1000 agents ticked, 40 entered
}
