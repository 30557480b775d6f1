package tick

import (
	"fmt"
	"math"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// notYet marks the verdict of a pending candidate: all conditions before this one passed, and its answer comes with the
// next Advance, or its decider waits for a yes (RULES R33).
const notYet event.Verdict = 0x80

// Ask asks a candidate whether it would run, and returns its value: above 0 if it accepts (RULES R2). The first candidate
// that is pending becomes undecided.
func (r *Runner) Ask(p program.Place) float64 {
	value, verdict := r.askVerdict(p)
	switch {
	case verdict == event.Accepted:
		return value
	case verdict&notYet != 0 && r.undecided == 0:
		r.undecided, r.worthWaiting = p, value
	}
	return 0
}

// askVerdict is Ask with the condition that rejected, or that is not answered yet.
func (r *Runner) askVerdict(p program.Place) (value float64, verdict event.Verdict) {
	value, verdict = r.checkConditions(p)
	if r.isStrict() {
		r.remember(p, verdict)
	}
	if r.tellsQuestions() {
		r.TellAsked(p, r.Tree.Condition(p).Checks, verdict, value)
	}
	return value, verdict
}

// checkConditions checks the conditions in order until one rejects. The value is set from FailedDecide on.
func (r *Runner) checkConditions(p program.Place) (value float64, verdict event.Verdict) {
	a, n, o := &r.Tree.Asks[p], r.Tree.Condition(p), r.Tree.PartsOf(p)
	r.forget(p)
	if r.IsMasked(p) {
		return 0, event.FailedMask
	}
	if a.HoldsJump && r.leapedFrom(p) {
		return 0, event.FailedJump
	}
	if o.Slot >= 0 && r.Plugs[o.Slot] == nil {
		return 0, event.FailedSlot
	}
	if r.Held() != nil {
		switch r.override(p) {
		case event.Forced:
			return r.askForced(p)
		case event.Forbidden:
			return 0, event.FailedOverride
		}
	}
	if verdict = r.checkFlags(a); verdict != event.Accepted {
		return 0, verdict
	}
	if n.Role != 0 && r.RoleOf(p) != n.Role {
		return 0, event.FailedRole
	}
	if o.Count != 0 && *r.Count(o.Count) >= uint64(n.Limit) {
		return 0, event.FailedLimit
	}
	if offset := r.Tree.Spots[p].Cooldown; offset != 0 && r.before(*r.Due(offset)) {
		return 0, event.FailedCooldown
	}
	if o.Every != 0 && !r.passEvery(p) && !r.Invited(p) {
		if r.Tree.Spots[p].Marks&program.Shared != 0 {
			r.Uphold(p)
		}
		return 0, event.FailedEvery
	}
	value = r.decide(p, inDecide)
	switch {
	case !(value > 0):
		r.forget(p)
		return value, event.FailedDecide
	case n.Jump < 0 && a.Delegates && !r.decides(p):
		value = r.delegate(p).Value
	}
	return r.askRest(p, value)
}

// askRest asks what comes after Decide, whose value is given: the target of a Jump; or the children of a group that delegates,
// then squad and gate. If one of these rejects, the delegated child and the DBlock are dropped.
func (r *Runner) askRest(p program.Place, value float64) (float64, event.Verdict) {
	if r.Tree.Condition(p).Jump >= 0 {
		return r.askTarget(p, value)
	}
	verdict := r.passChildren(p)
	if verdict == event.Accepted && r.Tree.Spots[p].Marks&program.Shared != 0 {
		verdict = r.passShared(p)
	}
	if verdict == event.Accepted {
		return value, verdict
	}
	r.forget(p)
	r.dropDBlock(p)
	if verdict&notYet == 0 {
		value = 0
	}
	return value, verdict
}

// checkFlags tests the DecisionFlags, then the StimuliFlags.
func (r *Runner) checkFlags(a *program.Ask) event.Verdict {
	switch {
	case !a.PassesFlags(r.Flags), a.NotAll != 0 && r.Tree.FlagsAllSet(a, r.Flags):
		return event.FailedDecisionFlags
	case !a.PassesStimuli(r.Context.Stimuli.Flags()), a.NotAll != 0 && r.Tree.StimuliAllSet(a, r.Context.Stimuli.Flags()):
		return event.FailedStimuliFlags
	}
	return event.Accepted
}

// passChildren asks the children of a group that delegates, by its option or in its Decide, and the conditions of a query.
func (r *Runner) passChildren(p program.Place) event.Verdict {
	i := r.Tree.PartsOf(p).Chosen
	if i < 0 {
		if r.Tree.Spots[p].Marks&program.Query != 0 {
			return r.passQuery(p)
		}
		return event.Accepted
	}
	if r.Tree.Asks[p].Delegates {
		r.delegate(p)
	}
	switch c := &r.Chosen[i]; {
	case c.Waits:
		return event.FailedChildren | notYet
	case c.Child == program.Nowhere && r.Tree.Asks[p].Delegates:
		return event.FailedChildren
	}
	return event.Accepted
}

// passShared asks for p's squad, then for its gate. All other conditions hold.
func (r *Runner) passShared(p program.Place) event.Verdict {
	n := r.Tree.Condition(p)
	if i := n.Squad; i >= 0 {
		k, ok := r.keyFor(p, r.Tree.Squads[i].Key)
		if r.tellsQuestions() {
			r.listeners.squadKey, r.listeners.canPlay = k, world.AllRoles
		}
		if !ok {
			return event.FailedSquad
		}
		in, wants := r.PassSquad(i, k)
		if !in {
			roles, ok := world.AllRoles, true
			if canPlay := r.Tree.Squads[i].CanPlay; wants && canPlay != nil {
				roles, ok = r.rolesFor(p, canPlay)
			}
			wanted := wants && r.Want(i, k, roles)
			if !ok {
				return event.FailedSquad
			}
			return r.orWait(p, event.FailedSquad, wanted)
		}
	}
	if i := n.Gate; i >= 0 {
		k, ok := r.keyFor(p, r.Tree.Gates[i].Key)
		if r.tellsQuestions() {
			r.listeners.gateKey = k
		}
		if !ok {
			return event.FailedGate
		}
		if in, asked := r.PassGate(i, k); !in {
			return r.orWait(p, event.FailedGate, asked)
		}
	}
	return event.Accepted
}

// orWait is the verdict of a gate or squad that does not let p in. The answer is still to come if it was asked for in this
// tick.
func (r *Runner) orWait(p program.Place, failed event.Verdict, asked bool) event.Verdict {
	if asked || r.Tree.Spots[p].Options&declaration.Wait != 0 {
		return failed | notYet
	}
	return failed
}

// keyFor calls p's GateKey or SquadKey; it is not ok if the function called Fail.
func (r *Runner) keyFor(p program.Place, f func(*usercode.Context) uint64) (k uint64, ok bool) {
	if f == nil {
		return 0, true
	}
	r.Running, r.Call, r.FailedIn = p, inKey, program.Nowhere
	r.Context.BehaviorFlags = uint64(r.Tree.Codes[p].Flags)
	k = r.gaveKey(f(r.Context))
	if r.FailedIn == p {
		r.FailedIn = program.Nowhere
		return 0, false
	}
	return k, true
}

// rolesFor calls p's CanPlay; it returns the roles that p's squad has, none and not ok if the function called Fail.
func (r *Runner) rolesFor(p program.Place, canPlay func(*usercode.Context) uint16) (roles world.RoleSet, ok bool) {
	r.Running, r.Call, r.FailedIn = p, inKey, program.Nowhere
	r.Context.BehaviorFlags = uint64(r.Tree.Codes[p].Flags)
	roles = world.RoleSet(r.gaveKey(uint64(canPlay(r.Context)))).PlayedIn(r.Tree.Squads[r.Tree.Condition(p).Squad].Squad)
	if ok = r.FailedIn != p; !ok {
		r.FailedIn, roles = program.Nowhere, 0
	}
	if r.tellsQuestions() {
		r.listeners.canPlay = roles
	}
	return roles, ok
}

// dropDBlock clears the data that p's DBlock has filled, so that it reaches nobody (RULES R24).
func (r *Runner) dropDBlock(p program.Place) {
	if i := r.Tree.Condition(p).Dblock; i >= 0 {
		r.Tree.Dblocks[i].Block.Clear(r.Handed[i])
	}
}

// passEvery restarts p's Every if it is due. The Every then counts as passed for the rest of the tick.
func (r *Runner) passEvery(p program.Place) bool {
	n := r.Tree.Condition(p)
	if r.TickBits.Has(r.Tree.TickBits.Passed + int(n.EveryBit)) {
		return true
	}
	due := r.Due(r.Tree.PartsOf(p).Every)
	if r.before(*due) {
		return false
	}
	r.Stirred = true
	*due = r.Now() + n.Every
	r.TickBits.Set(r.Tree.TickBits.Passed + int(n.EveryBit))
	r.Wants |= memory.WantTidy
	return true
}

// decide calls p's Decide, or returns its Weight if it has none.
func (r *Runner) decide(p program.Place, in call) float64 {
	a, n := &r.Tree.Asks[p], r.Tree.Condition(p)
	c := r.Context
	switch {
	case a.Decide != nil:
		r.Running, r.Call, r.FailedIn = p, in, program.Nowhere
		c.BehaviorFlags = r.Tree.Codes[p].Flags
		return r.checkedValue(r.gaveValue(a.Decide(c)))
	case n.Dblock >= 0:
		r.Running, r.Call, r.FailedIn = p, in, program.Nowhere
		c.BehaviorFlags = r.Tree.Codes[p].Flags
		d, handed := &r.Tree.Dblocks[n.Dblock], r.Handed[n.Dblock]
		d.Block.Clear(handed)
		v := r.checkedValue(r.gaveValue(d.Decide(c, handed)))
		if !(v > 0) {
			d.Block.Clear(handed) // RULES R24: the DBlock of a rejected candidate is dropped
		}
		return v
	}
	return n.Weight
}

// Finite reports whether v is neither NaN nor infinite.
func Finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }

