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
		if accepts {
			r.reach(q)
		} else {
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
	i := r.Tree.PartsOf(p).Monitor
	if i >= 0 && inTurn {
		r.reach(p)
	}
	if i >= 0 && (inTurn || verdict != event.FailedEvery) {
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

// reach notes that a Monitor was reached since its Selector began.
func (r *Runner) reach(p program.Place) {
	if i := r.Tree.PartsOf(p).Monitor + 1; i > 0 && !r.MonitorBits().Has(i) {
		r.MonitorBits().Set(i)
		r.Stirred = true
	}
}

// unreach notes that a Selector begins: none of its Monitors was reached yet.
func (r *Runner) unreach(p program.Place) {
	for _, w := range r.Tree.Watches[p] {
		r.MonitorBits().Unset(r.Tree.PartsOf(w.Monitor).Monitor + 1)
	}
}

// askMonitors asks the Monitors of a Selector before a child, also those further below that were reached. It returns the one
// that fires, if any: the first that accepts and did not when it was asked last.
func (r *Runner) askMonitors(p, child program.Place) (fired program.Watch, any bool) {
	for _, w := range r.Tree.Watches[p] {
		i := r.Tree.PartsOf(w.Monitor).Monitor
		if w.Child >= child {
			break
		}
		if !w.Direct() && !r.MonitorBits().Has(i+1) {
			continue
		}
		before := r.MonitorBits().Has(i)
		if accepts, _ := r.accepts(w.Monitor, false); accepts && !before {
			if r.tellsChanges() {
				r.tell(event.Fired, w.Monitor)
			}
			return w, true
		}
	}
	return program.Watch{}, false
}

// passQuery asks a Monitor that is made of condition leaves, by asking these as they would run. Nothing is entered.
func (r *Runner) passQuery(p program.Place) event.Verdict {
	switch st := r.query(p); st {
	case behavior.Running:
		return event.FailedChildren | notYet
	case behavior.Failure:
		return event.FailedChildren
	}
	return event.Accepted
}

// query returns what the conditions below a Sequence or Selector would come to; Running if one is pending.
func (r *Runner) query(p program.Place) behavior.Status {
	n := &r.Tree.Spots[p]
	st := behavior.Failure
	for q := n.First; q < n.Last; q++ {
		st = behavior.Failure // a child that rejects has failed
		switch _, verdict := r.askVerdict(q); {
		case verdict&notYet != 0:
			return behavior.Running
		case verdict != event.Accepted:
		case !r.Tree.Spots[q].IsGroup():
			st = outcomeOf(r.Tree.Modifier(q).Outcome, behavior.Success)
		default:
			if st = r.query(q); st == behavior.Running {
				return st
			}
		}
		if st == endsAt(n.Policy) {
			break
		}
	}
	return outcomeOf(r.Tree.Modifier(p).Outcome, st)
}

// goOnInOrder continues an active Sequence or Selector.
func (r *Runner) goOnInOrder(p program.Place) behavior.Status {
	f := r.Frame(p)
	active := f.Child
	if active == program.Nowhere { // the group waits, or the child was reset
		return r.runOn(p, program.Nowhere)
	}
	if r.Tree.Spots[p].Marks&program.HasMonitor != 0 {
		pending := f.State&program.HasPending != 0
		expected := active
		if pending {
			expected = r.Pending(p).Child
		}
		fired, any := r.askMonitors(p, expected)
		switch {
		case any && r.tearOrWait(p, active, fired.Child, program.Nowhere):
			if !fired.Direct() {
				f.State |= program.FiredBelow
			}
			return behavior.Running
		case any:
			return r.beginAnew(p, fired.Child, fired.Direct())
		case pending:
			return r.goOnPending(p, program.Nowhere)
		}
	}
	if r.tellsVisits() {
		r.tellContinued(active)
	}
	return r.runPast(p, r.visit(active))
}

// beginAnew restarts a Selector after a Monitor has fired. If that is the child itself, it has accepted; else it lies below the
// child, which is asked in its turn.
func (r *Runner) beginAnew(p, child program.Place, direct bool) behavior.Status {
	if !direct {
		child = program.Nowhere
	}
	r.unreach(p)
	r.Frame(p).Cursor = 0
	return r.runOn(p, child)
}

// runAnew runs the children of a reactive group from the first on, or from the one that a ReactiveSequence waits for. If the child that ran before is not reached, it is
// cancelled after the child that replaced it has run (Knafla).
func (r *Runner) runAnew(p program.Place) behavior.Status {
	n := &r.Tree.Spots[p]
	f := r.Frame(p)
	before, awaited, from := f.Child, program.Nowhere, n.First
	if before == program.Nowhere && f.Cursor != program.Nowhere {
		from = f.Cursor
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
