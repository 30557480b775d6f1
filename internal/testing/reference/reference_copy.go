package reference

import (
	"math"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
	"unsafe"
)

// This file writes out what Copies stand for (R36), from the inside out: what a Copy refers to is written out first, and
// then duplicated under the Copy's name.

// WrittenOut returns a declaration in which every Copy is replaced by the deciders that one would have written by hand.
func WrittenOut[A any](root *decider.Decider[A]) *decider.Decider[A] {
	return writing[A]{}.out(root)
}

// writing holds the deciders written so far, by declaration, so that shared ones stay shared.
type writing[A any] map[*decider.Decider[A]]*decider.Decider[A]

func (w writing[A]) out(d *decider.Decider[A]) *decider.Decider[A] {
	if written := w[d]; written != nil {
		return written
	}
	var written decider.Decider[A]
	w[d] = &written
	if d.Copy != nil {
		written = *duplicate(w.out(d.Copy), d.Name)
		writeBeside(&written, d)
		return &written
	}
	written = *d
	written.Children = nil
	for _, child := range d.Children {
		written.Children = append(written.Children, w.out(child))
	}
	return &written
}

// duplicate copies a declaration without Copies under a new name. Jumps to names inside it follow.
func duplicate[A any](root *decider.Decider[A], name string) *decider.Decider[A] {
	renamed := map[string]string{}
	made := map[*decider.Decider[A]]*decider.Decider[A]{}
	var double func(*decider.Decider[A]) *decider.Decider[A]
	double = func(d *decider.Decider[A]) *decider.Decider[A] {
		if made[d] != nil {
			return made[d]
		}
		c := *d
		made[d] = &c
		if c.Name = name; d != root {
			c.Name = name + "/" + d.Name
		}
		renamed[d.Name] = c.Name
		c.Children = nil
		for _, child := range d.Children {
			c.Children = append(c.Children, double(child))
		}
		return &c
	}
	double(root)
	for _, c := range made {
		if inside, ok := renamed[c.Jump]; ok {
			c.Jump = inside
		}
	}
	return made[root]
}

// writeBeside adds what stands beside a Copy to what was copied. Of fields with one value, at most one side has one.
func writeBeside[A any](d, own *decider.Decider[A]) {
	d.Options |= own.Options
	d.BehaviorFlags |= own.BehaviorFlags
	d.DecisionFlags.All |= own.DecisionFlags.All
	d.DecisionFlags.Any |= own.DecisionFlags.Any
	d.DecisionFlags.None |= own.DecisionFlags.None
	d.DecisionFlags.NotAll |= own.DecisionFlags.NotAll
	d.StimuliFlags.All |= own.StimuliFlags.All
	d.StimuliFlags.Any |= own.StimuliFlags.Any
	d.StimuliFlags.None |= own.StimuliFlags.None
	d.StimuliFlags.NotAll |= own.StimuliFlags.NotAll
	d.Role = max(d.Role, own.Role)
	d.Cooldown = max(d.Cooldown, own.Cooldown)
	d.Every = max(d.Every, own.Every)
	d.Weight += own.Weight
	if own.Squad != nil {
		d.Squad = own.Squad
	}
	if own.SquadKey != nil {
		d.SquadKey = own.SquadKey
	}
	if own.CanPlay != nil {
		d.CanPlay = own.CanPlay
	}
	if own.Gate != nil {
		d.Gate = own.Gate
	}
	if own.GateKey != nil {
		d.GateKey = own.GateKey
	}
	m, o := &d.Modifiers, own.Modifiers
	m.Repeat += o.Repeat
	m.Until += o.Until
	m.Timeout += o.Timeout
	m.Outcome += o.Outcome
	m.Limit += o.Limit
	d.Keys = append(slices.Clone(own.Keys), d.Keys...)
	if own.Decide == nil {
		return
	}
	if d.DBlock != nil {
		d.DBlock = bothHand[A]{own.Decide, d.DBlock}
		return
	}
	d.Decide = inTurn(own.Decide, d.Decide)
}

// inTurn asks two Decides, the second only after a yes of the first, which determines the value. Either may be nil.
func inTurn[A any](first, second func(*behavior.Context[A]) float64) func(*behavior.Context[A]) float64 {
	if second == nil {
		return first
	}
	return func(c *behavior.Context[A]) float64 {
		value, yes := askedInTurn(c, first)
		if !yes {
			return value
		}
		if v, yes := askedInTurn(c, second); !yes {
			return v
		}
		return value
	}
}

// askedInTurn calls a Decide and reports whether it accepts.
func askedInTurn[A any](c *behavior.Context[A], decide func(*behavior.Context[A]) float64) (value float64, yes bool) {
	p := c.Plain(engine.Key{})
	p.Err = nil
	value = decide(c)
	return value, p.Err == nil && value > 0 && !math.IsInf(value, 1)
}

// bothHand is a DBlock whose Decide comes after another Decide.
type bothHand[A any] struct {
	first  func(*behavior.Context[A]) float64
	second decider.Handover[A]
}

// Handover implements decider.Handover.
func (b bothHand[A]) Handover(key engine.Key, c *behavior.Context[A]) usercode.DBlock {
	h := b.second.Handover(key, c)
	second := h.Decide
	h.Decide = func(c *usercode.Context, dblock unsafe.Pointer) float64 {
		ctx := (*behavior.Context[A])(unsafe.Pointer(c))
		return inTurn(b.first, func(*behavior.Context[A]) float64 { return second(c, dblock) })(ctx)
	}
	return h
}
