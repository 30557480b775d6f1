package behavior

//go:generate go tool -modfile=../tools/go.mod stringer -type=Status,Reason -output=status_string.go

// Status is the result of a behavior and of any visit of a decider. The zero Status is invalid: it counts as Failure
// and is reported as an error, so that a forgotten return value is noticed.
type Status uint8

const (
	Running Status = 1 + iota // not done yet: tick again next frame
	Success                   // done
	Failure                   // not possible, or not any more
)

// Reason is why Deactivate or Leave is called. The zero Reason is none.
type Reason uint8

const (
	Succeeded   Reason = 1 + iota // it returned Success
	Failed                        // it returned Failure
	Interrupted                   // a more important decider took over
	Cancelled                     // a group above it ended, or the loop guard ended the tick
	Reset                         // Memory.Reset, or ResetBelow
	Closed                        // Memory.Close
	Panicked                      // user code of this agent panicked, here or elsewhere on the path
	TimedOut                      // its Timeout, or that of a decider above it, was over
	Removed                       // its tree was unplugged, or the agent was removed from its crowd
	Restored                      // after a Restore or Migrate it could not stay active, for example because its gate was full
)

// BehaviorFlags are for the game: a decider passes its BehaviorFlags to its behavior, so that one behavior can stand in
// several places and act a little differently in each (Spore S15).
type BehaviorFlags uint64

// DecisionFlags are the game's switches over deciders, passed to every tick: level, kind, dead, night (Spore S06).
// Declare them as 1 << iota constants.
type DecisionFlags uint64

// If turns a condition into the value of a Decide: 1 for true, 0 for false.
func If(condition bool) float64 {
	if condition {
		return 1
	}
	return 0
}
