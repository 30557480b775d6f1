package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/program"
)

// This file deactivates places (RULES R7, R8, R18).

// tear takes p and all below it down, deepest first, and branches in the reverse order of their activation.
func (r *Runner) tear(p program.Place, reason behavior.Reason) {
	end := p
	for {
		n := &r.Tree.Spots[end]
		if !n.IsGroup() || n.Policy.SideBySide() {
			if n.IsGroup() || n.Marks&program.Connected != 0 {
				r.tearBranches(end, reason)
			}
			break
		}
		child := r.Frame(end).Child
		if child == program.Nowhere {
			break
		}
		end = child
	}
	for ; end != p; end = r.Tree.Spots[end].Parent {
		r.leave(end, reason)
	}
	r.leave(p, reason)
}

// tearBelow takes down everything below p, which stays active.
func (r *Runner) tearBelow(p program.Place, reason behavior.Reason) {
	if n := &r.Tree.Spots[p]; n.IsGroup() && !n.Policy.SideBySide() {
		if child := r.Frame(p).Child; child != program.Nowhere {
			r.tear(child, reason)
		}
		return
	}
	r.tearBranches(p, reason)
}

// tearBranches takes down everything below a slot or a group with several active children.
func (r *Runner) tearBranches(p program.Place, reason behavior.Reason) {
	if pl := r.PluggedAt(p); pl != nil {
		r.Into(pl)
		if r.Header().Up {
			r.tear(0, reason)
		}
		r.Out()
	}
	for child := r.LastChild(p); child != program.Nowhere; child = r.LastChild(p) {
		r.tear(child, reason)
	}
}

// leave ends p, below which nothing is active any more. No other routine calls Deactivate, except repeat for the
// iterations of a Repeat, so it is called exactly once for everything that was entered (RULES R18). p is unlinked
// first: a Deactivate that panics counts as called.
func (r *Runner) leave(p program.Place, reason behavior.Reason) {
	r.Stirred = true
	n := &r.Tree.Spots[p]
	if n.Marks&program.Beside == 0 {
		r.Frame(n.Parent).Child = program.Nowhere
	} else {
		r.Unlink(p)
	}
	if n.Marks&program.Shared != 0 {
		r.GiveBack(p, reason)
	}
	if n.Cooldown != 0 {
		*r.Due(n.Cooldown) = r.Now() + r.Tree.Condition(p).Cooldown
	}
	if n.Marks&program.Acting != 0 && (n.IsGroup() || !r.Rests(p)) {
		r.deactivate(p, reason)
	}
	if r.tellsChanges() {
		r.tellLeft(p, reason)
	}
}

// leaveEnded handles the status of a child of a group that is not decide-first. A child that has ended after its
// modifiers is left, and not masked.
func (r *Runner) leaveEnded(p program.Place, st behavior.Status) (_ behavior.Status, ended bool) {
	st, reason := r.conclude(p, st)
	if st == behavior.Running || st == aborted {
		return st, false
	}
	r.leave(p, reason)
	return st, true
}

func reasonOf(st behavior.Status) behavior.Reason {
	if st == behavior.Success {
		return behavior.Succeeded
	}
	return behavior.Failed
}

// abort takes everything down after the loop guard stopped the tick (RULES R8).
func (r *Runner) abort() {
	r.Forced = program.Nowhere
	if r.Header().Up {
		r.tear(0, behavior.Cancelled)
	}
}
