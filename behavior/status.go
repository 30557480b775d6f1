package behavior

//go:generate go tool -modfile=../tools/go.mod stringer -type=Status,Reason -output=status_string.go

// Status is what a behavior, and any visit of a decider, returns. The zero value is invalid: it counts as
// Failure and is reported as an error, so a forgotten return value is noticed.
type Status uint8

const (
	Running Status = 1 + iota // not done yet: tick again next frame
	Success                   // done
	Failure                   // could not, or can no longer
)

// Reason is why a Deactivate is called.
type Reason uint8

const (
	Succeeded   Reason = 1 + iota // it returned Success
	Failed                        // it returned Failure
	Interrupted                   // something more important took over
	Cancelled                     // what it stood in ended, or the tick's loop guard ended everything
	Reset                         // Memory.Reset, or ResetBelow
	Closed                        // Memory.Close
	Panicked                      // user code of this agent panicked, perhaps elsewhere on the path
	TimedOut                      // its Timeout, or that of a decider above it, is over
	Removed                       // the tree it is part of was unplugged, or the agent was taken out of its crowd
	Restored                      // a snapshot was restored, and it could not go on: its gate is taken by others, say
)

// Flags are free for the game: a decider hands its BehaviorFlags to whatever behavior it runs, so that one
// behavior can stand in several places and act a little differently in each (Spore S15).
type Flags uint64

// DecisionFlags are the game's switches over deciders, handed in with every tick: level, kind, dead, night
// (Spore S06). Declare them as 1 << iota constants.
type DecisionFlags uint64

// If turns a condition into Decide's answer: 1 for true, 0 for false.
func If(condition bool) float64 {
	if condition {
		return 1
	}
	return 0
}
