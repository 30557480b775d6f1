package decider

import (
	"bytes"
	"math"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
)

// whyAsked asks p without leaving a trace.
func (r *runner[A]) whyAsked(p place) WhyAsked {
	in := &r.tree.infos[p]
	w := WhyAsked{Decider: in.label, Verdict: FailedDecide}
	value := 0.0
	due := [2]float64{math.Inf(-1), math.Inf(-1)}
	if o := r.tree.nodes[p].cooldown; o != 0 {
		due[0] = *r.due(o)
	}
	if in.everyDue != 0 {
		due[1] = *r.due(in.everyDue)
	}
	invited := r.invited(in)
	r.dry(func() { value, w.Verdict = r.consider(p) })
	if r.heldTo != nil {
		w.Override = r.override(p)
	}
	if w.Override == NoOverride {
		r.whyConditions(p, &w, value, due, invited)
	}
	r.whyShared(p, in, &w)
	return w
}

// whyConditions adds how p stands with its conditions up to Decide, which gave value. due are when its Cooldown is over
// and its Every due.
func (r *runner[A]) whyConditions(p place, w *WhyAsked, value float64, due [2]float64, invited bool) {
	a, in := &r.tree.asks[p], &r.tree.infos[p]
	flagCheck := func(v Verdict, have, mask, want, any uint64) {
		if mask|any != 0 {
			c := WhyCheck{Check: v, Missing: want &^ have, Forbidden: mask &^ want & have}
			if any != 0 && any&have == 0 {
				c.AnyOf = any
			}
			c.Passed = c.Missing|c.Forbidden|c.AnyOf == 0
			w.Checks = append(w.Checks, c)
		}
	}
	flagCheck(FailedDecisionFlags, uint64(r.flags), uint64(a.mask), uint64(a.want), uint64(a.any))
	flagCheck(FailedStimuliFlags, uint64(r.context.Stimuli.Flags()), uint64(a.stimMask), uint64(a.stimWant), uint64(a.stimAny))
	if in.role != 0 {
		role := r.roleOf(p)
		w.Checks = append(w.Checks, WhyCheck{Check: FailedRole, Passed: role == in.role, Role: role, Needed: in.role})
	}
	if in.count != 0 {
		c := WhyCheck{Check: FailedLimit, Entries: int(*r.count(in.count)), Limit: in.modifiers.Limit}
		c.Passed = c.Entries < c.Limit
		w.Checks = append(w.Checks, c)
	}
	for i, v := range []Verdict{FailedCooldown, FailedEvery} {
		if in.checks.Has(v) {
			left := max(0, due[i]-r.now())
			w.Checks = append(w.Checks, WhyCheck{Check: v, Passed: left == 0 || v == FailedEvery && invited, Left: left})
		}
	}
	if w.Verdict == Accepted || w.Verdict >= FailedDecide {
		w.Checks = append(w.Checks, WhyCheck{Check: FailedDecide, Passed: w.Verdict != FailedDecide, Value: value})
	}
}

// whyShared adds how p stands with its squad and its gate, as far as it came to be asked for them.
func (r *runner[A]) whyShared(p place, in *info[A], w *WhyAsked) {
	if in.squad >= 0 && (w.Verdict == Accepted || w.Verdict == FailedSquad || w.Verdict == FailedGate) {
		s := &r.tree.squads[in.squad]
		c := WhyCheck{Check: FailedSquad, Passed: w.Verdict != FailedSquad, Squad: &SquadView{Name: s.squad.Name}}
		if k, ok := r.dryKey(p, s.key); ok {
			*c.Squad = r.squadViewOf(p, k)
			c.Elsewhere = c.Squad.Part == PartNone && r.outermost().inSquad(s.squad, k)
		}
		w.Checks = append(w.Checks, c)
	}
	if in.gate >= 0 && (w.Verdict == Accepted || w.Verdict == FailedGate) {
		g := &r.tree.gates[in.gate]
		c := WhyCheck{Check: FailedGate, Passed: w.Verdict == Accepted, Gate: &GateView{Name: g.gate.Name}}
		if k, ok := r.dryKey(p, g.key); ok {
			*c.Gate = r.gateViewOf(p, k)
			if c.Passed && c.Gate.Pass == PassNone && r.hasPass(g.gate, k, held) {
				c.Gate.Pass = PassHeld // by another of its places
			}
		}
		w.Checks = append(w.Checks, c)
	}
}

// dryKey is keyFor without leaving a trace.
func (r *runner[A]) dryKey(p place, f func(*behavior.Context[A]) uint64) (k uint64, ok bool) {
	r.dry(func() { k, ok = r.keyFor(p, f) })
	return k, ok
}

// dry runs f and undoes what it does to the agent's memory, in all its trees, and to the runner. A panic in it is
// swallowed.
func (r *runner[A]) dry(f func()) {
	own := r.outermost()
	memory := unsafe.Slice((*byte)(own.base), own.tree.layout.size) // plugged trees lie in it
	kept := bytes.Clone(memory)
	restoreValues := own.copyAllValueBoxes()
	level, draws, drawnIn, running, call := r.level, r.draws, r.drawnIn, r.running, r.call
	stirred, wake := r.stirred, r.wake
	wants, errs, ops := r.wants, r.errs, len(r.ops) // of code outside, for the next tick
	r.wants, r.errs = 0, nil
	flags := r.context.BehaviorFlags
	r.level, r.phase, r.peeking = 0, ticking, true
	defer func() {
		_ = recover()
		copy(memory, kept)
		restoreValues()
		r.level, r.draws, r.drawnIn, r.running, r.call, r.phase = level, draws, drawnIn, running, call, idle
		r.stirred, r.wake = stirred, wake
		r.context.BehaviorFlags = flags
		r.targeting, r.peeking = false, false
		clear(r.ops[ops:])
		r.ops = r.ops[:ops]
		own.dropPlans()
		r.tidy(wantTidy)
		_ = r.takeErrors()
		r.wants, r.errs = wants, errs
	}()
	f()
}

// copyAllValueBoxes is copyValueBoxes of this tree and of all that are plugged into it.
func (in *instance[A]) copyAllValueBoxes() (restore func()) {
	restores := []func(){in.copyValueBoxes()}
	for _, pl := range in.plugs {
		if pl != nil {
			restores = append(restores, pl.copyAllValueBoxes())
		}
	}
	return func() {
		for _, restore := range restores {
			restore()
		}
	}
}
