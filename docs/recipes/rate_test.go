package recipes_test

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// Rover is where it is drawn, and how it moves until its mind thinks again.
type Rover struct {
	X, Speed float64
	Thought  float64 // when its mind thought last
	Thoughts int
}

// Minds think 10 times a second, bodies move 60 times.
func Example_rate() {
	type Context = behavior.Context[*Rover]
	drive := behavior.Behavior[*Rover]{
		Name: "DRIVE",
		Tick: func(c *Context) behavior.Status {
			c.Agent.Thoughts++
			c.Agent.Speed = 3 - c.Agent.X // the mind sets the speed, it does not move the body
			return behavior.Running
		},
	}
	tree := decider.MustInitializeTreeData(&decider.Decider[*Rover]{Name: "ROVER", Behavior: &drive})
	var rovers []*Rover
	var memories []*decider.Memory[*Rover]
	for i := range 12 {
		rovers = append(rovers, &Rover{})
		memories = append(memories, tree.NewMemory(nil, world.AgentID(i+1)))
	}

	const dt, between = 1.0 / 60, 6 // frames between two thoughts
	for frame := range 60 {
		now := float64(frame) * dt
		thinking := 0
		for i, rover := range rovers {
			if frame%between == i%between { // a sixth of them in each frame
				in := decider.Input{Time: now, DT: now - rover.Thought}
				if err := decider.TickBehaviorTree(memories[i], rover, in); err != nil {
					fmt.Println(err)
				}
				rover.Thought = now
				thinking++
			}
			rover.X += rover.Speed * dt // every frame
		}
		if frame%20 == 0 {
			fmt.Printf("frame %d: %d minds think, the first rover is at %.2f\n", frame, thinking, rovers[0].X)
		}
	}
	fmt.Println("thoughts of the first and the last in one second:", rovers[0].Thoughts, rovers[11].Thoughts)
	// Output:
	// frame 0: 2 minds think, the first rover is at 0.05
	// frame 20: 2 minds think, the first rover is at 0.92
	// frame 40: 2 minds think, the first rover is at 1.54
	// thoughts of the first and the last in one second: 10 10
}
