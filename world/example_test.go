package world_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// dog is an agent that barks at another one.
type dog struct {
	name string
	at   world.AgentID
}

const barkedAt stimuli.StimuliFlags = 1

var barking = decider.Decider[*dog]{Name: "BARKING", Behavior: &behavior.Behavior[*dog]{
	Name: "BARK",
	Tick: func(c *behavior.Context[*dog]) behavior.Status {
		fmt.Printf("%d: %s, barked at: %t\n", c.World().Frame(), c.Agent.name, c.Stimuli.Flags()&barkedAt != 0)
		if c.Agent.at != 0 {
			c.Send(c.Agent.at, stimuli.Note(barkedAt, 0))
		}
		return behavior.Running
	},
}}

// A World is made per match. What agents send each other arrives when it next advances, whoever ticks first.
func Example() {
	w := world.New(world.Options{Seed: 7})
	tree := decider.MustInitializeTreeData(&barking)
	rex, bella := tree.NewMemory(w, w.NewAgent()), tree.NewMemory(w, w.NewAgent())
	var rexHears, bellaHears stimuli.Set
	for range 2 {
		rexHears.Update(0.1)
		bellaHears.Update(0.1)
		if err := w.Advance(0.1); err != nil {
			fmt.Println(err)
		}
		_ = decider.TickBehaviorTree(rex, &dog{"Rex", bella.ID()}, decider.Input{Time: w.Time(), DT: 0.1, Stimuli: &rexHears})
		_ = decider.TickBehaviorTree(bella, &dog{name: "Bella"}, decider.Input{Time: w.Time(), DT: 0.1, Stimuli: &bellaHears})
	}
	// Output:
	// 1: Rex, barked at: false
	// 1: Bella, barked at: false
	// 2: Rex, barked at: false
	// 2: Bella, barked at: true
}

func ExampleWorld_Advance() {
	w := world.New(world.Options{Time: 100})
	fmt.Println(w.Advance(0.5), w.Frame(), w.Time())
	fmt.Println(w.Advance(-1), w.Frame(), w.Time())
	_ = w.Send(12, stimuli.Note(barkedAt, 1))
	fmt.Println(w.Advance(0.5))
	// Output:
	// <nil> 1 100.5
	// world: dt must be finite and 0 or more, not -1 1 100.5
	// world: 1 message(s) not delivered, the first of kind 0x1 from agent 0 to agent 12, which has no stimuli; give it a Set in Input.Stimuli, or its crowd StimuliEach
}

// What came to nothing is counted.
func ExampleWorld_Stats() {
	w := world.New(world.Options{})
	rex := decider.MustInitializeTreeData(&barking).NewMemory(w, w.NewAgent())
	var hears stimuli.Set
	_ = decider.TickBehaviorTree(rex, &dog{name: "Rex"}, decider.Input{Stimuli: &hears})
	for i := range 6 {
		_ = w.Send(rex.ID(), stimuli.Note(barkedAt, float64(i)))
	}
	fmt.Println(w.Advance(0.5))
	fmt.Printf("%+v\n", w.Stats())
	// Output:
	// 0: Rex, barked at: false
	// world: from agent 0 to agent 1: stimuli: set of 4 is full: dropped kind 0x1, the one nearest its end; give NewSet more room or shorter lives
	// world: from agent 0 to agent 1: stimuli: set of 4 is full: dropped kind 0x1, the one nearest its end; give NewSet more room or shorter lives
	// {Undelivered:0 Overflowed:2 Stale:0}
}

func ExampleWorld_Close() {
	w := world.New(world.Options{})
	fmt.Println(w.Close(), w.Closed())
	fmt.Println(w.Advance(0.5))
	fmt.Println(w.Send(1, stimuli.Note(barkedAt, 1)))
	fmt.Println(w.Close()) // once more does nothing
	// Output:
	// <nil> true
	// world: it is closed and cannot advance; make a new one
	// world: it is closed and cannot send; make a new one
	// <nil>
}
