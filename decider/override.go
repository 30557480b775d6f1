package decider

import (
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/internal/engine"
)

// This file is deciders that are forced or forbidden for one agent, by a tool or a test.

// Override is what asking a decider comes to, whatever its conditions say.
type Override uint8

const (
	NoOverride Override = iota // it goes by its conditions
	Forced                     // it accepts: neither its flags, role, limit and timers nor its Decide count
	Forbidden                  // it rejects, with the verdict FailedOverride
)

// Override forces or forbids a decider for this agent, in all places it stands in and in whatever is plugged in, until it
// is called again with NoOverride: to try out by hand what a creature does if. It is for tools and tests, and costs the
// agent the quick way of a tick.
//
// A forced decider still rejects where it finished earlier in this tick, where its squad or gate has no place for the
// agent, where nothing is plugged in, and as a group that delegates where no child accepts. What is active already is
// not asked; forbidding it does not end it.
//
// The error wraps [ErrNoDecider] where no tree of the agent has the name. Call it between ticks.
func (m *Memory[A]) Override(name string, o Override) error {
	if err := m.fit(); err != nil {
		return err
	}
	switch {
	case m.phase == ticking:
		return ErrReentrant
	case m.viewing:
		return fmt.Errorf("%w; use Crowd.Override", ErrInCrowd)
	case !m.knows(name):
		return fmt.Errorf("%w: %q", ErrNoDecider, name)
	}
	m.hold(Overridden(key, m.heldTo, name, o))
	return nil
}

// Overridden is for the packages of this module: holds with one more override, or one less; nil for nothing.
func Overridden(_ engine.Key, holds *engine.Holds, name string, o Override) *engine.Holds {
	next := holds.Copy()
	next.Deciders = slices.DeleteFunc(next.Deciders, func(h engine.Hold) bool { return h.Name == name })
	if o == Forced || o == Forbidden {
		next.Deciders = append(next.Deciders, engine.Hold{Name: name, ID: engine.Hash(name), Override: uint8(o)})
	}
	return next.Any()
}

// asideHeld has the ticks of an agent that is held to something take the long way, where everybody is asked in full, as an
// observer of level 5 has it.
const asideHeld Level = 8

// hold holds the agent to something else from its next tick on.
func (r *runner[A]) hold(holds *engine.Holds) {
	r.heldTo, r.aside = holds, 0
	if holds != nil {
		r.aside = asideHeld
	}
}

// obeyHolds sets and clears the decision flags that the agent is held to.
func (r *runner[A]) obeyHolds() {
	r.flags = r.flags&^DecisionFlags(r.heldTo.Clear) | DecisionFlags(r.heldTo.Set)
	r.context.DecisionFlags = r.flags
}

// overrides is what p is held to.
func (r *runner[A]) override(p place) Override {
	label := &r.tree.infos[p].label
	for i := range r.heldTo.Deciders {
		if h := &r.heldTo.Deciders[i]; h.ID == label.ID && h.Name == label.Name {
			return Override(h.Override)
		}
	}
	return NoOverride
}

// considerForced is consider of a decider that is forced.
func (r *runner[A]) considerForced(p place) (value float64, verdict Verdict) {
	a, in := &r.tree.asks[p], &r.tree.infos[p]
	value = max(in.weight, 1)
	if in.handover != nil { // what it hands on
		own := r.decide(p, inDecide)
		if !(own > 0) {
			r.forget(in) // what a rejecting one has found reaches nobody
		}
		value = max(own, value)
	}
	switch {
	case in.jump >= 0:
		return r.considerTarget(p, value)
	case a.delegates && r.delegate(p).child == nowhere:
		return 0, FailedChildren
	}
	return r.acceptShared(p, in, value)
}
