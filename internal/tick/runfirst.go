package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/program"
)

// This file has run-first groups: children run in order, and their statuses decide which is next (RULES R12, R14).

// endsAt returns the status of a child that ends a run-first group; after the other status the next child runs.
func endsAt(p declaration.Policy) behavior.Status {
	if p == declaration.Selector || p == declaration.ReactiveSelector {
		return behavior.Success
	}
	return behavior.Failure
}

// runOn runs the children of a Sequence or Selector from its cursor on. The child given, if any, is a Monitor that
// fired: it has already accepted in this tick.
func (r *Runner) runOn(p, given program.Place) behavior.Status {
	n, f := &r.Tree.Spots[p], r.Frame(p)
	st := behavior.Failure
	for from := f.Cursor; n.First+f.Cursor < n.Last; {
		q := n.First + f.Cursor
		st = behavior.Failure
		accepts, waits := q == given, false
		if !accepts {
			accepts, waits = r.accepts(q, true)
		}
		if waits {
			r.Stirred = r.Stirred || f.Cursor != from
			return r.wait(p, q)
		}
		f.Cursor++
		if accepts {
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

// runPast handles the status of the active child of a Sequence or Selector.
func (r *Runner) runPast(p program.Place, st behavior.Status) behavior.Status {
	n, child := &r.Tree.Spots[p], r.Frame(p).Child
	st, ended := r.leaveEnded(child, st)
	if !ended || st == endsAt(n.Policy) || child+1 == n.Last {
		return st
	}
	return r.runOn(p, program.Nowhere)
}

// accepts asks a child of a run-first group and reports whether it accepts, or else whether it is pending. A Monitor stores
// the answer. That stands while the Monitor is pending and, if it is asked as a Monitor and not in its turn, while its Every
// is not due.
func (r *Runner) accepts(p program.Place, inTurn bool) (accepts, waits bool) {
	_, verdict := r.askVerdict(p)
	if verdict&notYet != 0 {
		return false, true
	}
	if i := r.Tree.Parts[p].Monitor; i >= 0 && (inTurn || verdict != event.FailedEvery) {
		monitors := r.MonitorBits()
		r.Stirred = r.Stirred || monitors.Has(i) != (verdict == event.Accepted)
		if verdict == event.Accepted {
			monitors.Set(i)
		} else {
			monitors.Unset(i)
		}
	}
	return verdict == event.Accepted, false
}

// askMonitors asks the Monitors of a Selector before a child. It returns the one that fires, or Nowhere: the first that
// accepts and did not when it was asked last.
func (r *Runner) askMonitors(p, child program.Place) program.Place {
	for q := r.Tree.Spots[p].First; q < child; q++ {
		i := r.Tree.Parts[q].Monitor
		if i < 0 {
			continue
		}
		before := r.MonitorBits().Has(i)
		if accepts, _ := r.accepts(q, false); accepts && !before {
			if r.tellsChanges() {
				r.tell(event.Fired, q)
			}
			return q
		}
	}
	return program.Nowhere
}

// goOnInOrder continues an active Sequence or Selector.
func (r *Runner) goOnInOrder(p program.Place) behavior.Status {
	f := r.Frame(p)
	active := f.Child
	if active == program.Nowhere { // the child was reset
		return r.runOn(p, program.Nowhere)
	}
	if r.Tree.Spots[p].Marks&program.HasMonitor != 0 {
		if f.State&program.HasPending != 0 {
			return r.goOnPending(p, r.askMonitors(p, r.Pending(p).Child))
		}
		if fired := r.askMonitors(p, active); fired != program.Nowhere {
			if r.tearOrWait(p, active, fired, program.Nowhere) {
				return behavior.Running
			}
			return r.enterReplacement(p, fired)
		}
	}
	if r.tellsVisits() {
		r.tellContinued(active)
	}
	return r.runPast(p, r.visit(active))
}

// runAnew runs the children of a reactive group from the first on, or from the one that a ReactiveSequence waits for. If the child that ran before is not reached, it is
// cancelled after the child that replaced it has run (Knafla).
func (r *Runner) runAnew(p program.Place) behavior.Status {
	n := &r.Tree.Spots[p]
	f := r.Frame(p)
	before, awaited, from := f.Child, program.Nowhere, n.First
	if before == program.Nowhere && f.Cursor != program.Nowhere {
		from, f.Cursor = f.Cursor, program.Nowhere
		r.Stirred = true
	}
	st := behavior.Failure
	for q := from; q < n.Last; q++ {
		active := true
		st = behavior.Failure
		if q == before {
			before = program.Nowhere // it is reached
			if r.tellsVisits() {
				r.tellContinued(q)
			}
			st = r.visit(q)
		} else if accepts, waits := r.accepts(q, true); accepts {
			st = r.enter(q)
		} else if active = false; waits && awaited == program.Nowhere {
			awaited = q
		}
		ended := true // a child that rejects has failed
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
	if awaited != program.Nowhere && st == behavior.Failure {
		return r.wait(p, awaited)
	}
	return st
}
