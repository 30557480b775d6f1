package decider_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// villager fetches water.
type villager struct{ Name string }

// does is a behavior that takes some seconds.
func does(words string, seconds float64) *behavior.Behavior[*villager] {
	return &behavior.Behavior[*villager]{
		Name: words,
		Activate: func(c *behavior.Context[*villager]) behavior.Status {
			fmt.Println(c.Time, c.Agent.Name, words)
			return behavior.Running
		},
		Tick: func(c *behavior.Context[*villager]) behavior.Status {
			if c.Duration() < seconds {
				return behavior.Running
			}
			return behavior.Success
		},
	}
}

// well admits one villager at a time.
var well = world.Gate{Name: "WELL", Max: 1}

// fetchWater is a Sequence: DRAW waits at the well until it is free. Without the option, a no would end the Sequence.
var fetchWater = decider.Decider[*villager]{
	Name: "FETCH_WATER", Policy: decider.Sequence,
	Children: decider.Children[*villager]{
		{Name: "WALK", Behavior: does("walks to the well", 1)},
		{Name: "DRAW", Gate: &well, Options: decider.Wait, Behavior: does("draws water", 2)},
		{Name: "CARRY", Behavior: does("carries it home", 9)},
	},
}

// With the option Wait a group waits for a gate or squad that says no.
func ExampleOptions_wait() {
	w := world.New(world.Options{})
	village, err := crowd.New(w, decider.MustInitializeTreeData(&fetchWater), crowd.Options[*villager]{Name: "VILLAGE", Workers: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range []string{"Ada", "Ben"} {
		if _, err := village.Add(&villager{name}); err != nil {
			fmt.Println(err)
		}
	}
	for range 7 {
		if err := w.Advance(1); err != nil {
			fmt.Println(err)
		}
		if _, err := village.Tick(); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 1 Ada walks to the well
	// 1 Ben walks to the well
	// 3 Ada draws water
	// 5 Ada carries it home
	// 6 Ben draws water
}