// decides reports whether p has a Decide, its own or its DBlock's.
func (r *Runner) decides(p program.Place) bool {
	return r.Tree.Asks[p].Decide != nil || r.Tree.Condition(p).Dblock >= 0
}

// checkedValue turns the result of Decide into a value: 0 after Fail, and 0 with an error if it is not finite.
func (r *Runner) checkedValue(v float64) float64 {
	if !Finite(v) {
		r.report(r.Running, inDecide, fmt.Errorf("%w, not %v", event.ErrNotANumber, v))
		v = 0
	}
	if r.FailedIn == r.Running {
		r.FailedIn = program.Nowhere
		v = 0
	}
	return v
}

// delegate asks p's children in its place, once each time p is asked (RULES R15).
func (r *Runner) delegate(p program.Place) memory.Choice {
	c := &r.Chosen[r.Tree.PartsOf(p).Chosen]
	if !c.Asked {
		r.Wants |= memory.WantTidy
		child, value, waits := r.choose(p)
		if waits {
			child = program.Nowhere
		}
		*c = memory.Choice{Asked: true, Child: child, Value: value, Waits: waits}
	}
	return *c
}

// forget drops the child that a group delegated to: each asking starts anew, and a rejected group hands on nothing.
func (r *Runner) forget(p program.Place) {
	if i := r.Tree.PartsOf(p).Chosen; i >= 0 {
		r.Chosen[i] = memory.Choice{}
	}
}

