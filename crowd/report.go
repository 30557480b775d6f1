package crowd

import (
	"fmt"
	"time"
)

// MaxErrors is how many errors a Report keeps: those of the agents with the lowest IDs.
const MaxErrors = 64

// Report is what a Tick did. It is valid until the next Tick of the crowd.
type Report struct {
	Frame   uint64        // of the world
	Agents  int           // in the crowd
	Ticked  int           // agents
	Skipped int           // agents that slept, or whose rate had them wait
	Entered int           // deciders that became active, in all agents
	Failed  int           // agents whose tick had an error
	Errors  []error       // of these, at most MaxErrors, in the order of their IDs: each joins *decider.TickErrors, which tell agent and decider
	Took    time.Duration // with Options.Timed; else 0
}

// String is a line for a status bar.
func (r *Report) String() string {
	s := fmt.Sprintf("frame %d: %d of %d agents ticked, %d entered", r.Frame, r.Ticked, r.Agents, r.Entered)
	if r.Failed > 0 {
		s += fmt.Sprintf(", %d failed", r.Failed)
	}
	if r.Took > 0 {
		s += fmt.Sprintf(", %v", r.Took.Round(time.Microsecond))
	}
	return s
}
