package decider

import (
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
)

// This file is Concurrent groups (RULES R13).

// tally is what a Concurrent group counts.
func (r *runner[A]) tally(p place) *tally {
	return (*tally)(unsafe.Add(r.base, r.tree.nodes[p].frame+frameSize))
}

// branches are the active children of a Concurrent group.
func (r *runner[A]) branches(p place) bits {
	n := &r.tree.nodes[p]
	return r.bits(n.frame+frameSize+tallySize, int(n.last-n.first))
}

// acceptedBy are the children that accepted when the group was entered.
func (r *runner[A]) acceptedBy(p place) bits {
	n := &r.tree.nodes[p]
	count := int(n.last - n.first)
	return r.bits(n.frame+frameSize+tallySize+uint32(wordsFor(count))*wordSize, count)
}

// nextBranch is the next active child of a Concurrent group from q on; nowhere for none.
func (r *runner[A]) nextBranch(p, q place) place { return r.nextOf(p, r.branches(p), q) }

// nextOf is the next child of a group from q on whose bit is set; nowhere for none.
func (r *runner[A]) nextOf(p place, set bits, q place) place {
	first := r.tree.nodes[p].first
	if i := set.next(int(q - first)); i >= 0 {
		return first + place(i)
	}
	return nowhere
}

// beginAll asks all children of a group that was just entered, then enters those that accept, in order.
func (r *runner[A]) beginAll(p place) behavior.Status {
	n := &r.tree.nodes[p]
	t, accepted := r.tally(p), r.acceptedBy(p)
	*t = tally{}
	clear(accepted)
	for q := n.first; q < n.last; q++ {
		if r.ask(q) > 0 {
			accepted.set(int(q - n.first))
			t.accepted++
		}
	}
	switch {
	case t.accepted == 0:
		if r.level >= 1 {
			r.tell(SubsetRuleBroken, p)
		}
		return behavior.Failure
	case r.tree.infos[p].succeedAt > int(t.accepted):
		return behavior.Failure
	}
	for q := r.nextOf(p, accepted, n.first); q != nowhere; q = r.nextOf(p, accepted, q+1) {
		if st := r.countIn(p, q, r.enter(q)); st != behavior.Running {
			return st
		}
	}
	return behavior.Running
}

// visitAll visits the children that are still active, in order.
func (r *runner[A]) visitAll(p place) behavior.Status {
	n := &r.tree.nodes[p]
	for q := r.nextBranch(p, n.first); q != nowhere; q = r.nextBranch(p, q+1) {
		if r.level >= 4 {
			r.tellContinued(q)
		}
		if st := r.countIn(p, q, r.visit(q)); st != behavior.Running {
			return st
		}
	}
	return behavior.Running
}

// countIn is the group's answer to the status of its child q. As soon as it has ended, what still runs goes
// down.
func (r *runner[A]) countIn(p, q place, st behavior.Status) behavior.Status {
	st, ended := r.leaveEnded(q, st)
	if !ended {
		return st
	}
	t, in := r.tally(p), &r.tree.infos[p]
	need := place(in.succeedAt)
	if need == 0 {
		need = t.accepted
	}
	if st == behavior.Success {
		t.succeeded++
	} else {
		t.failed++
	}
	switch {
	case t.succeeded >= need:
		st = behavior.Success
	case int(t.failed) >= in.failAt || t.accepted-t.failed < need:
		st = behavior.Failure
	default:
		return behavior.Running
	}
	r.tearBelow(p, behavior.Cancelled)
	return st
}
