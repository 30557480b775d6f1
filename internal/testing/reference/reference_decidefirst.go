package reference

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// decide makes a decide-first group's first choice. It does not ask the child that Decide delegated to again (R15).
func (r *Reference[A]) decide(group, delegate *place[A]) behavior.Status {
	child := delegate
	if child == nil {
		child = r.choose(group)
	} else {
		r.tellChose(group, child)
	}
	if child == nil {
		r.tellAbout(group, event.Event{Kind: event.SubsetRuleBroken})
		return behavior.Failure
	}
	return r.carryOn(group, r.take(group, child))
}

// decideAnew makes an active group's choice in every tick: a better child takes over (R4), or the active child goes on
// unasked (R3). A pending child counts as the active one (R19).
func (r *Reference[A]) decideAnew(group *place[A]) behavior.Status {
	if group.child() == nil { // R10: a SequentialLooping group whose last round ended in the tick before; or reset
		child := r.choose(group)
		if child == nil {
			return group.finished()
		}
		return r.carryOn(group, r.take(group, child))
	}
	if better := r.challenger(group); better != nil {
		return r.carryOn(group, r.take(group, better))
	}
	if group.pending != nil {
		return r.carryOn(group, r.takeOver(group, false))
	}
	return r.carryOn(group, r.visitChild(group.child()))
}

// take makes the chosen child active: the old path goes down, deepest first, then the new path comes up (R4). For a Jump it
// takes the target instead (R16).
func (r *Reference[A]) take(group, child *place[A]) result {
	if child.isJump() {
		return r.takeJump(group, child)
	}
	group.pending = keep(child, nil)
	return r.takeOver(group, true)
}

// carryOn completes a group's tick after its active child has returned: while children finish, others get their chance (R6).
func (r *Reference[A]) carryOn(group *place[A], res result) behavior.Status {
	for {
		switch {
		case r.unwind != nil && r.unwind.common() == group:
			r.descent, r.unwind = r.unwind, nil
			res = r.descend(group)
		case !done(res.status):
			return res.status
		default:
			next, ended := r.redecide(group, res)
			if next == nil {
				return ended
			}
			res = r.take(group, next)
		}
	}
}

// redecide is the masked redecide (R6): the child that finished is left and masked, and the group chooses
// among the others. Without a next child it returns how the group ends; Running if it waits.
func (r *Reference[A]) redecide(group *place[A], res result) (next *place[A], ended behavior.Status) {
	child := group.child()
	r.leave(child, res.reason)
	group.last = res.status
	r.mask(child, res.status)
	if group.has(decider.FinishWithChild) {
		return nil, res.status
	}
	if group.has(decider.CallDecideOnRedecide) {
		accepted, delegate := r.decideAgain(group)
		if !accepted {
			return nil, behavior.Failure
		}
		next = delegate
	}
	if next == nil {
		next = r.choose(group)
	}
	if next != nil {
		return next, behavior.Running
	}
	if group.decider.Policy == decider.SequentialLooping && r.anyMasked(group.children) {
		return nil, behavior.Running // R10: a child that finished in this tick is not entered again before the next
	}
	return nil, group.finished()
}

// finished returns the status of a group when no child is left to run (R6, R10).
func (p *place[A]) finished() behavior.Status {
	switch p.decider.Policy {
	case decider.Sequential, decider.OneOff:
		if p.any {
			return behavior.Success
		}
		return behavior.Failure
	}
	if p.last == behavior.Success {
		return behavior.Success
	}
	return behavior.Failure
}

// mask keeps a child that finished from being chosen again in this tick.
func (r *Reference[A]) mask(child *place[A], status behavior.Status) {
	r.masked[child] = true
	r.tellAbout(child, event.Event{Kind: event.Masked, Status: status})
	for _, branch := range r.branchesLanded(child) { // R16
		r.masked[branch] = true
	}
}

func (r *Reference[A]) anyMasked(places []*place[A]) bool {
	for _, p := range places {
		if r.masked[p] {
			return true
		}
	}
	return false
}
