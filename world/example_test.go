package world_test

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// A world has the clock and hands out IDs. What is sent arrives at its next Advance.
func Example() {
	const HelpWanted stimuli.Flags = 1 << 0
	w := world.New(world.Options{Seed: 7})
	id := w.NewAgent()
	fmt.Println("agent", id, "frame", w.Frame(), "time", w.Time())

	fmt.Println(w.Send(id, stimuli.Note(HelpWanted, 5)))
	err := w.Advance(0.5) // nobody has ticked with that ID and a set of stimuli
	fmt.Println(errors.Is(err, world.ErrUndelivered), err)
	fmt.Println("frame", w.Frame(), "time", w.Time())
	// Output:
	// agent 1 frame 0 time 0
	// <nil>
	// true world: 1 message(s) not delivered, the first of kind 0x1 from agent 0 to agent 1, who is not listening
	// frame 1 time 0.5
}
