package decider

import (
	"math"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
)

// This file is what modifiers do when a decider is visited again and when it has ended (RULES R17).

// repetition is what a place with a Repeat counts.
func (r *runner[A]) repetition(p place) *repetition {
	return (*repetition)(unsafe.Add(r.base, r.tree.infos[p].repeat))
}

// rests reports whether p, which is active, waits for the next tick to begin its next iteration. A leaf that rests
// owes no Deactivate.
func (r *runner[A]) rests(p place, n *node[A]) bool {
	return n.marks&repeats != 0 && r.repetition(p).began == 0
}

// visitSpecially is what a later visit of some places does before their Tick, or instead of it: then done is true.
func (r *runner[A]) visitSpecially(p place, n *node[A]) (st behavior.Status, done bool) {
	in := &r.tree.infos[p]
	switch {
	case n.marks&timed != 0 && !r.before(*r.start(p)+in.modifiers.Timeout):
		r.forced = nowhere // a Jump on its way through it is dropped, also while it leaves
		if r.lingers(p, behavior.TimedOut) {
			return behavior.Running, true
		}
		r.tearBelow(p, behavior.TimedOut)
		return timedOut, true
	case n.marks&barrier != 0 && r.released(p):
		return behavior.Success, true
	case n.marks&leaving != 0:
		*r.due(in.leaveDue) = notLeaving // a Jump has come by
	}
	rested := r.rests(p, n)
	if rested {
		r.stirred = true
		r.repetition(p).began = r.stamp()
	}
	switch {
	case n.marks&connected != 0:
		return r.visitPlugged(p), true
	case !rested:
		return 0, false
	case n.isGroup():
		return r.restart(p, n), true
	}
	return r.endedEarly(p, r.activateAndTick(p, n)), true
}

// restart goes on with a group whose next iteration begins with this visit.
func (r *runner[A]) restart(p place, n *node[A]) behavior.Status {
	if n.marks&acting != 0 {
		if st := r.tickBehavior(p, n); st != behavior.Running {
			return r.endedEarly(p, st)
		}
	}
	return r.begin(p, n)
}

// conclude turns the status that visiting p came to into the one its group sees, and tells with which reason it is
// to be left: Repeat, then Outcome.
func (r *runner[A]) conclude(p place, st behavior.Status) (behavior.Status, behavior.Reason) {
	n := &r.tree.nodes[p]
	if n.marks&modified == 0 {
		return st, reasonOf(st)
	}
	for (st == behavior.Success || st == behavior.Failure) && r.repeats(p, n, st) {
		st = r.repeat(p, n, st)
	}
	reason := reasonOf(st)
	switch st {
	case behavior.Success, behavior.Failure:
	case timedOut:
		st, reason = behavior.Failure, behavior.TimedOut
	default:
		return st, reason
	}
	return r.tree.infos[p].modifiers.Outcome.of(st), reason
}

// of is what a parent sees of a status.
func (o Outcome) of(st behavior.Status) behavior.Status {
	switch {
	case o == AlwaysSuccess, o == Inverted && st == behavior.Failure:
		return behavior.Success
	case o == AlwaysFailure, o == Inverted:
		return behavior.Failure
	}
	return st
}

// repeats reports whether another iteration follows one that ended so.
func (r *runner[A]) repeats(p place, n *node[A], st behavior.Status) bool {
	m := &r.tree.infos[p].modifiers
	switch {
	case n.marks&repeats == 0,
		m.Repeat != Forever && int(r.repetition(p).ended)+1 >= m.Repeat,
		m.Until == UntilSuccess && st == behavior.Success,
		m.Until == UntilFailure && st == behavior.Failure:
		return false
	}
	return !n.isGroup() || r.frame(p).state&stopped == 0
}

// repeat ends an iteration and begins the next one: at once, or if the one that ended began in this tick, in the
// next.
func (r *runner[A]) repeat(p place, n *node[A], st behavior.Status) behavior.Status {
	r.stirred = true
	it := r.repetition(p)
	sameTick := it.began == r.stamp()
	if it.ended < math.MaxInt32-1 { // the number of the next one fits an int of 32 bits
		it.ended++
	}
	if r.level >= 2 {
		r.tellRepeated(p, st, int(it.ended))
	}
	it.began = 0 // nothing is owed from here on, also if Deactivate panics
	if n.isGroup() {
		r.clearIteration(p, n)
	} else if n.marks&acting != 0 {
		r.deactivate(p, n, reasonOf(st))
	}
	if r.wants&wantUnmask != 0 {
		r.unmaskBelow(p)
	}
	if sameTick {
		return behavior.Running
	}
	it.began = r.stamp()
	switch {
	case n.isGroup():
		return r.begin(p, n)
	case n.marks&connected != 0:
		return r.visitPlugged(p)
	}
	return r.endedEarly(p, r.activateAndTick(p, n))
}

// clearIteration makes a group as it was when it had just been entered, with nothing active below.
func (r *runner[A]) clearIteration(p place, n *node[A]) {
	f := r.frame(p)
	f.cursor, f.state = n.policy.firstCursor(), 0
	if n.policy == OneOff {
		clear(r.spent(p))
	}
}

// unmaskBelow takes back this tick's masks of what is below a place, also of what is plugged in there.
func (in *instance[A]) unmaskBelow(p place) {
	n := &in.tree.nodes[p]
	if n.marks&connected != 0 {
		if pl := in.plugs[in.tree.infos[p].slot]; pl != nil {
			pl.unmaskBelow(0)
		}
	}
	for q := n.first; q < n.last; q++ {
		in.masked.unset(int(q))
		in.unmaskBelow(q)
	}
}
