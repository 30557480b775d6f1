package reference

import (
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// decide makes a decide-first group's first choice. It does not ask the child that Decide delegated to again (R15).
func (r *Reference[A]) decide(group, delegate *place[A]) behavior.Status {
	chosen := answer[A]{place: delegate}
	if delegate == nil {
		chosen = r.choose(group)
	} else {
		r.tellChose(group, delegate)
	}
	return r.takeChosen(group, chosen)
}

// takeChosen makes the chosen child of a group without an active child active, if there is one.
func (r *Reference[A]) takeChosen(group *place[A], chosen answer[A]) behavior.Status {
	switch {
	case chosen.waits:
		return r.wait(group, chosen.place)
	case chosen.place != nil:
		return r.carryOn(group, r.take(group, chosen.place))
	case !group.any:
		r.tellAbout(group, event.Event{Kind: event.SubsetRuleBroken})
		return behavior.Failure
	}
	return r.ended(group)
}

// wait ends the visit of a group that waits for a child, with nothing active (R33).
func (r *Reference[A]) wait(group, child *place[A]) behavior.Status {
	switch group.decider.Policy {
	case decider.Sequential, decider.SequentialLooping:
		group.cursor = child.index
	case decider.Random, decider.Shuffle:
		group.drawn = child
	case decider.ReactiveSequence:
		group.awaited = child
	}
	r.tellAbout(child, event.Event{Kind: event.Waiting})
	return behavior.Running
}

// chooseAgain is choose for a group without an active child. A child that was drawn is asked first; after a no the others
// are drawn from (R33).
func (r *Reference[A]) chooseAgain(group *place[A]) answer[A] {
	drawn := group.drawn
	if drawn == nil {
		return r.choose(group)
	}
	a, yes := r.ask(drawn)
	if !yes {
		group.drawn = nil
		return r.chooseWithout(group, drawn)
	}
	if !a.waits {
		r.tellChose(group, drawn)
	}
	return a
}

// decideAnew makes an active group's choice in every tick: a better child takes over (R4), or the active child goes on
// unasked (R3). A pending child counts as the active one (R19).
func (r *Reference[A]) decideAnew(group *place[A]) behavior.Status {
	if group.child() == nil { // R10: a SequentialLooping group whose last round ended in the tick before; or reset; or waiting
		return r.takeChosen(group, r.chooseAgain(group))
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
	if jump := child.jumper; jump != nil { // R16
		r.landed = slices.DeleteFunc(r.landed, func(l landing[A]) bool { return l.jump == jump })
		if res.status == behavior.Failure {
			r.landed = append(r.landed, landing[A]{jump: jump, target: child})
		}
	}
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
	if next != nil {
		return next, behavior.Running
	}
	chosen := r.choose(group)
	switch {
	case chosen.waits:
		return nil, r.wait(group, chosen.place)
	case chosen.place != nil:
		return chosen.place, behavior.Running
	}
	return nil, r.ended(group)
}

// ended returns the status of a group that finds no child to run; Running if it waits for the next tick.
func (r *Reference[A]) ended(group *place[A]) behavior.Status {
	if group.decider.Policy == decider.SequentialLooping && r.anyMasked(group.children) {
		return behavior.Running // R10: a child that finished in this tick is not entered again before the next
	}
	return group.finished()
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
