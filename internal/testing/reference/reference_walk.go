package reference

import (
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// over is the status of a visit that was ended by the loop guard or by a Jump on its way up to the common group, which takes
// down everything here.
const over behavior.Status = 0

// done reports whether a status ends a visit.
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
	p.leaving = false // a Jump may have come through here
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
		if p.parent.decider.Policy == decider.Concurrent { // a child that was pending begins after later ones (R33)
			slices.SortFunc(p.parent.up, func(a, b *place[A]) int { return a.index - b.index })
		}
		p.parent.any = true
		r.spend(p.parent, p, jump == nil && r.descent == nil)
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
	case p.isCondition():
		return behavior.Success // R35
	case p.isLeaf():
		return status
	}
	return r.begin(p, delegate)
}

// exit sends the event for the end of a visit.
func (r *Reference[A]) exit(p *place[A], status behavior.Status) behavior.Status {
	r.tellAbout(p, event.Event{Kind: event.Exited, Status: status})
	return status
}

// endedByBehavior ends a place whose own behavior has ended it. In a group, the active children go down first (R7), and no
// iteration follows (R17).
func (r *Reference[A]) endedByBehavior(p *place[A], status behavior.Status) behavior.Status {
	if !p.isLeaf() {
		r.descent = nil // drops a Jump that led through the group
		r.takeDownBelow(p, behavior.Cancelled)
		p.final = true
	}
	return status
}

// begin activates what a place contains, when it is entered and in each iteration. The child that its Decide delegated to is
// not asked again (R15).
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
	case decider.Selector:
		p.unreach()
		return r.runInOrder(p, nil)
	case decider.Sequence:
		return r.runInOrder(p, nil)
	case decider.Concurrent:
		return r.runAll(p)
	}
	return r.react(p)
}

// goOn runs an active group's part of every tick.
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

// result is the result of a child's visit for its group: the modified status and, if the child has ended, the reason for
// which it is left.
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

// finishing returns the reason for a place that ended by itself (R18).
func finishing(s behavior.Status) behavior.Reason {
	if s == behavior.Success {
		return behavior.Succeeded
	}
	return behavior.Failed
}

// takeDownBelow takes down the active places below a place, branch by branch, the branch entered last first (R13).
func (r *Reference[A]) takeDownBelow(p *place[A], reason behavior.Reason) {
	for len(p.up) > 0 {
		r.takeDown(p.up[len(p.up)-1], reason)
	}
}

// takeDown takes down p and everything active below it, deepest first.
func (r *Reference[A]) takeDown(p *place[A], reason behavior.Reason) {
	r.takeDownBelow(p, reason)
	r.leave(p, reason)
}

// takeAllDown takes down everything. If a Deactivate panics, it counts as called, and the remaining places go down with the
// reason Panicked (R20).
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
	r.startCooldown(p) // R22
	if p.pass.state == inside {
		r.dropPass(p)
	}
	if p.membership.state == joined {
		r.dropMembership(p, reason)
	}
	duration := r.in.Time - was.start
	if was.owes {
		r.deactivate(p, reason, duration)
	}
	r.tellAbout(p, event.Event{Kind: event.Left, Reason: reason, Duration: duration})
}
