package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
)

// This file is behaviors that need time to be interrupted, and choices that wait for them (RULES R19).

// lingers gives what is to go down at and below p the time it needs: it calls the Leave of the deepest behavior
// that has one, and reports whether that goes on.
func (r *Runner) lingers(p program.Place, reason behavior.Reason) bool {
	_, goesOn := r.windDown(p, reason)
	return goesOn
}

func (r *Runner) windDown(p program.Place, reason behavior.Reason) (found, goesOn bool) {
	n := &r.Tree.Spots[p]
	if n.Marks&program.LeaveBelow == 0 {
		return false, false
	}
	if pl := r.PluggedAt(p); pl != nil {
		r.Into(pl)
		if r.Header().Up {
			found, goesOn = r.windDown(0, reason)
		}
		r.Out()
	} else if n.IsGroup() {
		r.Frame(p).State &^= program.HasPending // what waited for the same below does so no longer
		if child := r.ChildOf(p); child != program.Nowhere && n.Policy != declaration.Concurrent {
			found, goesOn = r.windDown(child, reason)
		}
	}
	if found || n.Marks&program.HasLeave == 0 || !n.IsGroup() && r.Rests(p) {
		return found, goesOn
	}

	due := r.Due(r.Tree.Parts[p].LeaveDue)
	switch {
	case *due == memory.NotLeaving:
		*due = r.Now() + r.Tree.Act(p).LeaveTimeout
	case r.Now() >= *due:
		return true, false
	}
	return true, r.callLeave(p, reason) == behavior.Running
}

// departs replaces group p's active child by another, which a Jump leads through unless that is nowhere: old path
// down, unless it needs time to leave. It reports whether the new child has to wait for that.
func (r *Runner) departs(p, active, child, jump program.Place) bool {
	if r.lingers(active, behavior.Interrupted) {
		r.wait(p, child, jump)
		return true
	}
	r.Frame(p).State &^= program.HasPending
	r.tear(active, behavior.Interrupted)
	return false
}

// wait makes a child of p pending.
func (r *Runner) wait(p, child, jump program.Place) {
	r.Frame(p).State |= program.HasPending
	*r.Pending(p) = program.Pending{Child: child, Jump: jump}
	if jump != program.Nowhere {
		r.Forced = program.Nowhere
		r.KeepChoice(r.Tree.Jumps[jump].To)
	} else {
		r.KeepChoice(child)
	}
	if r.tellsChanges() {
		r.tell(event.Pending, child)
	}
}

// await goes on with a group in which something is pending; better is what replaces it, or nowhere.
func (r *Runner) await(p, better program.Place) behavior.Status {
	active := r.Frame(p).Child
	switch {
	case better == program.Nowhere:
		if r.lingers(active, behavior.Interrupted) {
			return behavior.Running
		}
	case r.Tree.Spots[better].Marks&program.Jumping != 0:
		return r.react(p, r.leap(p, better))
	case r.departs(p, active, better, program.Nowhere):
		return behavior.Running
	default:
		return r.arrive(p, better)
	}
	w := *r.Pending(p)
	r.Frame(p).State &^= program.HasPending
	r.tear(active, behavior.Interrupted)
	if w.Jump == program.Nowhere {
		r.RecallChoice(w.Child)
	} else {
		r.Forced, r.jumping = r.Tree.Jumps[w.Jump].To, w.Jump
		r.RecallChoice(r.Forced)
	}
	return r.arrive(p, w.Child)
}

// arrive enters what interrupted p's former child: a Selector's Monitor that fired has it run from the start.
func (r *Runner) arrive(p, child program.Place) behavior.Status {
	if r.Tree.Spots[p].Policy == declaration.Selector {
		r.Frame(p).Cursor = 0
		return r.runOn(p, child)
	}
	return r.react(p, r.enter(child))
}
