package decider

import (
	"fmt"
	"math"
)

// ask asks a candidate whether it would run and returns its value, above 0 if it accepts (RULES R2).
func (r *runner[A]) ask(p place) float64 {
	value, verdict := r.answer(p)
	if verdict != Accepted {
		return 0
	}
	return value
}

// answer is ask with what said no.
func (r *runner[A]) answer(p place) (value float64, verdict Verdict) {
	value, verdict = r.consider(p)
	if r.level >= 5 {
		r.tellAsked(p, r.tree.infos[p].checks, verdict, value)
	}
	return value, verdict
}

// consider goes through the conditions in order, to the first no. The value counts from FailedDecide on.
func (r *runner[A]) consider(p place) (value float64, verdict Verdict) {
	a, in := &r.tree.asks[p], &r.tree.infos[p]
	r.forget(in)
	if r.masked.has(int(p)) {
		return 0, FailedMask
	}
	if a.holdsJump && r.leapedFrom(p) {
		return 0, FailedJump
	}
	if in.slot >= 0 && r.plugs[in.slot] == nil {
		return 0, FailedSlot
	}
	if r.heldTo != nil {
		switch r.override(p) {
		case Forced:
			return r.considerForced(p)
		case Forbidden:
			return 0, FailedOverride
		}
	}
	if !a.passesFlags(r.flags) {
		return 0, FailedDecisionFlags
	}
	if !a.passesStimuli(r.context.Stimuli.Flags()) {
		return 0, FailedStimuliFlags
	}
	if in.role != 0 && r.roleOf(p) != in.role {
		return 0, FailedRole
	}
	if in.count != 0 && *r.count(in.count) >= uint64(in.modifiers.Limit) {
		return 0, FailedLimit
	}
	if offset := r.tree.nodes[p].cooldown; offset != 0 && r.before(*r.due(offset)) {
		return 0, FailedCooldown
	}
	if in.everyDue != 0 && !r.passEvery(in) && !r.invited(in) {
		return 0, FailedEvery
	}
	value = r.decide(p, inDecide)
	switch {
	case !(value > 0):
		r.forget(in)
		return value, FailedDecide
	case in.jump >= 0:
		return r.considerTarget(p, value)
	case a.delegates:
		choice := r.delegate(p)
		if choice.child == nowhere {
			return 0, FailedChildren
		}
		if a.decide == nil {
			value = choice.value
		}
	}
	if r.tree.nodes[p].marks&shared != 0 {
		return r.acceptShared(p, in, value)
	}
	return value, Accepted
}

// acceptShared asks for p's squad and gate, after everything else.
func (r *runner[A]) acceptShared(p place, in *info[A], value float64) (float64, Verdict) {
	verdict := r.passShared(p, in)
	if verdict != Accepted {
		r.forget(in)
		if in.handover != nil {
			in.dblock.Clear(r.handed[in.handed])
		}
		return 0, verdict
	}
	return value, Accepted
}

// before reports whether a time has not come yet, and notes it: an agent of a crowd that sleeps is woken then.
func (r *runner[A]) before(due float64) bool {
	if r.now() >= due {
		return false
	}
	r.wake = min(r.wake, due)
	return true
}

// passEvery restarts a due timer; it counts as passed for the rest of the tick.
func (r *runner[A]) passEvery(in *info[A]) bool {
	if r.passed.has(int(in.everyBit)) {
		return true
	}
	due := r.due(in.everyDue)
	if r.before(*due) {
		return false
	}
	r.stirred = true
	*due = r.now() + in.every
	r.passed.set(int(in.everyBit))
	r.wants |= wantTidy
	return true
}

// decide calls p's Decide, or returns its Weight where it has none.
func (r *runner[A]) decide(p place, in call) float64 {
	a, info := &r.tree.asks[p], &r.tree.infos[p]
	c := &r.context
	switch {
	case a.decide != nil:
		r.running, r.call, r.failedIn = p, in, nowhere
		c.BehaviorFlags = r.tree.nodes[p].behaviorFlags
		return r.judge(r.gaveValue(a.decide(c)))
	case info.handover != nil:
		r.running, r.call, r.failedIn = p, in, nowhere
		c.BehaviorFlags = r.tree.nodes[p].behaviorFlags
		d := r.handed[info.handed]
		info.dblock.Clear(d)
		v := r.judge(r.gaveValue(info.handover(c, d)))
		if !(v > 0) {
			info.dblock.Clear(d) // a rejected one reaches nobody (RULES R24)
		}
		return v
	}
	return info.weight
}

func finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }

// decides reports whether p has a function that decides.
func (r *runner[A]) decides(p place) bool {
	return r.tree.asks[p].decide != nil || r.tree.infos[p].handover != nil
}

// judge turns what Decide returned into a value: no finite number is an error, and Fail rejects.
func (r *runner[A]) judge(v float64) float64 {
	if !finite(v) {
		r.report(r.running, inDecide, fmt.Errorf("%w, not %v", ErrNotANumber, v))
		v = 0
	}
	if r.failedIn == r.running {
		r.failedIn = nowhere
		v = 0
	}
	return v
}

// delegate asks p's children in its place, once for each asking of p (RULES R15).
func (r *runner[A]) delegate(p place) choice {
	c := &r.chosen[r.tree.infos[p].chosen]
	if !c.asked {
		r.wants |= wantTidy
		child, value := r.choose(p)
		*c = choice{asked: true, child: child, value: value}
	}
	return *c
}

// forget drops what a group delegated to when it was asked before: every asking starts anew, and what a
// rejected one has found reaches nobody.
func (r *runner[A]) forget(in *info[A]) {
	if in.chosen >= 0 {
		r.chosen[in.chosen] = choice{}
	}
}

// takeChosen is the child p delegated to when it was asked last, if it did; it is taken once.
func (r *runner[A]) takeChosen(p place) place {
	if i := r.tree.infos[p].chosen; i >= 0 && r.chosen[i].asked {
		child := r.chosen[i].child
		r.chosen[i] = choice{}
		return child
	}
	return nowhere
}

// askAgain asks an active group's Decide alone before it redecides (CallDecideOnRedecide).
func (r *runner[A]) askAgain(p place) float64 {
	r.forget(&r.tree.infos[p])
	v := r.decide(p, inDecide)
	if r.level >= 5 && r.decides(p) {
		r.tellAsked(p, DecideAlone, verdictOf(v), v)
	}
	return v
}

// worth is what the active child of a Scored group counts for (RULES R9).
func (r *runner[A]) worth(p place) float64 {
	if r.tree.asks[p].delegates && !r.decides(p) {
		return r.worthOfChild(p)
	}
	v := r.decide(p, inWorth)
	if r.level >= 5 && r.decides(p) {
		r.tellAsked(p, DecideAlone, verdictOf(v), v)
	}
	return v
}

// worthOfChild is what a group that delegates is worth: its active child's worth, or while the group is pending
// that of the child it will enter.
func (r *runner[A]) worthOfChild(p place) float64 {
	child := nowhere
	if r.isActive(p) {
		child = r.childOf(p)
	} else if in := &r.tree.infos[p]; in.chosen >= 0 && !r.onPendingWay(p) {
		child = *r.keptChild(in)
	}
	if child != nowhere {
		return r.worth(child)
	}
	return r.tree.infos[p].weight
}

func verdictOf(v float64) Verdict {
	if v > 0 {
		return Accepted
	}
	return FailedDecide
}
