package tick

import (
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
)

// This file has the modifiers: at a later visit of a decider, and at its end (RULES R17).

// visitSpecially does the part of a later visit that only some places have. done reports that it replaced the Tick.
func (r *Runner) visitSpecially(p program.Place) (st behavior.Status, done bool) {
	n := &r.Tree.Spots[p]
	switch {
	case n.Marks&program.Timed != 0 && !r.before(*r.Start(p)+r.Tree.Modifier(p).Timeout):
		r.Forced = program.Nowhere // a Jump through p is dropped, also while p leaves
		if r.runsLeave(p, behavior.TimedOut) {
			return behavior.Running, true
		}
		r.tearBelow(p, behavior.TimedOut)
		return timedOut, true
	case n.Marks&program.Barrier != 0 && r.Released(p):
		return behavior.Success, true
	case n.Marks&program.HasLeave != 0:
		*r.Due(r.Tree.PartsOf(p).LeaveDue) = memory.NotLeaving // a Jump led back here
	}
	rested := r.Rests(p)
	if rested {
		r.Stirred = true
		r.Repetition(p).Began = r.stamp()
	}
	switch {
	case n.Marks&program.Connected != 0:
		return r.visitPlugged(p), true
	case !rested:
		return 0, false
	case n.IsGroup():
		return r.restart(p), true
	}
	return r.endedEarly(p, r.activateAndTick(p)), true
}

// restart continues a group whose next iteration begins with this visit.
func (r *Runner) restart(p program.Place) behavior.Status {
	n := &r.Tree.Spots[p]
	if n.Marks&program.Acting != 0 {
		if st := r.tickBehavior(p); st != behavior.Running {
			return r.endedEarly(p, st)
		}
	}
	return r.begin(p)
}

// conclude applies Repeat, then Outcome, to the status of p's visit. It returns the status that the group sees, and the
// reason for leaving p.
func (r *Runner) conclude(p program.Place, st behavior.Status) (behavior.Status, behavior.Reason) {
	n := &r.Tree.Spots[p]
	if n.Marks&program.Modified == 0 {
		return st, reasonOf(st)
	}
	for (st == behavior.Success || st == behavior.Failure) && r.repeats(p, st) {
		st = r.repeat(p, st)
	}
	reason := reasonOf(st)
	switch st {
	case behavior.Success, behavior.Failure:
	case timedOut:
		st, reason = behavior.Failure, behavior.TimedOut
	default:
		return st, reason
	}
	return outcomeOf(r.Tree.Modifier(p).Outcome, st), reason
}

// outcomeOf returns the status that a parent sees.
func outcomeOf(o declaration.Outcome, st behavior.Status) behavior.Status {
	switch {
	case o == declaration.AlwaysSuccess, o == declaration.Inverted && st == behavior.Failure:
		return behavior.Success
	case o == declaration.AlwaysFailure, o == declaration.Inverted:
		return behavior.Failure
	}
	return st
}

// repeats reports whether another iteration follows one that ended with st.
func (r *Runner) repeats(p program.Place, st behavior.Status) bool {
	n := &r.Tree.Spots[p]
	m := r.Tree.Modifier(p)
	switch {
	case n.Marks&program.Repeats == 0,
		m.Repeat != declaration.Forever && int(r.Repetition(p).Ended)+1 >= m.Repeat,
		m.Until == declaration.UntilSuccess && st == behavior.Success,
		m.Until == declaration.UntilFailure && st == behavior.Failure:
		return false
	}
	return !n.IsGroup() || r.Frame(p).State&program.Stopped == 0
}

// repeat ends an iteration and begins the next one: at once, or in the next tick if the ended one began in this tick.
func (r *Runner) repeat(p program.Place, st behavior.Status) behavior.Status {
	n := &r.Tree.Spots[p]
	r.Stirred = true
	it := r.Repetition(p)
	sameTick := it.Began == r.stamp()
	if it.Ended < math.MaxInt32-1 { // the number of the next one fits an int of 32 bits
		it.Ended++
	}
	if r.tellsChanges() {
		r.tellRepeated(p, st, int(it.Ended))
	}
	it.Began = 0 // no Deactivate is owed from here on, even if this one panics
	if n.IsGroup() {
		r.clearIteration(p)
	} else if n.Marks&program.Acting != 0 {
		r.deactivate(p, reasonOf(st))
	}
	if r.Wants&memory.WantUnmask != 0 {
		r.UnmaskBelow(p)
	}
	if sameTick {
		return behavior.Running
	}
	it.Began = r.stamp()
	switch {
	case n.IsGroup():
		return r.begin(p)
	case n.Marks&program.Connected != 0:
		return r.visitPlugged(p)
	}
	return r.endedEarly(p, r.activateAndTick(p))
}

// clearIteration returns a group to its state on entry, with nothing active below.
func (r *Runner) clearIteration(p program.Place) {
	n := &r.Tree.Spots[p]
	f := r.Frame(p)
	f.Cursor, f.State = FirstCursor(n.Policy), 0
	if n.Policy == declaration.OneOff {
		clear(r.Spent(p))
	}
}
