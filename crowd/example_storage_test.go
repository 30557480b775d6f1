package crowd_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// Fishes are columns: the game's loops iterate over one at a time. A fish's row changes when others are removed.
type Fishes struct {
	Depth []float32
	Food  []int32
	Mind  []world.AgentID // the ID of each in the shoal's crowd
	Name  []string
}

// Fish is a handle: the columns and the row of a fish.
type Fish struct {
	In  *Fishes
	Row int
}

type (
	FishDecider  = decider.Decider[Fish]
	FishChildren = decider.Children[Fish]
	FishBehavior = behavior.Behavior[Fish]
	FishContext  = behavior.Context[Fish]
)

// Hooked is the only flag of fishes.
const Hooked decider.DecisionFlags = 1

var fishMind = FishDecider{
	Name: "FISH",
	Children: FishChildren{
		{Name: "PULL", DecisionFlags: decider.Check{All: Hooked}, Behavior: &pull},
		{Name: "GRAZE", Behavior: &graze},
	},
}

var pull = FishBehavior{Name: "PULL", Activate: func(c *FishContext) behavior.Status {
	fmt.Println(c.Time, c.Agent.In.Name[c.Agent.Row], "pulls")
	return behavior.Running
}}

// graze looks for food every 2 seconds. The fish sleeps in between.
var graze = FishBehavior{Name: "GRAZE", Period: 2, Tick: func(c *FishContext) behavior.Status {
	f, row := c.Agent.In, c.Agent.Row
	f.Food[row]++
	fmt.Println(c.Time, f.Name[row], "has eaten", f.Food[row])
	return behavior.Running
}}

// Shoal is the fishes and their minds.
type Shoal struct {
	Fishes
	Minds *crowd.Crowd[Fish]
}

// Add puts a fish into the last row.
func (s *Shoal) Add(name string, depth float32) error {
	mind, err := s.Minds.Add(Fish{&s.Fishes, len(s.Mind)})
	if err != nil {
		return err
	}
	s.Name = append(s.Name, name)
	s.Depth = append(s.Depth, depth)
	s.Food = append(s.Food, 0)
	s.Mind = append(s.Mind, mind)
	return nil
}

// Remove removes a fish, moves the last one into its row, and tells the crowd about the move.
func (s *Shoal) Remove(row int) error {
	if err := s.Minds.Remove(s.Mind[row]); err != nil {
		return err
	}
	last := len(s.Mind) - 1
	s.Name[row], s.Depth[row], s.Food[row], s.Mind[row] = s.Name[last], s.Depth[last], s.Food[last], s.Mind[last]
	s.Name, s.Depth, s.Food, s.Mind = s.Name[:last], s.Depth[:last], s.Food[:last], s.Mind[:last]
	if row == last {
		return nil
	}
	return s.Minds.Move(s.Mind[row], Fish{&s.Fishes, row})
}

// Agents in columns, with a handle as A. When a fish moves to another row, Move tells the crowd, and the fish's behavior
// goes on.
func Example_columns() {
	w := world.New(world.Options{Seed: 1})
	minds, err := crowd.New(w, decider.MustInitializeTreeData(&fishMind), crowd.Options[Fish]{Name: "SHOAL", Workers: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	shoal := &Shoal{Minds: minds}
	for _, name := range []string{"carp", "tench", "bream"} {
		if err := shoal.Add(name, 3); err != nil {
			fmt.Println(err)
		}
	}
	for second := range 4 {
		switch second {
		case 1:
			err = shoal.Remove(0) // the carp is caught: the bream moves into its row
		case 3:
			err = minds.SetFlags(shoal.Mind[0], Hooked, 0)
		}
		if err != nil {
			fmt.Println(err)
		}
		if err := w.Advance(1); err != nil {
			fmt.Println(err)
		}
		if _, err := minds.Tick(); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 1 carp has eaten 1
	// 1 tench has eaten 1
	// 1 bream has eaten 1
	// 3 tench has eaten 2
	// 3 bream has eaten 2
	// 4 bream pulls
}
