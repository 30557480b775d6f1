package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/program"
)

// This file has Concurrent groups (RULES R13).

// beginAll asks all children of a group that was just entered, then enters those that accept, in order.
func (r *Runner) beginAll(p program.Place) behavior.Status {
	n := &r.Tree.Spots[p]
	t, accepted := r.Tally(p), r.AcceptedBy(p)
	*t = program.Tally{}
	clear(accepted)
	for q := n.First; q < n.Last; q++ {
		if r.Ask(q) > 0 {
			accepted.Set(int(q - n.First))
			t.Accepted++
		}
	}
	switch {
	case t.Accepted == 0:
		if r.tellsBeginnings() {
			r.tell(event.SubsetRuleBroken, p)
		}
		return behavior.Failure
	case r.Tree.Groups[p].SucceedAt > int(t.Accepted):
		return behavior.Failure
	}
	for q := r.NextOf(p, accepted, n.First); q != program.Nowhere; q = r.NextOf(p, accepted, q+1) {
		if st := r.countIn(p, q, r.enter(q)); st != behavior.Running {
			return st
		}
	}
	return behavior.Running
}

// visitAll visits the children that are still active, in order.
func (r *Runner) visitAll(p program.Place) behavior.Status {
	n := &r.Tree.Spots[p]
	for q := r.NextBranch(p, n.First); q != program.Nowhere; q = r.NextBranch(p, q+1) {
		if r.tellsVisits() {
			r.tellContinued(q)
		}
		if st := r.countIn(p, q, r.visit(q)); st != behavior.Running {
			return st
		}
	}
	return behavior.Running
}

// countIn counts the status of q, a child of the Concurrent group p, and returns the group's status. If the group ends,
// its running children go down.
func (r *Runner) countIn(p, q program.Place, st behavior.Status) behavior.Status {
	st, ended := r.leaveEnded(q, st)
	if !ended {
		return st
	}
	t, g := r.Tally(p), &r.Tree.Groups[p]
	need := program.Place(g.SucceedAt)
	if need == 0 {
		need = t.Accepted
	}
	if st == behavior.Success {
		t.Succeeded++
	} else {
		t.Failed++
	}
	switch {
	case t.Succeeded >= need:
		st = behavior.Success
	case int(t.Failed) >= g.FailAt || t.Accepted-t.Failed < need:
		st = behavior.Failure
	default:
		return behavior.Running
	}
	r.tearBelow(p, behavior.Cancelled)
	return st
}
