package reference

import (
	"fmt"
	"math"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// asking holds the results of asking one place once, and the actions of its Decide.
type asking[A any] struct {
	place   *place[A]
	again   bool // asked for the worth of an active child
	decided bool // Decide was called or Weight is set, so the target's value does not count
	value   float64

	failed    bool // Decide called Fail
	delegated bool // Decide called DelegateDecideToChildren
	child     *place[A]
	worth     float64 // what DelegateDecideToChildren returned
	awaits    bool    // the group would wait for a child

	pending bool // what rejects is not answered yet (R33)

	squadKey, gateKey uint64
	canPlay           world.RoleSet
}

// ask asks a candidate (R2). Its answer is no answer if it rejects.
func (r *Reference[A]) ask(p *place[A]) (answered answer[A], yes bool) {
	a, verdict := r.askFully(p)
	return answer[A]{p, a.value, a.pending}, verdict == event.Accepted || a.pending
}

func (r *Reference[A]) askFully(p *place[A]) (*asking[A], event.Verdict) {
	a := &asking[A]{place: p}
	p.delegate = nil // R15
	verdict := r.verdict(p, a)
	if a.pending {
		p.delegate = nil
	}
	r.tellAsked(a, checksOf(p.decider), verdict)
	return a, verdict
}

// verdict tests all conditions in turn, up to the first no.
func (r *Reference[A]) verdict(p *place[A], a *asking[A]) event.Verdict {
	d := p.decider
	switch {
	case r.masked[p]:
		return event.FailedMask
	case r.jumpedFrom(p) || p.isJump() && (p.target.active || r.isWaiting(p.target)):
		return event.FailedJump
	case p.isSlot() && p.plug == nil:
		return event.FailedSlot
	case r.override[d.Name] == event.Forbidden:
		return event.FailedOverride
	case r.override[d.Name] == event.Forced:
		return r.forcedVerdict(p, a)
	case !d.DecisionFlags.Passes(r.in.DecisionFlags):
		return event.FailedDecisionFlags
	case !d.StimuliFlags.Passes(r.in.Stimuli.Flags()): // live (R23)
		return event.FailedStimuliFlags
	case !r.hasRole(p):
		return event.FailedRole
	case d.Modifiers.Limit > 0 && p.tree.entries[d] >= d.Modifiers.Limit: // R17
		return event.FailedLimit
	case !r.cooled(p):
		return event.FailedCooldown
	case !r.passEvery(p):
		return event.FailedEvery
	case !r.decides(p, a):
		return event.FailedDecide
	}
	return r.lastVerdict(p, a)
}

// lastVerdict tests the conditions after Decide.
func (r *Reference[A]) lastVerdict(p *place[A], a *asking[A]) event.Verdict {
	verdict := event.Accepted
	switch {
	case p.isJump() && !r.targetAccepts(p, a):
		verdict = event.FailedTarget
	case (p.delegates() || a.awaits) && !r.childAccepts(p, a):
		verdict = event.FailedChildren
	case p.has(decider.Monitor) && p.isQuery() && !r.queryAccepts(p, a):
		verdict = event.FailedChildren
	case !r.passSquad(p, a):
		verdict = event.FailedSquad
	case !r.passGate(p, a):
		verdict = event.FailedGate
	}
	if verdict != event.Accepted && !a.pending {
		a.value = 0
	}
	if verdict != event.Accepted && p.dblock != nil {
		p.handover.DBlock.Clear(p.dblock) // R24
	}
	return verdict
}

// checksOf returns the set of a decider's preconditions.
func checksOf[A any](d *decider.Decider[A]) (checks event.Checks) {
	add := func(has bool, v event.Verdict) {
		if has {
			checks |= 1 << v
		}
	}
	add(!d.DecisionFlags.IsZero(), event.FailedDecisionFlags)
	add(!d.StimuliFlags.IsZero(), event.FailedStimuliFlags)
	add(d.Role != 0, event.FailedRole)
	add(d.Modifiers.Limit > 0, event.FailedLimit)
	add(d.Cooldown > 0, event.FailedCooldown)
	add(d.Every > 0, event.FailedEvery)
	add(d.Squad != nil, event.FailedSquad)
	add(d.Gate != nil, event.FailedGate)
	return checks
}

// cooled tests Cooldown.
func (r *Reference[A]) cooled(p *place[A]) bool {
	due, started := p.tree.cooldown[p.decider]
	return !started || r.in.Time >= due
}

func (r *Reference[A]) startCooldown(p *place[A]) {
	if d := p.decider; d.Cooldown > 0 {
		p.tree.cooldown[d] = r.in.Time + d.Cooldown
	}
}

// passEvery tests Every. A due timer restarts when it is passed, whatever the later conditions say, and counts as passed for
// the rest of the tick. A place that has been granted its gate or squad passes without being due.
func (r *Reference[A]) passEvery(p *place[A]) bool {
	d, t := p.decider, p.tree
	if d.Every == 0 || t.passed[d] {
		return true
	}
	due, started := t.every[d]
	if started && r.in.Time < due {
		if r.isExempt(p) {
			return true
		}
		r.uphold(p)
		return false
	}
	t.passed[d] = true
	t.every[d] = r.in.Time + d.Every
	return true
}

// decides asks Decide, or its substitute.
func (r *Reference[A]) decides(p *place[A], a *asking[A]) bool {
	switch {
	case p.hasDecide():
		return r.callDecide(p, a)
	case p.delegates():
		return true // R15: Weight is ignored
	case p.isJump() && p.decider.Weight == 0:
		return true // R16: the target's value counts
	}
	a.decided = true
	a.value = p.weight()
	return a.value > 0
}

// callDecide calls the user's Decide. A value that is not a finite number rejects and is an error; so does Fail.
func (r *Reference[A]) callDecide(p *place[A], a *asking[A]) bool {
	a.decided = true
	r.run(code[A]{place: p, call: "Decide", asking: a}, func(c *usercode.Context) {
		if p.handover.Decide == nil {
			a.value = p.decider.Decide(&r.context)
			return
		}
		p.handover.DBlock.Clear(p.dblock) // R24
		a.value = p.handover.Decide(c, p.dblock)
	})
	if math.IsNaN(a.value) || math.IsInf(a.value, 0) {
		r.erred(p, "Decide", fmt.Errorf("%w, not %v", decider.ErrNotANumber, a.value))
		a.value = 0
	}
	if a.failed {
		a.value = 0
	}
	accepted := a.value > 0
	if !accepted && p.dblock != nil {
		p.handover.DBlock.Clear(p.dblock) // R24: a rejected DBlock is cleared
	}
	if accepted && a.delegated {
		p.delegate = a.child
	}
	return accepted
}

// childAccepts tests the DelegateDecide flag (R15).
func (r *Reference[A]) childAccepts(p *place[A], a *asking[A]) bool {
	r.delegate(a)
	p.delegate, a.pending = a.child, a.awaits
	if !p.hasDecide() {
		a.value = a.worth
	}
	return a.child != nil
}

// delegate asks a group's children in its place, once in an asking.
func (r *Reference[A]) delegate(a *asking[A]) {
	if a.delegated {
		return
	}
	a.delegated = true
	chosen := r.choose(a.place)
	a.worth, a.awaits = chosen.value, chosen.waits
	if !chosen.waits {
		a.child = chosen.place
	}
}

// decideAgain asks an active group's own flags and Decide, and nothing else, before it redecides (R6).
func (r *Reference[A]) decideAgain(group *place[A]) (accepted bool, delegate *place[A]) {
	d := group.decider
	flags := &decider.Decider[A]{DecisionFlags: d.DecisionFlags, StimuliFlags: d.StimuliFlags}
	a := &asking[A]{place: group}
	verdict := event.Accepted
	switch {
	case !d.DecisionFlags.Passes(r.in.DecisionFlags):
		verdict = event.FailedDecisionFlags
	case !d.StimuliFlags.Passes(r.in.Stimuli.Flags()):
		verdict = event.FailedStimuliFlags
	case group.hasDecide():
		verdict = decideVerdict(r.callDecide(group, a))
		group.delegate = nil
	default:
		a.value = group.weight()
		verdict = decideVerdict(a.value > 0)
	}
	if checks := checksOf(flags); checks != 0 || group.hasDecide() {
		r.tellAsked(a, event.AskedAgain|checks, verdict)
	}
	return verdict == event.Accepted, a.child
}

// worth returns the value of the active child of a Scored group (R9).
func (r *Reference[A]) worth(p *place[A]) float64 {
	switch {
	case p.hasDecide():
		a := &asking[A]{place: p, again: true}
		accepted := r.callDecide(p, a)
		p.delegate = nil
		r.tellAsked(a, event.AskedAgain, decideVerdict(accepted))
		return a.value
	case p.delegates():
		return r.worthOfChild(p)
	}
	return p.weight()
}

// worthOfChild returns the worth of a delegating group: that of its active child, or its Weight without one. If the group is
// pending, it is the worth of the child that it delegated to (R19).
func (r *Reference[A]) worthOfChild(p *place[A]) float64 {
	child := p.child()
	if c := p.pending; c != nil {
		child = c.found[0].place
	} else if k := p.kept(); k != nil {
		child = k.delegate
	}
	if child == nil {
		return p.weight()
	}
	return r.worth(child)
}

func decideVerdict(accepted bool) event.Verdict {
	if accepted {
		return event.Accepted
	}
	return event.FailedDecide
}
