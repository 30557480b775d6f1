package crowd

import (
	"fmt"
	"time"
)

// MaxErrors is the most errors that a Report keeps: those of the agents with the lowest IDs.
const MaxErrors = 64

// Report is the result of a Tick. It is valid until the next Tick of the crowd.
type Report struct {
	Frame   uint64        // of the world
	Agents  int           // in the crowd
	Ticked  int           // agents that were ticked
	Skipped int           // agents that slept, or waited because of their rate
	Entered int           // deciders that became active, over all agents
	Failed  int           // agents whose tick had an error
	Errors  []error       // of these agents in the order of their IDs, at most MaxErrors; each joins *decider.TickErrors, which name agent and decider
	Took    time.Duration // how long the Tick took, with Options.Timed; else 0
}

// String returns the report as one line, for a status bar.
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
