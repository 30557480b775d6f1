package decider

import (
	"github.com/decidertree/decidertree/behavior"
)

// Three more statuses pass between the routines of a walk; users never see them.
const (
	// timedOut: the visit found the Timeout of its place over.
	timedOut behavior.Status = 0xfd
	// leaping: a Jump was accepted below; the groups up to its common group pass it on.
	leaping behavior.Status = 0xfe
	// aborted: the loop guard has stopped the tick.
	aborted behavior.Status = 0xff
)

// visit goes on with p, which is active: its behavior's Tick, then choosing, then the child (RULES R1, R4).
func (r *runner[A]) visit(p place) behavior.Status {
	n := &r.tree.nodes[p]
	if r.level >= 4 {
		if !r.exits {
			return r.visitToExit(p)
		}
		r.exits = false
		r.tellVisit(p)
	}
	if n.marks&special != 0 {
		if st, done := r.visitSpecially(p, n); done {
			return st
		}
	}
	if n.marks&acting != 0 {
		if st := r.tickBehavior(p, n); st != behavior.Running || !n.isGroup() {
			return r.endedEarly(p, st)
		}
	} else if n.marks&barrier != 0 {
		return behavior.Running
	}
	f := r.frame(p)
	switch {
	case r.forced != nowhere:
		return r.react(p, r.stepToward(p))
	case !n.policy.decidesFirst():
		return r.goOnRunning(p, n)
	case f.child == nowhere: // a SequentialLooping group that waits, or what ran was reset
		child, _ := r.choose(p)
		if child == nowhere {
			return r.exhausted(p)
		}
		return r.react(p, r.take(p, child))
	case f.state&waits != 0:
		return r.await(p, r.challenger(p, r.pending(p).child, f.child))
	}
	active := f.child
	if child := r.challenger(p, active, nowhere); child != nowhere {
		return r.react(p, r.change(p, active, child))
	}
	if r.level >= 4 {
		r.tellContinued(active)
	}
	return r.react(p, r.visit(active))
}

// goOnRunning goes on with an active group that is not decide-first.
func (r *runner[A]) goOnRunning(p place, n *node[A]) behavior.Status {
	switch {
	case n.policy == Concurrent:
		return r.visitAll(p)
	case n.policy.reactive():
		return r.runAnew(p)
	}
	return r.goOnInOrder(p)
}

// visitToExit is visit where its end is told too.
func (r *runner[A]) visitToExit(p place) behavior.Status {
	r.exits = true
	st := r.visit(p)
	r.tellExited(p, st)
	return st
}

// endedEarly is the end of a visit by p's behavior: a leaf's, or a group's that ends with its children going
// down first (RULES R7). A Jump that led through p is dropped.
func (r *runner[A]) endedEarly(p place, st behavior.Status) behavior.Status {
	switch {
	case st == behavior.Running:
		if r.tree.quicks[p].able {
			r.header().leaf = p
		}
	case r.tree.nodes[p].isGroup():
		r.forced = nowhere
		r.frame(p).state |= stopped
		r.tearBelow(p, behavior.Cancelled)
	}
	return st
}

// change replaces p's active child by another: old path down, then the new child up (RULES R4).
func (r *runner[A]) change(p, active, child place) behavior.Status {
	if r.tree.nodes[child].marks&jumping == 0 {
		if r.tree.nodes[active].marks&lingering == 0 {
			r.tear(active, behavior.Interrupted)
		} else if r.departs(p, active, child, nowhere) {
			return behavior.Running
		}
	}
	return r.take(p, child)
}

// take enters a child of p, which has none active; a Jump leads elsewhere.
func (r *runner[A]) take(p, child place) behavior.Status {
	if r.tree.nodes[child].marks&jumping != 0 {
		return r.leap(p, child)
	}
	return r.enter(child)
}
