package recipes_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// Pet has two needs of about the same size.
type Pet struct{ Hunger, Boredom float64 }

type PetContext = behavior.Context[*Pet]

func hunger(c *PetContext) float64  { return c.Agent.Hunger }
func boredom(c *PetContext) float64 { return c.Agent.Boredom }

// eager lets what has just begun count for more: half a point at first, nothing after four seconds.
func eager(need func(*PetContext) float64) func(*PetContext) float64 {
	return func(c *PetContext) float64 {
		if c.Duration() == 0 { // it is not active
			return need(c)
		}
		return need(c) + max(0, 0.5-c.Duration()/8)
	}
}

// committed lets nothing take over in the first three seconds.
func committed(need func(*PetContext) float64) func(*PetContext) float64 {
	return func(c *PetContext) float64 {
		if 0 < c.Duration() && c.Duration() < 3 {
			return 1000
		}
		return need(c)
	}
}

// Four degrees of inertia.
func Example_inertia() {
	live := behavior.Behavior[*Pet]{Name: "LIVE"}
	pet := func(margin float64, eat, play func(*PetContext) float64) *decider.Decider[*Pet] {
		return &decider.Decider[*Pet]{
			Name: "PET", Policy: decider.Scored, Margin: margin,
			Children: decider.Children[*Pet]{
				{Name: "EAT", Decide: eat, Behavior: &live},
				{Name: "PLAY", Decide: play, Behavior: &live},
			},
		}
	}
	for _, mind := range []struct {
		name string
		root *decider.Decider[*Pet]
	}{
		{"nothing", pet(0, hunger, boredom)},
		{"margin", pet(0.25, hunger, boredom)},
		{"eager", pet(0, eager(hunger), eager(boredom))},
		{"committed", pet(0, committed(hunger), committed(boredom))},
	} {
		memory := decider.MustInitializeTreeData(mind.root).NewMemory(nil, 1)
		fmt.Printf("%-10s", mind.name)
		for time, more := range []float64{0, 0.1, -0.1, 0.1, -0.1, 0.1, 0.3, 0.3, -0.1} {
			p := &Pet{Hunger: 0.5, Boredom: 0.5 + more}
			_ = decider.TickBehaviorTree(memory, p, decider.Input{Time: float64(time), DT: 1})
			fmt.Print(" ", leaf(memory))
		}
		fmt.Println()
	}
	// Output:
	// nothing    EAT PLAY EAT PLAY EAT PLAY PLAY PLAY EAT
	// margin     EAT EAT EAT EAT EAT EAT PLAY PLAY PLAY
	// eager      EAT EAT EAT EAT EAT PLAY PLAY PLAY PLAY
	// committed  EAT EAT EAT PLAY PLAY PLAY PLAY PLAY EAT
}