// takeChosen returns and clears the child that p delegated to when it was asked last; Nowhere if there is none.
func (r *Runner) takeChosen(p program.Place) program.Place {
	if i := r.Tree.PartsOf(p).Chosen; i >= 0 && r.Chosen[i].Asked {
		child := r.Chosen[i].Child
		r.Chosen[i] = memory.Choice{}
		return child
	}
	return program.Nowhere
}

// askAgain tests an active group's DecisionFlags, StimuliFlags and Decide, and nothing else, before the group redecides
// (CallDecideOnRedecide; RULES R6).
func (r *Runner) askAgain(p program.Place) bool {
	r.forget(p)
	value, verdict := 0.0, r.checkFlags(&r.Tree.Asks[p])
	if verdict == event.Accepted {
		value = r.decide(p, inDecide)
		verdict = verdictOf(value)
	}
	if checks := r.Tree.Condition(p).Checks & (1<<event.FailedDecisionFlags | 1<<event.FailedStimuliFlags); r.tellsQuestions() && (checks != 0 || r.decides(p)) {
		r.TellAsked(p, checks|event.AskedAgain, verdict, value)
	}
	return verdict == event.Accepted
}

// worth returns the value of the active child of a Scored group (RULES R9).
func (r *Runner) worth(p program.Place) float64 {
	if r.Tree.Asks[p].Delegates && !r.decides(p) {
		return r.worthOfChild(p)
	}
	v := r.decide(p, inWorth)
	if r.tellsQuestions() && r.decides(p) {
		r.TellAsked(p, event.AskedAgain, verdictOf(v), v)
	}
	return v
}

// worthOfChild returns the value of a delegating group: the worth of its active child or of the choice that waits there for a
// Leave or, while the group itself is pending, of the child that it will enter.
func (r *Runner) worthOfChild(p program.Place) float64 {
	child := program.Nowhere
	if r.PendingIn(p) != nil {
		child = r.FirstPending(p)
	} else if r.IsActive(p) {
		child = r.ChildOf(p)
	} else if r.Tree.PartsOf(p).Chosen >= 0 && !r.onPendingWay(p) {
		child = *r.KeptChild(p)
	}
	if child != program.Nowhere {
		return r.worth(child)
	}
	return r.Tree.Condition(p).Weight
}

func verdictOf(v float64) event.Verdict {
	if v > 0 {
		return event.Accepted
	}
	return event.FailedDecide
}
