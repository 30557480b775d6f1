package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
)

// This file has Leave, and the pending choices that wait for it (RULES R19).

// runsLeave calls the Leave of the deepest behavior at or below p that has one, and reports whether the Leave goes
// on.
func (r *Runner) runsLeave(p program.Place, reason behavior.Reason) bool {
	_, goesOn := r.leaveDeepest(p, reason)
	return goesOn
}

func (r *Runner) leaveDeepest(p program.Place, reason behavior.Reason) (found, goesOn bool) {
	n := &r.Tree.Spots[p]
	if n.Marks&program.LeaveBelow == 0 {
		return false, false
	}
	if pl := r.PluggedAt(p); pl != nil {
		r.Into(pl)
		if r.Header().Up {
			found, goesOn = r.leaveDeepest(0, reason)
		}
		r.Out()
	} else if n.IsGroup() {
		r.Frame(p).State &^= program.HasPending // an interruption further up drops the inner pending choice
		if child := r.ChildOf(p); child != program.Nowhere && n.Policy != declaration.Concurrent {
			found, goesOn = r.leaveDeepest(child, reason)
		}
	}
	if found || n.Marks&program.HasLeave == 0 || !n.IsGroup() && r.Rests(p) {
		return found, goesOn
	}

	due := r.Due(r.Tree.PartsOf(p).LeaveDue)
	switch {
	case *due == memory.NotLeaving:
		*due = r.Now() + r.Tree.Act(p).LeaveTimeout
	case r.Now() >= *due:
		return true, false
	}
	return true, r.callLeave(p, reason) == behavior.Running
}

// tearOrWait takes down the active child of group p, to be replaced by child; jump is the Jump through child, or
// Nowhere. It reports whether child has to wait for a Leave, and is then pending.
func (r *Runner) tearOrWait(p, active, child, jump program.Place) bool {
	if r.runsLeave(active, behavior.Interrupted) {
		r.setPending(p, child, jump)
		return true
	}
	r.Frame(p).State &^= program.HasPending
	r.tear(active, behavior.Interrupted)
	return false
}

// setPending makes a child of p pending.
func (r *Runner) setPending(p, child, jump program.Place) {
	f := r.Frame(p)
	f.State = f.State&^program.FiredBelow | program.HasPending
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

// goOnPending continues a group that has a pending choice; better is the child that replaces the choice, or Nowhere.
func (r *Runner) goOnPending(p, better program.Place) behavior.Status {
	active := r.Frame(p).Child
	switch {
	case better == program.Nowhere:
		if r.runsLeave(active, behavior.Interrupted) {
			return behavior.Running
		}
	case r.Tree.Spots[better].Marks&program.Jumping != 0:
		return r.react(p, r.leap(p, better))
	case r.tearOrWait(p, active, better, program.Nowhere):
		return behavior.Running
	default:
		return r.enterReplacement(p, better)
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
	return r.enterReplacement(p, w.Child)
}

// enterReplacement enters the child that interrupted p's former child. A Monitor that fired restarts its Selector.
func (r *Runner) enterReplacement(p, child program.Place) behavior.Status {
	if f := r.Frame(p); r.Tree.Spots[p].Policy == declaration.Selector {
		direct := f.State&program.FiredBelow == 0
		f.State &^= program.FiredBelow
		return r.beginAnew(p, child, direct)
	}
	return r.react(p, r.enter(child))
}
