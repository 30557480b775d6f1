package decider

import "github.com/decidertree/decidertree/behavior"

// This file is run-first groups: children run in order, and what they return steers (RULES R12, R14).

// endsAt is the status of a child that ends a run-first group; the other one moves on to the next child.
func (p Policy) endsAt() behavior.Status {
	if p == Selector || p == ReactiveSelector {
		return behavior.Success
	}
	return behavior.Failure
}

// runOn runs the children of a Sequence or Selector from its cursor on. The child given, if any, has accepted
// already in this tick: a Monitor that fired.
func (r *runner[A]) runOn(p, given place) behavior.Status {
	n, f := &r.tree.nodes[p], r.frame(p)
	st := behavior.Failure
	for n.first+f.cursor < n.last {
		q := n.first + f.cursor
		f.cursor++
		st = behavior.Failure
		if q == given || r.accepts(q) {
			var ended bool
			if st, ended = r.leaveEnded(q, r.enter(q)); !ended {
				return st
			}
		}
		if st == n.policy.endsAt() {
			return st
		}
	}
	return st
}

// runPast is the answer of a Sequence or Selector to the status of its active child.
func (r *runner[A]) runPast(p place, st behavior.Status) behavior.Status {
	n, child := &r.tree.nodes[p], r.frame(p).child
	st, ended := r.leaveEnded(child, st)
	if !ended || st == n.policy.endsAt() || child+1 == n.last {
		return st
	}
	return r.runOn(p, nowhere)
}

// accepts asks the child of a run-first group whose turn it is, or a Monitor, which remembers the answer. While its
// Every is not due there is none, and the last one stands.
func (r *runner[A]) accepts(p place) bool {
	_, verdict := r.answer(p)
	if i := r.tree.infos[p].monitor; i >= 0 && verdict != FailedEvery {
		monitors := r.monitors()
		r.stirred = r.stirred || monitors.has(i) != (verdict == Accepted)
		if verdict == Accepted {
			monitors.set(i)
		} else {
			monitors.unset(i)
		}
	}
	return verdict == Accepted
}

// monitors are the answers that Monitors gave last.
func (r *runner[A]) monitors() bits {
	return r.bits(r.tree.layout.monitors, len(r.tree.layout.watched))
}

// watch asks the Monitors of a Selector before a child and returns the one that fires: the first that accepts
// and did not when it was asked last. It is nowhere if none does.
func (r *runner[A]) watch(p, child place) place {
	for q := r.tree.nodes[p].first; q < child; q++ {
		i := r.tree.infos[q].monitor
		if i < 0 {
			continue
		}
		if before := r.monitors().has(i); r.accepts(q) && !before {
			if r.level >= 2 {
				r.tell(Fired, q)
			}
			return q
		}
	}
	return nowhere
}

// goOnInOrder goes on with an active Sequence or Selector.
func (r *runner[A]) goOnInOrder(p place) behavior.Status {
	f := r.frame(p)
	active := f.child
	if active == nowhere { // what ran was reset
		return r.runOn(p, nowhere)
	}
	if r.tree.nodes[p].marks&watching != 0 {
		if f.state&waits != 0 {
			return r.await(p, r.watch(p, r.pending(p).child))
		}
		if fired := r.watch(p, active); fired != nowhere {
			if r.departs(p, active, fired, nowhere) {
				return behavior.Running
			}
			return r.arrive(p, fired)
		}
	}
	if r.level >= 4 {
		r.tellContinued(active)
	}
	return r.runPast(p, r.visit(active))
}

// runAnew runs the children of a reactive group from the first on. The one that ran before and is not reached is
// cancelled when what replaced it has run (Knafla).
func (r *runner[A]) runAnew(p place) behavior.Status {
	n := &r.tree.nodes[p]
	before := r.frame(p).child
	st := behavior.Failure
	for q := n.first; q < n.last; q++ {
		active := true
		st = behavior.Failure
		switch {
		case q == before:
			before = nowhere // it is reached
			if r.level >= 4 {
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
		if !ended || st == n.policy.endsAt() {
			break
		}
	}
	if before != nowhere {
		r.tear(before, behavior.Cancelled)
	}
	return st
}
