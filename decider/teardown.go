package decider

import "github.com/decidertree/decidertree/behavior"

// This file is how places stop being active (RULES R7, R8, R18).

// tear takes p and all below it down, deepest first; of branches the one that was activated last.
func (r *runner[A]) tear(p place, reason behavior.Reason) {
	if n := &r.tree.nodes[p]; n.isGroup() || n.marks&connected != 0 {
		r.tearBelow(p, reason)
	}
	r.leave(p, reason)
}

func (r *runner[A]) tearBelow(p place, reason behavior.Reason) {
	if n := &r.tree.nodes[p]; n.isGroup() && !n.policy.sideBySide() {
		if child := r.frame(p).child; child != nowhere {
			r.tear(child, reason)
		}
		return
	}
	if pl := r.pluggedAt(p); pl != nil {
		r.into(pl)
		if r.header().up {
			r.tear(0, reason)
		}
		r.out()
	}
	for child := r.lastChild(p); child != nowhere; child = r.lastChild(p) {
		r.tear(child, reason)
	}
}

// leave ends p, below which nothing is active any more: the one place that calls Deactivate, so that it is
// called exactly once for everything that was entered (RULES R18); but for the iterations of a Repeat, which end
// in runner.repeat. p is unlinked first: if Deactivate panics it counts as called.
func (r *runner[A]) leave(p place, reason behavior.Reason) {
	r.stirred = true
	n := &r.tree.nodes[p]
	if n.marks&beside == 0 {
		r.frame(n.parent).child = nowhere
	} else {
		r.unlink(p)
	}
	if n.marks&(targeted|shared) != 0 {
		if n.marks&targeted != 0 {
			if j := r.frame(p).jump; j != nowhere {
				r.ended.set(int(j))
				r.wants |= wantTidy
			}
		}
		r.giveBack(p, reason)
	}
	if n.cooldown != 0 {
		*r.due(n.cooldown) = r.now() + r.tree.infos[p].cooldown
	}
	if n.marks&acting != 0 && (n.marks&repeats == 0 || n.isGroup() || !r.rests(p, n)) {
		r.deactivate(p, n, reason)
	}
	if r.level >= 2 {
		r.tellLeft(p, reason)
	}
}

// leaveEnded is the answer of a group that is not decide-first to the status of a child: one that has ended, its
// modifiers applied, is left, and not masked.
func (r *runner[A]) leaveEnded(p place, st behavior.Status) (_ behavior.Status, ended bool) {
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

// abort takes everything down after the loop guard struck (RULES R8).
func (r *runner[A]) abort() {
	r.forced = nowhere
	if r.header().up {
		r.tear(0, behavior.Cancelled)
	}
}
