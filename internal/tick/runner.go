package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/shared"
)

// runner ticks one agent: it holds the inputs of the tick, and points at the agent's memory and at the
// scratch. A Memory has one of its own; what an agent keeps lies in its bytes and boxes alone.
type Runner struct {
	Self *Runner // its own address, to notice copies; nil in a memory NewMemory did not make
	shared.Sharing
	Clock
	UnderWay            // the Jump that is being followed
	ears     *listeners // nil where nobody listens
	taking   *taping    // the recording, while a take of this agent is open; else nil
	Backlog  *backlog   // nil until there was something in it

	// Of this tick.
	Flags         declaration.DecisionFlags
	Entries       int           // deciders entered
	Running       program.Place // whose user code runs
	FailedIn      program.Place // whose Decide has called Fail since it was asked; else nowhere
	Phase         phase
	Call          call            // which function of it
	reason        behavior.Reason // of the Deactivate or Leave that runs
	level         uint8           // the event.Level at which it is observed
	asksInFull    bool            // every candidate is asked in full: somebody wants to know, or it is held to something
	Alone         bool            // it lives without a world
	Met           bool            // the Context has an agent, although there was no tick since the memory was made or Reset
	Guarded       bool            // whoever ticks calls EndBroken: see Tick
	PanicsThrough bool
	Broken        bool // a panic was let through: the path is to be taken down first
	Debug         debugState
}

// phase is what may be done with a memory now.
type phase uint8

const (
	unmade  phase = iota // the zero Memory
	Idle                 // between ticks
	Ticking              // in a tick, a Reset or a Close
	Refused              // backlog.Refusal tells why
	Closed
)

// call is a user function.
type call uint8

const (
	NoCall call = iota
	inDecide
	inActivate
	inTick
	inDeactivate
	inLeave
	inWorth    // a Decide asked again while its decider is active (Scored)
	InObserver // not of the agent's: Observe or ObserveLevel
)

func (c call) String() string {
	return [...]string{"engine", "Decide", "Activate", "Tick", "Deactivate", "Leave", "Decide", "Observer"}[c]
}

// frameNumber is the tick's number: the world's frame, or the agent's own count where it lives without one.
func (r *Runner) FrameNumber() uint64 {
	if r.Alone {
		return uint64(r.Ticks)
	}
	return r.Env.Frame()
}
