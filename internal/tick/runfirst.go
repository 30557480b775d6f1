package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/program"
)

// This file is run-first groups: children run in order, and what they return steers (RULES R12, R14).

// endsAt is the status of a child that ends a run-first group; the other one moves on to the next child.
func endsAt(p declaration.Policy) behavior.Status {
	if p == declaration.Selector || p == declaration.ReactiveSelector {
		return behavior.Success
	}
	return behavior.Failure
}

// runOn runs the children of a Sequence or Selector from its cursor on. The child given, if any, has accepted
// already in this tick: a Monitor that fired.
func (r *Runner) runOn(p, given program.Place) behavior.Status {
	n, f := &r.Tree.Spots[p], r.Frame(p)
	st := behavior.Failure
	for n.First+f.Cursor < n.Last {
		q := n.First + f.Cursor
		f.Cursor++
		st = behavior.Failure
		if q == given || r.accepts(q) {
			var ended bool
			if st, ended = r.leaveEnded(q, r.enter(q)); !ended {
				return st
			}
		}
		if st == endsAt(n.Policy) {
			return st
		}
	}
	return st
}

// runPast is the answer of a Sequence or Selector to the status of its active child.
func (r *Runner) runPast(p program.Place, st behavior.Status) behavior.Status {
	n, child := &r.Tree.Spots[p], r.Frame(p).Child
	st, ended := r.leaveEnded(child, st)
	if !ended || st == endsAt(n.Policy) || child+1 == n.Last {
		return st
	}
	return r.runOn(p, program.Nowhere)
}

// accepts asks the child of a run-first group whose turn it is, or a Monitor, which remembers the answer. While its
// Every is not due there is none, and the last one stands.
func (r *Runner) accepts(p program.Place) bool {
	_, verdict := r.answer(p)
	if i := r.Tree.Parts[p].Monitor; i >= 0 && verdict != event.FailedEvery {
		monitors := r.MonitorBits()
		r.Stirred = r.Stirred || monitors.Has(i) != (verdict == event.Accepted)
		if verdict == event.Accepted {
			monitors.Set(i)
		} else {
			monitors.Unset(i)
		}
	}
	return verdict == event.Accepted
}

// watch asks the Monitors of a Selector before a child and returns the one that fires: the first that accepts
// and did not when it was asked last. It is nowhere if none does.
func (r *Runner) watch(p, child program.Place) program.Place {
	for q := r.Tree.Spots[p].First; q < child; q++ {
		i := r.Tree.Parts[q].Monitor
		if i < 0 {
			continue
		}
		if before := r.MonitorBits().Has(i); r.accepts(q) && !before {
			if r.tellsChanges() {
				r.tell(event.Fired, q)
			}
			return q
		}
	}
	return program.Nowhere
}

// goOnInOrder goes on with an active Sequence or Selector.
func (r *Runner) goOnInOrder(p program.Place) behavior.Status {
	f := r.Frame(p)
	active := f.Child
	if active == program.Nowhere { // what ran was reset
		return r.runOn(p, program.Nowhere)
	}
	if r.Tree.Spots[p].Marks&program.HasMonitor != 0 {
		if f.State&program.HasPending != 0 {
			return r.await(p, r.watch(p, r.Pending(p).Child))
		}
		if fired := r.watch(p, active); fired != program.Nowhere {
			if r.departs(p, active, fired, program.Nowhere) {
				return behavior.Running
			}
			return r.arrive(p, fired)
		}
	}
	if r.tellsVisits() {
		r.tellContinued(active)
	}
	return r.runPast(p, r.visit(active))
}

// runAnew runs the children of a reactive group from the first on. The one that ran before and is not reached is
// cancelled when what replaced it has run (Knafla).
func (r *Runner) runAnew(p program.Place) behavior.Status {
	n := &r.Tree.Spots[p]
	before := r.Frame(p).Child
	st := behavior.Failure
	for q := n.First; q < n.Last; q++ {
		active := true
		st = behavior.Failure
		switch {
		case q == before:
			before = program.Nowhere // it is reached
			if r.tellsVisits() {
				r.tellContinued(q)
			}
			st = r.visit(q)
		case r.accepts(q):
			st = r.enter(q)
		default:
			active = false
		}
		ended := true // also one that rejects: it has failed
		if active {
			st, ended = r.leaveEnded(q, st)
		}
		if st == aborted {
			return st
		}
		if !ended || st == endsAt(n.Policy) {
			break
		}
	}
	if before != program.Nowhere {
		r.tear(before, behavior.Cancelled)
	}
	return st
}
