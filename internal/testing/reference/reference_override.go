package reference

import (
	"slices"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// This file forces and forbids deciders from outside (R2).

// Override forces or forbids a decider, as [decider.Memory.Override] does.
func (r *Reference[A]) Override(name string, o event.Override) error {
	switch {
	case r.busy:
		return decider.ErrReentrant
	case r.closed:
		return decider.ErrClosed
	case !slices.ContainsFunc(r.trees(), func(t *treeState[A]) bool { return len(t.named(name)) > 0 }):
		return decider.ErrNoDecider
	}
	if r.override == nil {
		r.override = map[string]event.Override{}
	}
	r.override[name] = o
	return nil
}

// forcedVerdict tests the conditions that a forced decider still needs. Its value is 1, or
// more if its Weight or its DBlock's Decide says so.
func (r *Reference[A]) forcedVerdict(p *place[A], a *asking[A]) event.Verdict {
	value := max(1, p.weight())
	if p.handover.Decide != nil {
		if !r.callDecide(p, a) {
			a.delegated, a.child = false, nil // the results of its children do not count
		}
		value = max(value, a.value)
	}
	a.value, a.decided = value, !p.isJump() || p.hasDecide() || p.decider.Weight != 0
	verdict := r.lastVerdict(p, a)
	if (verdict == event.Accepted || a.pending) && p.delegates() {
		a.value = value // not the child's
	}
	return verdict
}
