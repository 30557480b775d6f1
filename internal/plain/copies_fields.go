package plain

import (
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/usercode"
)

// This file joins the fields beside a Copy with those of what it copies.

// lay gives d the contents of the declaration that it is a copy of. The conditions and modifiers of both hold.
func (d *Decider) lay(of *Decider) {
	if d.Policy != 0 || d.Margin != 0 || d.SucceedAt != 0 || d.FailAt != 0 {
		d.flaw(declaration.CopyOnly, "Policy, Margin, SucceedAt or FailAt stands beside a Copy, which has its own",
			"put it into what is copied; a Copy has Options, conditions, Weight, BehaviorFlags, Modifiers and Keys")
	}
	d.Policy, d.Margin, d.SucceedAt, d.FailAt = of.Policy, of.Margin, of.SucceedAt, of.FailAt
	d.Behavior, d.NilBehavior, d.NilDBlock = of.Behavior, of.NilBehavior, of.NilDBlock
	d.Jump, d.Slot = of.Jump, of.Slot

	d.Options |= of.Options
	d.BehaviorFlags |= of.BehaviorFlags
	d.layChecks(of)
	d.layField(of, "Role", d.Role != 0, of.Role != 0 && of.Role != d.Role, func() { d.Role = of.Role })
	d.layField(of, "Cooldown", d.Cooldown != 0, of.Cooldown != 0 && of.Cooldown != d.Cooldown, func() { d.Cooldown = of.Cooldown })
	d.layField(of, "Every", d.Every != 0, of.Every != 0 && of.Every != d.Every, func() { d.Every = of.Every })
	d.layField(of, "Weight", d.Weight != 0, of.Weight != 0 && of.Weight != d.Weight, func() { d.Weight = of.Weight })
	d.layField(of, "Squad", d.Squad != nil, of.Squad != nil && of.Squad != d.Squad, func() { d.Squad = of.Squad })
	d.layField(of, "Gate", d.Gate != nil, of.Gate != nil && of.Gate != d.Gate, func() { d.Gate = of.Gate })
	layKey(d, of, "SquadKey", &d.SquadKey, of.SquadKey)
	layKey(d, of, "CanPlay", &d.CanPlay, of.CanPlay)
	layKey(d, of, "GateKey", &d.GateKey, of.GateKey)
	d.layDecide(of)
	d.layModifiers(of)
	d.Keys = slices.Concat(d.Keys, of.Keys)
	d.Sources = slices.Concat(d.Sources, of.Sources)
}

// twice notes that a field is set on both sides.
func (d *Decider) twice(of *Decider, field string) {
	d.flaw(declaration.CopyTwice, fmt.Sprintf("%s stands beside the Copy and in %q, which it copies", field, of.Name),
		"remove one, or put a group around the Copy that has the other")
}

// layField takes a field of the copied declaration if this one has none, and notes that both have it if they differ.
func (d *Decider) layField(of *Decider, name string, has, differs bool, take func()) {
	switch {
	case !has:
		take()
	case differs:
		d.twice(of, name)
	}
}

// layKey is layField for a GateKey, SquadKey or CanPlay.
func layKey[T uint16 | uint64](d, of *Decider, name string, own *func(*usercode.Context) T, copied func(*usercode.Context) T) {
	switch {
	case *own == nil:
		*own = copied
	case copied != nil:
		d.twice(of, name)
	}
}

