package why

//go:generate go tool -modfile=../tools/go.mod stringer -type=Outcome,How,Miss,As,Result -output=enum_string.go

// Outcome is what became of a decider in a tick.
type Outcome uint8

const (
	WentOn        Outcome = 1 + iota // it was active and still is
	Began                            // it became active
	Ended                            // it was active and is no longer
	BeganAnew                        // it was active, ended and became active again
	BeganAndEnded                    // it became active and ended
	Waits                            // it was chosen, and becomes active as soon as what runs has left
	Jumped                           // a Jump: it was accepted and led elsewhere
	NotChosen                        // it accepted, and was not entered
	Rejected                         // it was asked and said no
	Masked                           // it was asked again, and had finished before in this tick
	NotAsked                         // nobody asked it
	NotPlugged                       // its tree is not plugged in anywhere
)

// How is how a decider became active.
type How uint8

const (
	HowAsked       How = 1 + iota // its group asked it, and it accepted
	HowRoot                       // it is the root: it is entered when nothing is active
	HowDelegated                  // its group had asked it in its own place, and entered it
	HowMonitor                    // as a Monitor it fired
	HowJump                       // a Jump led to it, or through it
	HowWaited                     // it had been chosen before, and waited until what ran had left
	HowPlugged                    // it is the root of what is plugged into a slot that was visited
	HowForced                     // an override had it entered
	HowUnexplained                // the tick's events do not tell
)

// Miss is why nobody asked a decider.
type Miss uint8

const (
	MissChosen     Miss = 1 + iota // another one of its group was chosen first
	MissRuns                       // another one of its group runs and was not challenged by it
	MissNotYet                     // its turn comes later
	MissDone                       // it had its turn
	MissGroup                      // its group was not active
	MissGroupEnded                 // its group ended before it could be asked
	MissGroupIdle                  // its group was active and not visited in this tick
	MissLeaving                    // something has to leave first
	MissDeclined                   // it said no when its Concurrent group was entered, or has ended since
	MissLed                        // a Jump led through its group, which asks nobody then
	MissRedecide                   // its group's own Decide said no when it was to choose anew
	MissPanic                      // a panic ended the tick before
	MissLoop                       // the loop guard stopped the tick before
	MissRoot                       // it is a root: nobody asks it
	MissNoTick                     // there was no tick, only an operation
	MissUnknown                    // the tick's events do not tell
)

// MarshalText makes JSON show the name.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// MarshalText makes JSON show the name.
func (h How) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// MarshalText makes JSON show the name.
func (m Miss) MarshalText() ([]byte, error) { return []byte(m.String()), nil }
