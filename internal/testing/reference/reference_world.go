package reference

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// ReferenceWorld is a [world.World] as plain as [Reference], which several References share: the clock, the frame,
// messages, gates and squads. It knows nothing of package world but its declarations, so it is a measure for
// that too. It belongs to one goroutine.
type ReferenceWorld struct {
	seed  uint64
	now   float64 // seconds
	frame uint64

	living   map[world.AgentID]bool         // every agent that ever joined; false when it is gone
	sets     map[world.AgentID]*stimuli.Set // where messages go; nil where nobody listens
	messages []message                      // sent since the last Advance, oldest first
	lost     uint64                         // messages that reached nobody

	gates  map[gateAndKey]*gateState
	squads map[*world.Squad]*squadState
	order  []*world.Squad // in which they became known
	formed uint64         // squads so far

	// Happened counts what agents did together, so that tests can see whether anything did.
	Happened map[string]int

	later map[world.AgentID][]func() // what agents of crowds did in the tick that is not over yet, by agent
}

// letter is a message on its way.
type message struct {
	from, to world.AgentID
	stimulus stimuli.Stimulus
}

// NewReferenceWorld makes a world without agents.
func NewReferenceWorld(o world.Options) *ReferenceWorld {
	w := &ReferenceWorld{
		seed: o.Seed, living: map[world.AgentID]bool{}, sets: map[world.AgentID]*stimuli.Set{},
		gates: map[gateAndKey]*gateState{}, squads: map[*world.Squad]*squadState{}, later: map[world.AgentID][]func(){},
		Happened: map[string]int{},
	}
	if !math.IsNaN(o.Time) && !math.IsInf(o.Time, 0) {
		w.now = o.Time
	}
	return w
}

// Time is the clock, in seconds.
func (w *ReferenceWorld) Time() float64 { return w.now }

// Frame is how often the world has advanced.
func (w *ReferenceWorld) Frame() uint64 { return w.frame }

// Undelivered is how many messages have reached nobody.
func (w *ReferenceWorld) Undelivered() uint64 { return w.lost }

// Advance begins a frame (R25): the clock, then messages, gates and squads.
func (w *ReferenceWorld) Advance(dt float64) error {
	if !(dt >= 0) || math.IsInf(dt, 0) || math.IsInf(w.now+dt, 0) {
		return fmt.Errorf("%w, not %v", world.ErrTime, dt)
	}
	w.now += dt
	w.frame++
	err := w.deliver()
	w.grantClaims()
	return errors.Join(err, w.advanceSquads())
}

// Send puts a stimulus on its way to an agent, as [world.World.Send] and Context.Send do.
func (w *ReferenceWorld) Send(from, to world.AgentID, s stimuli.Stimulus) error {
	if err := s.Err(); err != nil {
		return err
	}
	w.messages = append(w.messages, message{from, to, s})
	return nil
}

// deliver hands out the messages by sender, and within a sender in the order of sending (R23).
func (w *ReferenceWorld) deliver() error {
	letters := w.messages
	w.messages = nil
	slices.SortStableFunc(letters, func(a, b message) int { return cmp.Compare(a.from, b.from) })
	var lost *world.UndeliveredError
	var full []error
	for _, l := range letters {
		if living, known := w.living[l.to]; known && !living {
			w.lost++
			continue
		}
		set := w.sets[l.to]
		if set == nil {
			if lost == nil {
				lost = &world.UndeliveredError{From: l.from, To: l.to, Stimulus: l.stimulus}
			}
			lost.Count++
			w.lost++
		} else if err := set.Add(l.stimulus); err != nil {
			full = append(full, fmt.Errorf("world: from agent %d to agent %d: %w", l.from, l.to, err))
		}
	}
	if n := len(full) - tellsFull; n > 0 {
		full = append(full[:tellsFull], fmt.Errorf("world: and %d message(s) more like these", n))
	}
	if lost != nil {
		full = append(full, lost)
	}
	return errors.Join(full...)
}

// tellsFull is how many messages that found a set full are told of one by one.
const tellsFull = 8

// join takes an ID for an agent, once in the world's life.
func (w *ReferenceWorld) join(id world.AgentID) error {
	if _, used := w.living[id]; used {
		return fmt.Errorf("%w: %d", world.ErrAgentUsed, id)
	}
	w.living[id] = true
	return nil
}

// leave is the end of an agent.
func (w *ReferenceWorld) leave(id world.AgentID) {
	w.living[id] = false
	delete(w.sets, id)
}

// agents is how many there are.
func (w *ReferenceWorld) agents() (n int) {
	for _, living := range w.living {
		if living {
			n++
		}
	}
	return n
}

// CrowdTicked ends the tick of a crowd: what its agents did to gates and squads meanwhile happens now, in the order of
// their IDs. Nobody has noticed anything of it before.
func (w *ReferenceWorld) CrowdTicked() {
	for _, id := range slices.Sorted(maps.Keys(w.later)) {
		for _, happen := range w.later[id] {
			happen()
		}
	}
	clear(w.later)
}
