package tick

import (
	"slices"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/program"
)

// This file is deciders that are forced or forbidden for one agent, by a tool or a test.

// Overridden is holds with one more override, or one less; nil for nothing.
func Overridden(holds *engine.Holds, name string, o event.Override) *engine.Holds {
	next := holds.Copy()
	next.Deciders = slices.DeleteFunc(next.Deciders, func(h engine.Hold) bool { return h.Name == name })
	if o == event.Forced || o == event.Forbidden {
		next.Deciders = append(next.Deciders, engine.Hold{Name: name, ID: engine.Hash(name), Override: uint8(o)})
	}
	return next.Any()
}

// Held is what the agent is held to by tools; nil for nothing.
func (r *Runner) Held() *engine.Holds {
	if r.ears == nil {
		return nil
	}
	return r.ears.heldTo
}

// HoldTo holds the agent to something else from its next tick on. Candidates are asked in full then.
func (r *Runner) HoldTo(holds *engine.Holds) {
	if holds == nil && r.ears == nil {
		return
	}
	r.listener().heldTo = holds
	r.asksInFull = r.tellsQuestions() || holds != nil
	r.forgetListeners()
}

// obeyHolds sets and clears the decision flags that the agent is held to.
func (r *Runner) obeyHolds() {
	holds := r.Held()
	r.Flags = r.Flags&^declaration.DecisionFlags(holds.Clear) | declaration.DecisionFlags(holds.Set)
	r.Context.DecisionFlags = uint64(r.Flags)
}

// overrides is what p is held to.
func (r *Runner) override(p program.Place) event.Override {
	label := &r.Tree.Facts[p].Label
	holds := r.Held()
	for i := range holds.Deciders {
		if h := &holds.Deciders[i]; h.ID == label.ID && h.Name == label.Name {
			return event.Override(h.Override)
		}
	}
	return event.NoOverride
}

// considerForced is consider of a decider that is forced.
func (r *Runner) considerForced(p program.Place) (value float64, verdict event.Verdict) {
	a := &r.Tree.Asks[p]
	value = max(r.Tree.Conditions[p].Weight, 1)
	if r.Tree.Conditions[p].Dblock >= 0 { // what it hands on
		own := r.decide(p, inDecide)
		if !(own > 0) {
			r.forget(p) // what a rejecting one has found reaches nobody
		}
		value = max(own, value)
	}
	switch {
	case r.Tree.Conditions[p].Jump >= 0:
		return r.considerTarget(p, value)
	case a.Delegates && r.delegate(p).Child == program.Nowhere:
		return 0, event.FailedChildren
	}
	return r.acceptShared(p, value)
}
