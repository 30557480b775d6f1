package reference

import (
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
)

// runAll begins a Concurrent group (R13): it asks all children, then enters those that accepted.
func (r *Reference[A]) runAll(group *place[A]) behavior.Status {
	var accepted []*place[A]
	for _, a := range r.all(group.children) {
		accepted = append(accepted, a.place)
	}
	group.accepted = len(accepted)
	switch {
	case len(accepted) == 0:
		r.tellAbout(group, event.Event{Kind: event.SubsetRuleBroken})
		return behavior.Failure
	case group.decider.SucceedAt > len(accepted):
		return behavior.Failure
	}
	for _, child := range accepted {
		if status := r.count(group, child, r.enterChild(child)); status != behavior.Running {
			return status
		}
	}
	return behavior.Running
}

// goOnWithAll visits the children that are still active.
func (r *Reference[A]) goOnWithAll(group *place[A]) behavior.Status {
	for _, child := range slices.Clone(group.up) {
		if status := r.count(group, child, r.visitChild(child)); status != behavior.Running {
			return status
		}
	}
	return behavior.Running
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