// layChecks makes the flags pass that pass both checks.
func (d *Decider) layChecks(of *Decider) {
	f, s := &d.DecisionFlags, &d.StimuliFlags
	f.All, f.None = f.All|of.DecisionFlags.All, f.None|of.DecisionFlags.None
	s.All, s.None = s.All|of.StimuliFlags.All, s.None|of.StimuliFlags.None
	d.layField(of, "DecisionFlags.Any", f.Any != 0, of.DecisionFlags.Any != 0 && of.DecisionFlags.Any != f.Any, func() { f.Any = of.DecisionFlags.Any })
	d.layField(of, "DecisionFlags.NotAll", f.NotAll != 0, of.DecisionFlags.NotAll != 0 && of.DecisionFlags.NotAll != f.NotAll, func() { f.NotAll = of.DecisionFlags.NotAll })
	d.layField(of, "StimuliFlags.Any", s.Any != 0, of.StimuliFlags.Any != 0 && of.StimuliFlags.Any != s.Any, func() { s.Any = of.StimuliFlags.Any })
	d.layField(of, "StimuliFlags.NotAll", s.NotAll != 0, of.StimuliFlags.NotAll != 0 && of.StimuliFlags.NotAll != s.NotAll, func() { s.NotAll = of.StimuliFlags.NotAll })
}

// layDecide makes d's own Decide be asked before the copied one, or before that of the copied DBlock.
func (d *Decider) layDecide(of *Decider) {
	own := d.Decide
	switch {
	case own == nil:
		d.Decide, d.DBlock = of.Decide, of.DBlock
	case of.Decide != nil:
		d.Decide, d.DBlock = func(c *usercode.Context) float64 { return bothDecide(c, own, of.Decide) }, of.DBlock
	case of.DBlock != nil && of.DBlock.Decide != nil:
		both := *of.DBlock
		both.Decide = func(c *usercode.Context, dblock unsafe.Pointer) float64 {
			return bothDecide(c, own, func(c *usercode.Context) float64 { return of.DBlock.Decide(c, dblock) })
		}
		d.Decide, d.DBlock = nil, &both
	default:
		d.DBlock = of.DBlock
	}
}

// bothDecide asks the second Decide if the first accepts. The value is the first one's.
func bothDecide(c *usercode.Context, first, second func(*usercode.Context) float64) float64 {
	before := c.Err
	c.Err = nil
	value := first(c)
	if failed := c.Err != nil; failed || !(value > 0) || value > math.MaxFloat64 {
		return value
	}
	c.Err = before
	if v := second(c); !(v > 0) || v > math.MaxFloat64 {
		return v
	}
	return value
}

// layModifiers lays d's Modifiers around the copied ones, as far as the order Repeat, Timeout, Outcome allows it.
func (d *Decider) layModifiers(of *Decider) {
	own, copied := &d.Modifiers, of.Modifiers
	inner, outer := reach(copied), reach(*own)
	if inner.last >= outer.first {
		d.flaw(declaration.CopyTwice, fmt.Sprintf("%s beside the Copy would take effect outside %s of %q, which it copies; one decider applies Repeat, then Timeout, then Outcome",
			modifierNames[outer.first], modifierNames[inner.last], of.Name), "put a group around the Copy that has the outer ones")
		return
	}
	if inner.first == repeating {
		own.Repeat, own.Until = copied.Repeat, copied.Until
	}
	if copied.Timeout != 0 {
		own.Timeout = copied.Timeout
	}
	if copied.Outcome != 0 {
		own.Outcome = copied.Outcome
	}
	d.layField(of, "Limit", own.Limit != 0, copied.Limit != 0 && copied.Limit != own.Limit, func() { own.Limit = copied.Limit })
}

// The modifiers inside out (RULES R17).
const (
	repeating = iota
	timing
	altering
	nothing
)

var modifierNames = [...]string{repeating: "Repeat", timing: "Timeout", altering: "Outcome"}

// span is the innermost and the outermost of a decider's modifiers. Without any, first is above and last below all of them.
type span struct{ first, last int }

func reach(m declaration.Modifiers) span {
	s := span{nothing, -1}
	for i, has := range []bool{m.Repeat != 0 || m.Until != 0, m.Timeout != 0, m.Outcome != 0} {
		if has {
			s.first, s.last = min(s.first, i), max(s.last, i)
		}
	}
	return s
}
