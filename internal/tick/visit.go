package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/program"
)

// Three more statuses pass between the routines of a walk; users never see them.
const (
	// timedOut: the Timeout of the visited place is over.
	timedOut behavior.Status = 0xfd
	// leaping: a Jump below was accepted. The groups up to its common group pass this status on.
	leaping behavior.Status = 0xfe
	// aborted: the loop guard stopped the tick.
	aborted behavior.Status = 0xff
)

// visit continues the active place p: its behavior's Tick, then choosing, then the child (RULES R1, R4).
func (r *Runner) visit(p program.Place) behavior.Status {
	n := &r.Tree.Spots[p]
	if r.tellsVisits() {
		if !r.listeners.exits {
			return r.visitToExit(p)
		}
		r.listeners.exits = false
		r.tellVisit(p)
	}
	if n.Marks&program.Special != 0 {
		if st, done := r.visitSpecially(p); done {
			return st
		}
	}
	if n.Marks&program.Acting != 0 {
		if st := r.tickBehavior(p); st != behavior.Running || !n.IsGroup() {
			return r.endedEarly(p, st)
		}
	} else if n.Marks&(program.Barrier|program.Condition) != 0 {
		if n.Marks&program.Condition != 0 { // only a forged recording has it active
			return behavior.Success
		}
		return behavior.Running
	}
	f := r.Frame(p)
	switch {
	case r.Forced != program.Nowhere:
		return r.react(p, r.stepToward(p))
	case !n.Policy.DecidesFirst():
		return r.goOnRunning(p)
	case f.Child == program.Nowhere:
		return r.chooseAgain(p)
	case f.State&program.HasPending != 0:
		return r.goOnPending(p, r.challenger(p, r.Pending(p).Child, f.Child))
	}
	active := f.Child
	if child := r.challenger(p, active, program.Nowhere); child != program.Nowhere {
		return r.react(p, r.change(p, active, child))
	}
	if r.tellsVisits() {
		r.tellContinued(active)
	}
	return r.react(p, r.visit(active))
}

// goOnRunning continues an active group that is not decide-first.
func (r *Runner) goOnRunning(p program.Place) behavior.Status {
	n := &r.Tree.Spots[p]
	switch {
	case n.Policy == declaration.Concurrent:
		return r.visitAll(p)
	case n.Policy.Reactive():
		return r.runAnew(p)
	}
	return r.goOnInOrder(p)
}

// visitToExit is visit with an event for its end.
func (r *Runner) visitToExit(p program.Place) behavior.Status {
	r.listeners.exits = true
	st := r.visit(p)
	r.tellExited(p, st)
	return st
}

// endedEarly ends a visit with the status of p's behavior. The behavior of a group takes the children down first
// (RULES R7), and a Jump through the group is dropped.
func (r *Runner) endedEarly(p program.Place, st behavior.Status) behavior.Status {
	switch {
	case st == behavior.Running:
		if r.Tree.Quicks[p].Able {
			r.Header().Leaf = p
		}
	case r.Tree.Spots[p].IsGroup():
		r.Forced = program.Nowhere
		r.Frame(p).State |= program.Stopped
		r.tearBelow(p, behavior.Cancelled)
	}
	return st
}

// change replaces p's active child: the old path goes down, then the new child is entered (RULES R4).
func (r *Runner) change(p, active, child program.Place) behavior.Status {
	if r.Tree.Spots[child].Marks&program.Jumping == 0 {
		if r.Tree.Spots[active].Marks&program.LeaveBelow == 0 {
			r.tear(active, behavior.Interrupted)
		} else if r.tearOrWait(p, active, child, program.Nowhere) {
			return behavior.Running
		}
	}
	return r.take(p, child)
}

// take enters a child of p, which has no active child, or follows the Jump that the child is.
func (r *Runner) take(p, child program.Place) behavior.Status {
	if r.Tree.Spots[child].Marks&program.Jumping != 0 {
		return r.leap(p, child)
	}
	return r.enter(child)
}
