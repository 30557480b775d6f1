package tick

import (
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/program"
)

// This file has Concurrent groups (RULES R13).

// beginAll asks all children of a group that was just entered, then enters those that accept, in order. Those that are
// pending count as accepted, and begin later. Those that reject count as failed if the group has RejectedFails.
func (r *Runner) beginAll(p program.Place) behavior.Status {
	n := &r.Tree.Spots[p]
	t, unbegun := r.Tally(p), r.UnbegunBy(p)
	*t = program.Tally{}
	clear(unbegun)
	base := len(r.Values) // above it lie the pending children
	for q := n.First; q < n.Last; q++ {
		_, verdict := r.askVerdict(q)
		if verdict != event.Accepted && verdict&notYet == 0 {
			if n.Options&declaration.RejectedFails != 0 {
				t.Accepted++
				t.Failed++
			}
			continue
		}
		unbegun.Set(int(q - n.First))
		t.Accepted++
		if verdict != event.Accepted {
			r.Values = append(r.Values, float64(q))
		}
	}
	var st behavior.Status
	if t.Accepted == 0 {
		st = r.broken(p)
	} else {
		st = r.tally(p)
	}
	waiting := len(r.Values) - base
	for q := r.NextOf(p, unbegun, n.First); q != program.Nowhere && st == behavior.Running; q = r.NextOf(p, unbegun, q+1) {
		if waiting > 0 && slices.Contains(r.Values[base:base+waiting], float64(q)) {
			r.tellWaiting(q)
			continue
		}
		unbegun.Unset(int(q - n.First))
		st = r.countIn(p, q, r.enter(q))
	}
	r.Values = r.Values[:base]
	return st
}

// visitAll visits the children that are still active and asks those that are pending, in order.
func (r *Runner) visitAll(p program.Place) behavior.Status {
	n := &r.Tree.Spots[p]
	unbegun := r.UnbegunBy(p)
	for q := n.First; ; q++ {
		active, waiting := r.NextBranch(p, q), r.NextOf(p, unbegun, q)
		if q = min(active, waiting); q == program.Nowhere {
			return behavior.Running
		}
		st := behavior.Running
		if q == active {
			if r.tellsVisits() {
				r.tellContinued(q)
			}
			st = r.countIn(p, q, r.visit(q))
		} else {
			st = r.askUnbegun(p, q)
		}
		if st != behavior.Running {
			return st
		}
	}
}

// askUnbegun asks a child of the Concurrent group p that was pending. A child that is rejected no longer counts, or counts
// as failed if the group has RejectedFails.
func (r *Runner) askUnbegun(p, q program.Place) behavior.Status {
	i := int(q - r.Tree.Spots[p].First)
	_, verdict := r.askVerdict(q)
	switch {
	case verdict&notYet != 0:
		r.tellWaiting(q)
		return behavior.Running
	case verdict == event.Accepted:
		r.UnbegunBy(p).Unset(i)
		return r.countIn(p, q, r.enter(q))
	}
	r.Stirred = true
	r.UnbegunBy(p).Unset(i)
	t := r.Tally(p)
	if r.Tree.Spots[p].Options&declaration.RejectedFails != 0 {
		t.Failed++
	} else if t.Accepted--; t.Accepted == 0 {
		return r.broken(p)
	}
	return r.tally(p)
}

// countIn counts the status of q, a child of the Concurrent group p, and returns the group's status. If the group ends,
// its running children go down.
func (r *Runner) countIn(p, q program.Place, st behavior.Status) behavior.Status {
	st, ended := r.leaveEnded(q, st)
	if !ended {
		return st
	}
	if t := r.Tally(p); st == behavior.Success {
		t.Succeeded++
	} else {
		t.Failed++
	}
	return r.tally(p)
}

// tally returns the status of a Concurrent group by the counts of its children.
func (r *Runner) tally(p program.Place) (st behavior.Status) {
	t, g := r.Tally(p), r.Tree.Group(p)
	need := program.Place(g.SucceedAt)
	if need == 0 {
		need = t.Accepted
	}
	switch {
	case t.Succeeded >= need:
		st = behavior.Success
	case int(t.Failed) >= max(g.FailAt, 1) || t.Accepted-t.Failed < need:
		st = behavior.Failure
	default:
		return behavior.Running
	}
	r.tearBelow(p, behavior.Cancelled)
	return st
}
