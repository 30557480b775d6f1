package decidertest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// visit is a tick of an active place (R1): its behavior's Tick, then choosing, then the child.
func (r *Reference[A]) visit(p *place[A]) behavior.Status {
	r.tellAbout(p, decider.Event{Kind: decider.Visited})
	status := r.tickBehavior(p)
	switch {
	case status != behavior.Running:
		r.takeDownChild(p, behavior.Cancelled) // R7
		return status
	case !p.isGroup():
		return status
	case r.descent != nil:
		return r.carryOn(p, r.descend(p)) // R16: the Jump has chosen already
	}
	return r.goOn(p)
}

// enter makes a place active (R5): by the choice of its group, or by a Jump as its target.
func (r *Reference[A]) enter(p, jump *place[A]) behavior.Status {
	r.guardLoop(p)
	r.tellAbout(p, decider.Event{Kind: decider.Entered})
	p.frame = frame[A]{active: true, start: r.in.Time, spent: map[int]bool{}, jumper: jump}
	if p.parent != nil {
		p.parent.child = p
		p.parent.any = true
		p.parent.spend(p, jump == nil && r.descent == nil)
	}
	delegate := p.delegate
	p.delegate = nil

	status := r.activate(p)
	if status != behavior.Running {
		return status
	}
	status = r.tickBehavior(p)
	switch {
	case status != behavior.Running || !p.isGroup():
		return status
	case r.descent != nil:
		return r.carryOn(p, r.descend(p))
	}
	return r.begin(p, delegate)
}

// begin is a group's first choice. The child its Decide delegated to is not asked again (R15).
func (r *Reference[A]) begin(group, delegate *place[A]) behavior.Status {
	child := delegate
	if child == nil {
		child = r.choose(group)
	} else {
		r.tellChose(group, child)
	}
	if child == nil {
		r.tellAbout(group, decider.Event{Kind: decider.SubsetRuleBroken})
		return behavior.Failure
	}
	return r.carryOn(group, r.take(group, child))
}

// goOn is an active group's choice of every tick: whether something better takes over (R4), else its active
// child goes on, unasked (R3).
func (r *Reference[A]) goOn(group *place[A]) behavior.Status {
	if group.child == nil { // a SequentialLooping group whose last round ended in the tick before (R10)
		child := r.choose(group)
		if child == nil {
			return group.finished()
		}
		return r.carryOn(group, r.take(group, child))
	}
	if better := r.challenger(group); better != nil {
		return r.carryOn(group, r.take(group, better))
	}
	r.tellAbout(group.child, decider.Event{Kind: decider.Continued})
	return r.carryOn(group, r.visit(group.child))
}

// take makes a chosen child the active one: old path down, deepest first, then new path up (R4). A Jump takes
// its target instead (R16).
func (r *Reference[A]) take(group, child *place[A]) behavior.Status {
	if child.isJump() {
		return r.takeJump(group, child)
	}
	r.takeDownChild(group, behavior.Interrupted)
	return r.enter(child, nil)
}

// carryOn is the rest of a group's tick, once its active child has returned: while children finish, others get
// their chance (R6).
func (r *Reference[A]) carryOn(group *place[A], status behavior.Status) behavior.Status {
	for {
		switch {
		case r.unwind != nil && r.unwind.common() == group:
			r.descent, r.unwind = r.unwind, nil
			status = r.descend(group)
		case r.unwind != nil:
			return behavior.Running // whatever is here goes down further up
		case status == behavior.Running:
			return behavior.Running
		default:
			next, ended := r.redecide(group, status)
			if next == nil {
				return ended
			}
			status = r.take(group, next)
		}
	}
}

// redecide is the masked redecide (R6): the child that finished is left and masked, and the group chooses
// among the others. Without a next child it returns how the group ends; Running if it waits.
func (r *Reference[A]) redecide(group *place[A], status behavior.Status) (next *place[A], ended behavior.Status) {
	child := group.child
	r.descent = nil // a way that ended before its target was reached
	r.leave(child, finishing(status))
	group.last = status
	r.mask(child, status)
	if group.has(decider.FinishWithChild) {
		return nil, status
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
		return nil, behavior.Running // R10: what finished in this tick waits for the next
	}
	return nil, group.finished()
}

// finished is how a group ends when nobody is left to run (R6, R10).
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

// finishing is the reason for what ended by itself (R18).
func finishing(s behavior.Status) behavior.Reason {
	if s == behavior.Success {
		return behavior.Succeeded
	}
	return behavior.Failed
}

// mask keeps a child that finished from being chosen again in this tick.
func (r *Reference[A]) mask(child *place[A], status behavior.Status) {
	r.masked[child] = true
	r.tellAbout(child, decider.Event{Kind: decider.Masked, Status: status})
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

// takeDownChild takes down what is active below a group, deepest first.
func (r *Reference[A]) takeDownChild(group *place[A], reason behavior.Reason) {
	if group.child != nil {
		r.takeDown(group.child, reason)
	}
}

// takeDown takes down p and what is active below it, deepest first.
func (r *Reference[A]) takeDown(p *place[A], reason behavior.Reason) {
	r.takeDownChild(p, reason)
	r.leave(p, reason)
}

// takeAllDown takes down the whole path, and goes on where a Deactivate panics: that one counts as called,
// and what is left goes down because of it (R20).
func (r *Reference[A]) takeAllDown(reason behavior.Reason) {
	for r.root.active {
		if r.guarded(func() { r.takeDown(r.root, reason) }) != 0 {
			reason = behavior.Panicked
		}
	}
}

// leave ends one place (R18).
func (r *Reference[A]) leave(p *place[A], reason behavior.Reason) {
	was := p.frame
	p.frame = frame[A]{}
	if p.parent != nil {
		p.parent.child = nil
	}
	if was.jumper != nil {
		r.landed = append(r.landed, landing[A]{jump: was.jumper, target: p})
	}
	r.startCooldown(p.decider) // R22
	duration := r.in.Time - was.start
	r.deactivate(p, reason, duration)
	r.tellAbout(p, decider.Event{Kind: decider.Left, Reason: reason, Duration: duration})
}
