package reference

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// runAll begins a Concurrent group (R13): it asks all children, then enters those that accepted.
func (r *Reference[A]) runAll(group *place[A]) behavior.Status {
	accepted := r.all(group.children)
	group.accepted, group.unbegun = len(accepted), map[*place[A]]bool{}
	if group.has(decider.RejectedFails) {
		group.accepted, group.failed = len(group.children), len(group.children)-len(accepted)
	}
	for _, a := range accepted {
		group.unbegun[a.place] = a.waits
	}
	switch {
	case group.accepted == 0:
		r.tellAbout(group, event.Event{Kind: event.SubsetRuleBroken})
		return behavior.Failure
	case group.decider.SucceedAt > len(accepted):
		return behavior.Failure
	case group.failed > 0:
		if status := r.tally(group); status != behavior.Running {
			return status
		}
	}
	for _, a := range accepted {
		if a.waits {
			r.wait(group, a.place)
		} else if status := r.count(group, a.place, r.enterChild(a.place)); status != behavior.Running {
			return status
		}
	}
	return behavior.Running
}

// goOnWithAll visits the children that are still active and asks those that are pending, in order.
func (r *Reference[A]) goOnWithAll(group *place[A]) behavior.Status {
	for _, child := range group.children {
		status := behavior.Running
		switch {
		case child.active:
			status = r.count(group, child, r.visitChild(child))
		case group.unbegun[child]:
			status = r.askUnbegun(group, child)
		}
		if status != behavior.Running {
			return status
		}
	}
	return behavior.Running
}

// askUnbegun asks a child that was pending. One that rejects no longer counts as accepted (R33), or counts as failed.
func (r *Reference[A]) askUnbegun(group, child *place[A]) behavior.Status {
	a, yes := r.ask(child)
	if a.waits {
		return r.wait(group, child)
	}
	group.unbegun[child] = false
	if yes {
		return r.count(group, child, r.enterChild(child))
	}
	if group.has(decider.RejectedFails) {
		group.failed++
		return r.tally(group)
	}
	if group.accepted--; group.accepted == 0 {
		r.tellAbout(group, event.Event{Kind: event.SubsetRuleBroken})
		return behavior.Failure
	}
	return r.tally(group)
}

// count counts a child that has ended. The group ends as soon as a threshold is reached or out of reach.
func (r *Reference[A]) count(group, child *place[A], res result) behavior.Status {
	switch res.status {
	case over, behavior.Running:
		return res.status
	case behavior.Success:
		group.succeeded++
	case behavior.Failure:
		group.failed++
	}
	r.leave(child, res.reason)
	return r.tally(group)
}

// tally returns the status of a group by the counts of its children.
func (r *Reference[A]) tally(group *place[A]) behavior.Status {
	succeedAt, failAt := group.decider.SucceedAt, group.decider.FailAt
	if succeedAt == 0 {
		succeedAt = group.accepted
	}
	if failAt == 0 {
		failAt = 1
	}
	switch {
	case group.succeeded >= succeedAt:
		r.takeDownBelow(group, behavior.Cancelled)
		return behavior.Success
	case group.failed >= failAt || group.accepted-group.failed < succeedAt:
		r.takeDownBelow(group, behavior.Cancelled)
		return behavior.Failure
	}
	return behavior.Running
}
