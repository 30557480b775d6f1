package reference

import (
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// over is the status of a visit that a Jump on its way up to the common group has ended, or the loop guard: all
// that is here goes down further up.
const over behavior.Status = 0

// done reports whether something has ended by itself.
func done(s behavior.Status) bool { return s == behavior.Success || s == behavior.Failure }

// visit is a tick of an active place (R1): its behavior's Tick, then choosing, then the child.
func (r *Reference[A]) visit(p *place[A]) behavior.Status {
	r.tellAbout(p, event.Event{Kind: event.Visited})
	return r.exit(p, r.visited(p))
}

func (r *Reference[A]) visited(p *place[A]) behavior.Status {
	switch {
	case r.isOutOfTime(p):
		return r.timeOut(p)
	case r.isReleased(p):
		return r.passBarrier(p)
	case p.resting && p.isLeaf():
		return r.beginIteration(p)
	}
	p.leaving = false // where a Jump has come by
	status := r.tickBehavior(p)
	switch {
	case status != behavior.Running:
		return r.endedByBehavior(p, status)
	case p.isLeaf():
		return status
	case p.resting:
		return r.beginIteration(p)
	}
	return r.goOn(p)
}

// enter makes a place active (R5): by the choice of its group, or by a Jump as its target.
func (r *Reference[A]) enter(p, jump *place[A]) behavior.Status {
	if r.entersTooMany(p) {
		return over
	}
	r.tellAbout(p, event.Event{Kind: event.Entered})
	p.frame = frame[A]{active: true, start: r.in.Time, jumper: jump, iteration: 1, began: r.frame}
	p.forget()
	p.pass.entered = p.pass.entered || p.pass.state == inside
	if p.parent != nil {
		p.parent.up = append(p.parent.up, p)
		p.parent.any = true
		p.parent.spend(p, jump == nil && r.descent == nil)
	}
	if p.decider.Modifiers.Limit > 0 {
		p.tree.entries[p.decider]++
	}
	delegate := p.delegate
	p.delegate = nil
	return r.exit(p, r.start(p, delegate))
}

// start is the first visit of a place.
func (r *Reference[A]) start(p, delegate *place[A]) behavior.Status {
	status := r.activate(p)
	if status == behavior.Running {
		status = r.tickBehavior(p)
	}
	switch {
	case status != behavior.Running:
		return r.endedByBehavior(p, status)
	case p.isLeaf():
		return status
	}
	return r.begin(p, delegate)
}

// exit tells that a visit is over.
func (r *Reference[A]) exit(p *place[A], status behavior.Status) behavior.Status {
	r.tellAbout(p, event.Event{Kind: event.Exited, Status: status})
	return status
}

// endedByBehavior is the end that a place's own behavior brings about. Of a group, what is active below goes
// down first (R7), and no iteration follows (R17).
func (r *Reference[A]) endedByBehavior(p *place[A], status behavior.Status) behavior.Status {
	if !p.isLeaf() {
		r.descent = nil // a Jump that led through it
		r.takeDownBelow(p, behavior.Cancelled)
		p.final = true
	}
	return status
}

// begin is how what a group holds becomes active: when it is entered, and for each iteration. The child its
// Decide delegated to is not asked again (R15).
func (r *Reference[A]) begin(p, delegate *place[A]) behavior.Status {
	switch {
	case r.descent != nil:
		return r.carryOn(p, r.descend(p)) // R16: the Jump has chosen already
	case p.isSlot():
		return r.enterPlugged(p)
	case p.decidesFirst():
		return r.decide(p, delegate)
	}
	switch p.decider.Policy {
	case decider.Sequence, decider.Selector:
		return r.runInOrder(p, nil)
	case decider.Concurrent:
		return r.runAll(p)
	}
	return r.react(p)
}

// goOn is what an active group does every tick.
func (r *Reference[A]) goOn(p *place[A]) behavior.Status {
	switch {
	case r.descent != nil:
		return r.carryOn(p, r.descend(p))
	case p.isSlot():
		return r.visitPlugged(p)
	case p.decidesFirst():
		return r.decideAnew(p)
	}
	switch p.decider.Policy {
	case decider.Sequence, decider.Selector:
		return r.goOnInOrder(p)
	case decider.Concurrent:
		return r.goOnWithAll(p)
	}
	return r.react(p)
}

// result is what a group gets to see of a child's visit: its status by its modifiers, and the reason for which it
// is to be left if it has ended.
type result struct {
	status behavior.Status
	reason behavior.Reason
}

// visitChild goes on with an active child.
func (r *Reference[A]) visitChild(p *place[A]) result {
	r.tellAbout(p, event.Event{Kind: event.Continued})
	return r.modified(p, r.visit(p))
}

// enterChild enters a child.
func (r *Reference[A]) enterChild(p *place[A]) result { return r.modified(p, r.enter(p, nil)) }

// finishing is the reason for what ended by itself (R18).
func finishing(s behavior.Status) behavior.Reason {
	if s == behavior.Success {
		return behavior.Succeeded
	}
	return behavior.Failed
}

// takeDownBelow takes down what is active below a place: branch by branch, the one entered last first (R13).
func (r *Reference[A]) takeDownBelow(p *place[A], reason behavior.Reason) {
	for len(p.up) > 0 {
		r.takeDown(p.up[len(p.up)-1], reason)
	}
}

// takeDown takes down p and what is active below it, deepest first.
func (r *Reference[A]) takeDown(p *place[A], reason behavior.Reason) {
	r.takeDownBelow(p, reason)
	r.leave(p, reason)
}

// takeAllDown takes down everything, and goes on where a Deactivate panics: that one counts as called, and
// what is left goes down because of it (R20).
func (r *Reference[A]) takeAllDown(reason behavior.Reason) {
	for r.root.active {
		if r.guarded(func() { r.takeDown(r.root, reason) }) {
			reason = behavior.Panicked
		}
	}
}

// leave ends one place (R18).
func (r *Reference[A]) leave(p *place[A], reason behavior.Reason) {
	was := p.frame
	p.frame = frame[A]{}
	if p.parent != nil {
		p.parent.up = slices.DeleteFunc(p.parent.up, func(q *place[A]) bool { return q == p })
	}
	if was.jumper != nil {
		r.landed = append(r.landed, landing[A]{jump: was.jumper, target: p})
	}
	r.startCooldown(p) // R22
	if p.pass.state == inside {
		r.dropPass(p)
	}
	if p.membership.state == joined {
		r.dropMembership(p, reason == behavior.Succeeded)
	}
	duration := r.in.Time - was.start
	if was.owes {
		r.deactivate(p, reason, duration)
	}
	r.tellAbout(p, event.Event{Kind: event.Left, Reason: reason, Duration: duration})
}
