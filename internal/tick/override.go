package tick

import (
	"slices"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/program"
)

// This file has overrides: deciders that a tool or a test forces or forbids for one agent, and decision flags that it
// sets or clears.

// Overridden returns a copy of holds with the override of a name set or removed; nil if nothing is left.
func Overridden(holds *engine.Holds, name string, o event.Override) *engine.Holds {
	next := holds.Copy()
	next.Deciders = slices.DeleteFunc(next.Deciders, func(h engine.Hold) bool { return h.Name == name })
	if o == event.Forced || o == event.Forbidden {
		next.Deciders = append(next.Deciders, engine.Hold{Name: name, ID: engine.Hash(name), Override: uint8(o)})
	}
	return next.Any()
}

// Held returns the agent's overrides; nil without any.
func (r *Runner) Held() *engine.Holds {
	if r.listeners == nil {
		return nil
	}
	return r.listeners.overrides
}

// HoldTo replaces the agent's overrides from its next tick on. With overrides, candidates are asked in full.
func (r *Runner) HoldTo(holds *engine.Holds) {
	if holds == nil && r.listeners == nil {
		return
	}
	r.listener().overrides = holds
	r.chooseAsking()
	r.forgetListeners()
}

// obeyHolds applies the overrides of decision flags.
func (r *Runner) obeyHolds() {
	holds := r.Held()
	r.Flags = r.Flags&^declaration.DecisionFlags(holds.Clear) | declaration.DecisionFlags(holds.Set)
	r.Context.DecisionFlags = uint64(r.Flags)
}

// override returns the override of p.
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

// askForced is checkConditions for a decider that is forced.
func (r *Runner) askForced(p program.Place) (value float64, verdict event.Verdict) {
	value = max(r.Tree.Condition(p).Weight, 1)
	if r.Tree.Condition(p).Dblock >= 0 { // its Decide fills the DBlock
		own := r.decide(p, inDecide)
		if !(own > 0) {
			r.forget(p) // a rejecting Decide hands on nothing
		}
		value = max(own, value)
	}
	return r.askRest(p, value)
}
