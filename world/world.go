package world

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/decidertree/decidertree/internal/engine"
)

// Options are the initial state of a world. The zero value is seed 0 and time 0.
type Options struct {
	Seed uint64  // of all random numbers in this world
	Time float64 // the first time of its clock, in seconds; NaN and infinities count as 0
}

// World is what the agents of one match share. Make it with [New]. A nil World is valid for a lone agent: see the
// package documentation.
type World struct {
	seed   uint64
	now    float64
	dt     float64
	frame  uint64
	closed atomic.Bool // set at the beginning of Close
	gone   atomic.Bool // Close is done

	// mu guards the agents, the gates and the squads. It is never held while a crowd, a memory or user code is called.
	mu sync.RWMutex
	registry
	gates  gates
	squads squads
	woken  []AgentID // agents of crowds that a part of Advance has to wake

	mail   sync.Mutex
	outbox []message // to be delivered by the next Advance
	sorted []message // swapped with outbox at Advance, so that delivering may send

	systems systems

	saved   saved // in a restored world: state of gates and squads that no tree names yet
	awaited idSet // in a restored world: singles that are not restored yet

	watch  watch
	counts counts
}

// New makes a world.
func New(o Options) *World {
	w := &World{seed: o.Seed}
	w.singles, w.pages = map[AgentID]single{}, map[AgentID]owner{}
	w.gates.of, w.squads.of = map[*Gate]*gateState{}, map[*Squad]*squadState{}
	w.squads.instances = map[uint64]*instance{}
	if !math.IsNaN(o.Time) && !math.IsInf(o.Time, 0) {
		w.now = o.Time
	}
	return w
}

// Reseed is for package history: it changes the world's seed, so that what chance decides from now on comes out otherwise.
func (w *World) Reseed(_ engine.Key, seed uint64) { w.seed = seed }

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

// DT returns the dt of the last [World.Advance], in seconds; 0 before the first, and for a nil World.
func (w *World) DT() float64 {
	if w == nil {
		return 0
	}
	return w.dt
}

// Advance begins a frame: it moves the clock by dt seconds and counts the frame. Then it delivers the messages sent
// since the last Advance, ordered by (sender, sequence), delivers the results of systems, grants free places of
// gates to the agents of crowds that claim them, opens barriers, dissolves squads that a member has left too early,
// and forms new ones. Call it once a frame, before agents tick.
//
// A dt that is negative, NaN or infinite is an error wrapping [ErrTime]; a closed world returns [ErrClosed], and one
// with a crowd that is ticking [ErrTicking]. Then nothing has changed. After all other errors the frame has begun:
// they wrap [ErrUndelivered] for messages to agents without stimuli, [stimuli.ErrFull] for messages to agents whose
// sets were full (the first 8 one by one, then the number of the others), and [ErrSquadTooLarge], once for each squad,
// for one that needs more agents than the world has.
func (w *World) Advance(dt float64) error {
	if w == nil {
		return &NoWorldError{What: "Advance"}
	}
	if err := w.idle("advance"); err != nil {
		return err
	}
	if !(dt >= 0 && dt <= math.MaxFloat64) || math.IsInf(w.now+dt, 0) {
		return fmt.Errorf("%w, not %v", ErrTime, dt)
	}
	w.giveUpAwaited()
	w.Told(engine.Key{})
	w.now += dt
	w.dt = dt
	w.frame++
	err := w.deliver()
	w.advanceSystems()
	w.advanceGates()
	err = errors.Join(err, w.advanceSquads())
	w.tellBegan()
	return err
}
