package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/shared"
)

// Runner ticks one agent. It holds the inputs of the tick and points at the agent's memory and at the scratch. A
// Memory has its own Runner. All state of an agent lies in its bytes and boxes.
type Runner struct {
	Self *Runner // its own address, to detect copies; nil in a memory that NewMemory did not make
	shared.Sharing
	Clock
	UnderWay             // the Jump that is being followed
	listeners *listeners // nil without listeners
	taking    *taping    // the recording while a take of this agent is open, else nil
	Backlog   *backlog   // nil until its first entry
	Debug     debugState // of size 0 without its build tag, which as the last field would take 8 bytes

	// Of this tick.
	Flags         declaration.DecisionFlags
	Entries       int           // deciders entered
	worthWaiting  float64       // the value of undecided
	Running       program.Place // the decider whose user code runs
	undecided     program.Place // the first candidate of the present choice that is pending; 0 (the root is never asked) for none
	FailedIn      program.Place // the decider whose Decide called Fail since it was asked; else Nowhere
	Phase         phase
	Call          call            // the user function that runs
	reason        behavior.Reason // of the Deactivate or Leave that runs
	level         uint8           // the event.Level at which the agent is observed
	asksInFull    bool            // every candidate is asked in full: questions are observed, or there are overrides
	Alone         bool            // the agent has no world
	Met           bool            // the Context has an agent, although there was no tick since NewMemory or Reset
	Guarded       bool            // the caller of Tick calls EndBroken: see Tick
	PanicsThrough bool
	Broken        bool // a panic was let through: the next tick takes the path down first
}

// phase says which calls a memory allows.
type phase uint8

const (
	unmade  phase = iota // the zero Memory
	Idle                 // between ticks
	Ticking              // in a tick, a Reset or a Close
	Refused              // backlog.Refusal has the reason
	Closed
	Pooled // in its pool
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
	inKey      // a GateKey, SquadKey or CanPlay, which is part of asking; errors tell it as the Decide
	InObserver // not of the agent's: Observe or ObserveLevel
)

// asks reports whether the function answers for a candidate or for the active child of a Scored group.
func (c call) asks() bool { return c == inDecide || c == inWorth || c == inKey }

func (c call) String() string {
	return [...]string{"engine", "Decide", "Activate", "Tick", "Deactivate", "Leave", "Decide", "Decide", "Observer"}[c]
}

// FrameNumber returns the tick's number: the world's frame, or the agent's own count without a world.
func (r *Runner) FrameNumber() uint64 {
	if r.Alone {
		return uint64(r.Ticks)
	}
	return r.Env.Frame()
}
