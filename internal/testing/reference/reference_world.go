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

// ReferenceWorld is a [world.World] as plain as [Reference], shared by several References: the clock, the frame, messages,
// gates and squads. It uses only the declarations of package world, so it tests that package too. It belongs to one
// goroutine.
type ReferenceWorld struct {
	seed  uint64
	now   float64 // seconds
	frame uint64

	living   map[world.AgentID]bool         // every agent that has joined; false if it has left
	sets     map[world.AgentID]*stimuli.Set // receivers of messages; nil for agents without stimuli
	messages []message                      // sent since the last Advance, oldest first
	lost     uint64                         // number of messages without a receiver

	gates  map[gateAndKey]*gateState
	squads map[*world.Squad]*squadState
	order  []*world.Squad // squads in the order in which they became known
	formed uint64         // number of squads formed so far

	// Happened counts events between agents, so that tests can require them.
	Happened map[string]int

	later map[world.AgentID][]func() // by agent: actions of crowds' agents in the current tick
}

// message is a message on its way.
type message struct {
	from, to world.AgentID
	stimulus stimuli.Stimulus
	renew    bool
}

// NewReferenceWorld returns a world without agents.
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

// Time returns the clock, in seconds.
func (w *ReferenceWorld) Time() float64 { return w.now }

// Frame returns how often the world has advanced.
func (w *ReferenceWorld) Frame() uint64 { return w.frame }

// Undelivered returns how many messages had no receiver.
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

// Send sends a stimulus to an agent, as [world.World.Send] and Context.Send do.
func (w *ReferenceWorld) Send(from, to world.AgentID, s stimuli.Stimulus) error {
	return w.post(message{from, to, s, false})
}

// SendRenew sends a stimulus to an agent, as [world.World.SendRenew] and Context.SendRenew do.
func (w *ReferenceWorld) SendRenew(from, to world.AgentID, s stimuli.Stimulus) error {
	return w.post(message{from, to, s, true})
}

func (w *ReferenceWorld) post(m message) error {
	if err := m.stimulus.Err(); err != nil {
		return err
	}
	w.messages = append(w.messages, m)
	return nil
}

// deliver delivers the messages by sender and, for each sender, in the order of sending (R23).
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
		if l.renew && set != nil {
			set.Remove(l.stimulus.Kind())
		}
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

// tellsFull limits the messages to full sets that are reported one by one.
const tellsFull = 8

// join adds an agent. An ID is used once in a world.
func (w *ReferenceWorld) join(id world.AgentID) error {
	if _, used := w.living[id]; used {
		return fmt.Errorf("%w: %d", world.ErrAgentUsed, id)
	}
	w.living[id] = true
	return nil
}

// leave removes an agent.
func (w *ReferenceWorld) leave(id world.AgentID) {
	w.living[id] = false
	delete(w.sets, id)
}

// agents returns the number of agents.
func (w *ReferenceWorld) agents() (n int) {
	for _, living := range w.living {
		if living {
			n++
		}
	}
	return n
}

// CrowdTicked ends the tick of a crowd: its agents' actions on gates and squads take effect now, in the order of their IDs.
func (w *ReferenceWorld) CrowdTicked() {
	for _, id := range slices.Sorted(maps.Keys(w.later)) {
		for _, happen := range w.later[id] {
			happen()
		}
	}
	clear(w.later)
}
