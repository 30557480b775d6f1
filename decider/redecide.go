package decider

import "github.com/decidertree/decidertree/behavior"

// This file is what a decide-first group does when a child has finished (RULES R6).

// react is a group's answer to the status of its active child.
func (r *runner[A]) react(p place, st behavior.Status) behavior.Status {
	if st == behavior.Running {
		return st
	}
	return r.redecide(p, st)
}

// redecide is the answer to a child that finished: it goes down and is masked, and the others get their chance,
// a masked redecide (RULES R6).
func (r *runner[A]) redecide(p place, st behavior.Status) behavior.Status {
	n, f := &r.tree.nodes[p], r.frame(p)
	if !n.policy.decidesFirst() {
		return r.runPast(p, st) // Concurrent and reactive groups answer where they visit
	}
	for st != behavior.Running {
		switch st {
		case aborted:
			return st
		case leaping:
			if r.tree.jumps[r.jumping].common != p {
				return leaping
			}
			st = r.stepToward(p)
			continue
		}
		child, reason := f.child, reasonOf(st)
		if r.tree.nodes[child].marks&modified != 0 {
			if st, reason = r.conclude(child, st); st != behavior.Success && st != behavior.Failure {
				continue // the next iteration runs, or has led elsewhere
			}
		}
		f.state &^= succeeded
		if st == behavior.Success {
			f.state |= succeeded
		}
		r.leave(child, reason)
		r.mask(child, st)
		if n.flags&FinishWithChild != 0 {
			return st
		}
		next := nowhere
		if n.flags&CallDecideOnRedecide != 0 {
			if !(r.askAgain(p) > 0) {
				r.forget(&r.tree.infos[p])
				return behavior.Failure
			}
			next = r.takeChosen(p)
		}
		if next == nowhere {
			next, _ = r.choose(p)
		}
		if next == nowhere {
			return r.exhausted(p)
		}
		st = r.take(p, next)
	}
	return st
}

// exhausted is the status of a group none of whose children accepts any more (RULES R6, R10).
func (r *runner[A]) exhausted(p place) behavior.Status {
	n := &r.tree.nodes[p]
	state := r.frame(p).state
	switch n.policy {
	case Sequential, OneOff:
		return behavior.Success // some child was entered, or the group would have broken the Subset Rule
	case SequentialLooping:
		for q := n.first; q < n.last; q++ {
			if r.masked.has(int(q)) {
				return behavior.Running // with nothing active: it goes on in the next tick
			}
		}
		fallthrough
	default:
		if state&succeeded != 0 {
			return behavior.Success
		}
	}
	return behavior.Failure
}

// mask shuts out a child that finished for the rest of the tick.
func (r *runner[A]) mask(p place, st behavior.Status) {
	r.stirred = true
	r.masked.set(int(p))
	r.wants |= wantUnmask
	if r.level >= 4 {
		r.tellMasked(p, st)
	}
	for _, i := range r.tree.infos[p].landings {
		if r.ended.has(i) {
			r.masked.set(int(r.tree.jumps[i].branch)) // a Jump that fails back: both branches (RULES R16)
		}
	}
}
