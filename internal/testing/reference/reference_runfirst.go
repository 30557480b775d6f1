package reference

import (
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// This file implements run-first groups, which run their children in order and follow their statuses (R12), and Monitors
// (R14).

// endsWith reports whether a child's status ends a run-first group at once, as it is.
func (p *place[A]) endsWith(s behavior.Status) bool {
	switch p.decider.Policy {
	case decider.Sequence, decider.ReactiveSequence:
		return s == behavior.Failure
	}
	return s == behavior.Success
}

// afterLast returns the status of a run-first group after its last child.
func (p *place[A]) afterLast() behavior.Status {
	switch p.decider.Policy {
	case decider.Sequence, decider.ReactiveSequence:
		return behavior.Success
	}
	return behavior.Failure
}

// askInTurn asks a child of a run-first group in its turn, and askMonitor as a Monitor. Both store a Monitor's answer, unless it
// is pending. As a Monitor it is not asked while its Every is not due, so its last answer stands.
func (r *Reference[A]) askInTurn(p *place[A]) (accepted, pending bool) { return r.askRunFirst(p, true) }

func (r *Reference[A]) askMonitor(p *place[A]) bool {
	accepted, _ := r.askRunFirst(p, false)
	return accepted
}

func (r *Reference[A]) askRunFirst(p *place[A], inTurn bool) (accepted, pending bool) {
	a, verdict := r.askFully(p)
	p.reached = p.reached || inTurn && !a.pending
	if p.has(decider.Monitor) && (inTurn || verdict != event.FailedEvery) && !a.pending {
		p.heard = verdict == event.Accepted
	}
	return verdict == event.Accepted, a.pending
}

// runInOrder runs the children of a Sequence or Selector from the cursor on. A rejection counts as Failure. The
// Monitor that has fired was asked already.
func (r *Reference[A]) runInOrder(group, fired *place[A]) behavior.Status {
	for group.cursor < len(group.children) {
		child := group.children[group.cursor]
		status := behavior.Failure
		accepted, pending := child == fired, false
		if accepted {
			child.reached = true
		} else {
			accepted, pending = r.askInTurn(child)
		}
		if pending {
			return r.wait(group, child)
		}
		if accepted {
			res := r.enterChild(child)
			if !done(res.status) {
				return res.status
			}
			r.leave(child, res.reason)
			status = res.status
		} else {
			group.cursor = child.index + 1
		}
		if group.endsWith(status) {
			return status
		}
	}
	return group.afterLast()
}

// goOnInOrder goes on with a Sequence or Selector. Children that have ended are not run again (stored state) unless a
// Monitor fires.
func (r *Reference[A]) goOnInOrder(group *place[A]) behavior.Status {
	child := group.child()
	if child == nil { // it was reset
		return r.runInOrder(group, nil)
	}
	if fired, below := r.monitors(group); fired != nil {
		group.pending = keep(below, nil)
		group.pending.anew = fired != below
		return r.runAgain(group, true)
	}
	if group.pending != nil {
		return r.runAgain(group, false)
	}
	res := r.visitChild(child)
	if !done(res.status) {
		return res.status
	}
	r.leave(child, res.reason)
	if group.endsWith(res.status) {
		return res.status
	}
	return r.runInOrder(group, nil)
}

// watched returns the Monitors at and below a child of a Selector, with Sequences and Selectors only in between (R14), in the
// order of the tree.
func (p *place[A]) watched() (monitors []*place[A]) {
	if p.has(decider.Monitor) {
		monitors = append(monitors, p)
	}
	if policy := p.decider.Policy; policy == decider.Sequence || policy == decider.Selector {
		for _, child := range p.children {
			monitors = append(monitors, child.watched()...)
		}
	}
	return monitors
}

// unreach notes that a Selector begins, so none of its Monitors was reached.
func (p *place[A]) unreach() {
	for _, child := range p.children {
		for _, m := range child.watched() {
			m.reached = false
		}
	}
}

// monitors asks a Selector's Monitors before its active child, or before the one that has fired and waits: those that are its
// children, and those further below that were reached since it began. The first fires that accepts and did not when it was
// last asked; below is the child in which it lies.
func (r *Reference[A]) monitors(group *place[A]) (fired, below *place[A]) {
	if group.decider.Policy != decider.Selector {
		return nil, nil
	}
	for _, p := range group.children[:group.expected().index] {
		for _, m := range p.watched() {
			if m != p && !m.reached {
				continue
			}
			before := m.heard
			if r.askMonitor(m) && !before {
				r.tellAbout(m, event.Event{Kind: event.Fired})
				return m, p
			}
		}
	}
	return nil, nil
}

// isQuery reports whether a group is a Sequence or Selector with conditions only below it (R14).
func (p *place[A]) isQuery() bool {
	d := p.decider
	if d.Policy != decider.Sequence && d.Policy != decider.Selector || p.acts || d.Modifiers.Repeat != 0 || d.Modifiers.Timeout != 0 {
		return false
	}
	return !slices.ContainsFunc(p.children, func(child *place[A]) bool { return !child.isCondition() && !child.isQuery() })
}

// queryAccepts asks a query as it would run, and reports whether it would succeed.
func (r *Reference[A]) queryAccepts(p *place[A], a *asking[A]) bool {
	succeeds, pending := r.query(p)
	a.pending = pending
	return succeeds
}

func (r *Reference[A]) query(p *place[A]) (succeeds, pending bool) {
	if p.isCondition() {
		return p.outcome(behavior.Success) == behavior.Success, false
	}
	status := p.afterLast()
	for _, child := range p.children {
		answer, verdict := r.askFully(child)
		if answer.pending {
			return false, true
		}
		result := behavior.Failure
		if verdict == event.Accepted {
			succeeds, pending := r.query(child)
			if pending {
				return false, true
			}
			if succeeds {
				result = behavior.Success
			}
		}
		if p.endsWith(result) {
			status = result
			break
		}
	}
	return p.outcome(status) == behavior.Success, false
}

// runAgain runs a Selector from the start, since a Monitor has fired, as soon as what is active has left.
func (r *Reference[A]) runAgain(group *place[A], fresh bool) behavior.Status {
	c := r.makeWay(group, fresh)
	if c == nil {
		return behavior.Running
	}
	group.cursor = 0
	group.unreach()
	if c.anew {
		return r.runInOrder(group, nil)
	}
	return r.runInOrder(group, c.child)
}

// react runs a ReactiveSequence or ReactiveSelector from its first child on, every tick. The child that was
// active before goes on unasked when it is reached; if it is not, it is cancelled in the end (Knafla).
func (r *Reference[A]) react(group *place[A]) behavior.Status {
	before := group.child()
	status, last, awaited := r.runFromStart(group, before)
	if status != over && before != nil && last.index < before.index {
		r.takeDown(before, behavior.Cancelled)
	}
	if awaited != nil && status == behavior.Failure {
		return r.wait(group, awaited)
	}
	return status
}

// runFromStart runs the children of a reactive group until one of them ends it or goes on, and returns that one,
// or the last, and the first that is pending.
func (r *Reference[A]) runFromStart(group, before *place[A]) (status behavior.Status, last, awaited *place[A]) {
	children := group.children
	if p := group.awaited; p != nil {
		children, group.awaited = children[p.index:], nil
	}
	for _, child := range children {
		last = child
		res := result{status: behavior.Failure} // a rejection counts as Failure
		if child == before {
			res = r.visitChild(child)
		} else if accepted, pending := r.askInTurn(child); accepted {
			res = r.enterChild(child)
		} else if pending && awaited == nil {
			awaited = child
		}
		if !done(res.status) {
			return res.status, child, nil
		}
		if child.active {
			r.leave(child, res.reason)
		}
		if group.endsWith(res.status) {
			return res.status, child, awaited
		}
	}
	return group.afterLast(), last, awaited
}
