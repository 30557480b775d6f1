package world

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
)

// AgentID names an agent within its world. No ID is used twice in a world's life, also not after its agent is
// gone, because random draws are keyed by it. 0 is nobody: the sender of a message from outside any agent,
// and a fit ID for a lone creature without a world.
type AgentID uint64

var (
	// ErrTime is wrapped by the error for a dt that is negative, NaN or infinite.
	ErrTime = errors.New("world: dt must be finite and 0 or more")
	// ErrAgentUsed is wrapped by the error for an agent ID that this world has given to another agent before.
	ErrAgentUsed = errors.New("world: agent ID was used before")
	// ErrUndelivered is wrapped by the error of Advance for messages whose receiver the world does not know.
	ErrUndelivered = errors.New("world: message not delivered")
	// ErrNoWorld is wrapped by the error for sending without a world.
	ErrNoWorld = errors.New("world: there is no world to send through")
)

// Options are what a world starts from. The zero value is seed 0 and time 0.
type Options struct {
	Seed uint64  // of every random draw in this world
	Time float64 // of its clock at first, in seconds; NaN and infinities count as 0
}

// World is what agents share. Make it with [New].
type World struct {
	seed   uint64
	now    float64
	frame  uint64
	last   AgentID
	agents map[AgentID]*stimuli.Set // every ID ever used; nil where nobody listens

	mail   sync.Mutex
	outbox []message // waiting for the next Advance
	sorted []message // outbox's twin, swapped at Advance so that delivering may send
}

// New makes a world.
func New(o Options) *World {
	w := &World{seed: o.Seed, agents: map[AgentID]*stimuli.Set{}}
	if !math.IsNaN(o.Time) && !math.IsInf(o.Time, 0) {
		w.now = o.Time
	}
	return w
}

// Seed returns the world's seed; 0 for a nil World.
func (w *World) Seed() uint64 {
	if w == nil {
		return 0
	}
	return w.seed
}

// Time returns the world's clock in seconds; 0 for a nil World.
func (w *World) Time() float64 {
	if w == nil {
		return 0
	}
	return w.now
}

// Frame returns how often the world has advanced; 0 for a nil World. It is the tick number of its agents.
func (w *World) Frame() uint64 {
	if w == nil {
		return 0
	}
	return w.frame
}

// NewAgent returns an ID no agent of this world has had.
func (w *World) NewAgent() AgentID {
	for {
		w.last++
		if _, used := w.agents[w.last]; !used {
			return w.last
		}
	}
}

// Advance begins a frame: it moves the clock by dt seconds, counts the frame, and delivers what was sent since
// the last Advance, ordered by (sender, sequence). Call it once a frame, before agents tick.
//
// A dt that is negative, NaN or infinite is an error wrapping [ErrTime] and changes nothing. Messages that
// nobody could receive are an error wrapping [ErrUndelivered], and a message that found its receiver's set
// full is an error wrapping [stimuli.ErrFull]; the frame has begun all the same and the rest has arrived.
func (w *World) Advance(dt float64) error {
	if !(dt >= 0 && dt <= math.MaxFloat64) || math.IsInf(w.now+dt, 0) {
		return fmt.Errorf("%w, not %v", ErrTime, dt)
	}
	w.now += dt
	w.frame++
	return w.deliver()
}

// Join is for the packages of this module: it takes an ID for an agent, once in the world's life.
func (w *World) Join(_ engine.Key, id AgentID) error {
	if _, used := w.agents[id]; used {
		return fmt.Errorf("%w: %d; take one from NewAgent", ErrAgentUsed, id)
	}
	w.agents[id] = nil
	return nil
}

// Listen is for the packages of this module: messages to the agent go to this set from now on; nil for none. Ticks
// call it, and agents of one world may tick at the same time.
func (w *World) Listen(_ engine.Key, id AgentID, set *stimuli.Set) {
	w.mail.Lock()
	w.agents[id] = set
	w.mail.Unlock()
}
