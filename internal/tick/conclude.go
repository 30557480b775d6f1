package tick

import (
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
)

// This file is what modifiers do when a decider is visited again and when it has ended (RULES R17).

// visitSpecially is what a later visit of some places does before their Tick, or instead of it: then done is true.
func (r *Runner) visitSpecially(p program.Place) (st behavior.Status, done bool) {
	n := &r.Tree.Spots[p]
	switch {
	case n.Marks&program.Timed != 0 && !r.before(*r.Start(p)+r.Tree.Modifiers[p].Timeout):
		r.Forced = program.Nowhere // a Jump on its way through it is dropped, also while it leaves
		if r.lingers(p, behavior.TimedOut) {
			return behavior.Running, true
		}
		r.tearBelow(p, behavior.TimedOut)
		return timedOut, true
	case n.Marks&program.Barrier != 0 && r.Released(p):
		return behavior.Success, true
	case n.Marks&program.HasLeave != 0:
		*r.Due(r.Tree.Parts[p].LeaveDue) = memory.NotLeaving // a Jump has come by
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

// restart goes on with a group whose next iteration begins with this visit.
func (r *Runner) restart(p program.Place) behavior.Status {
	n := &r.Tree.Spots[p]
	if n.Marks&program.Acting != 0 {
		if st := r.tickBehavior(p); st != behavior.Running {
			return r.endedEarly(p, st)
		}
	}
	return r.begin(p)
}

// conclude turns the status that visiting p came to into the one its group sees, and tells with which reason it is
// to be left: Repeat, then Outcome.
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
	return outcomeOf(r.Tree.Modifiers[p].Outcome, st), reason
}

// outcomeOf is what a parent sees of a status.
func outcomeOf(o declaration.Outcome, st behavior.Status) behavior.Status {
	switch {
	case o == declaration.AlwaysSuccess, o == declaration.Inverted && st == behavior.Failure:
		return behavior.Success
	case o == declaration.AlwaysFailure, o == declaration.Inverted:
		return behavior.Failure
	}
	return st
}

// repeats reports whether another iteration follows one that ended so.
func (r *Runner) repeats(p program.Place, st behavior.Status) bool {
	n := &r.Tree.Spots[p]
	m := &r.Tree.Modifiers[p]
	switch {
	case n.Marks&program.Repeats == 0,
		m.Repeat != declaration.Forever && int(r.Repetition(p).Ended)+1 >= m.Repeat,
		m.Until == declaration.UntilSuccess && st == behavior.Success,
		m.Until == declaration.UntilFailure && st == behavior.Failure:
		return false
	}
	return !n.IsGroup() || r.Frame(p).State&program.Stopped == 0
}

// repeat ends an iteration and begins the next one: at once, or if the one that ended began in this tick, in the
// next.
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
	it.Began = 0 // nothing is owed from here on, also if Deactivate panics
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

// clearIteration makes a group as it was when it had just been entered, with nothing active below.
func (r *Runner) clearIteration(p program.Place) {
	n := &r.Tree.Spots[p]
	f := r.Frame(p)
	f.Cursor, f.State = FirstCursor(n.Policy), 0
	if n.Policy == declaration.OneOff {
		clear(r.Spent(p))
	}
}
