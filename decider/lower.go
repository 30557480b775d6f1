package decider

import (
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/usercode"
)

// lower converts a declaration to the plain form; nothing below it depends on the agent's type. Deciders that are shared,
// nil or below themselves stay so, and validation reports them.
func lower[A any](root *Decider[A]) *plain.Decider {
	l := lowering[A]{}
	return l.decider(root)
}

// lowering holds the plain deciders made so far, by their declarations.
type lowering[A any] map[*Decider[A]]*plain.Decider

func (l lowering[A]) decider(d *Decider[A]) *plain.Decider {
	if d == nil {
		return nil
	}
	if made := l[d]; made != nil {
		return made
	}
	made := &plain.Decider{
		Name: d.Name, Options: d.Options, DecisionFlags: d.DecisionFlags, StimuliFlags: d.StimuliFlags, Role: d.Role,
		Cooldown: d.Cooldown, Every: d.Every, Decide: usercode.Value(d.Decide), Weight: d.Weight,
		Squad: d.Squad, SquadKey: usercode.Number(d.SquadKey), CanPlay: usercode.Roles(d.CanPlay),
		Gate: d.Gate, GateKey: usercode.Number(d.GateKey),
		BehaviorFlags: d.BehaviorFlags, Policy: d.Policy, Margin: d.Margin, SucceedAt: d.SucceedAt, FailAt: d.FailAt,
		Jump: d.Jump, Slot: (*plain.Slot)(d.Slot), Modifiers: d.Modifiers, Sources: []any{d},
	}
	l[d] = made
	switch {
	case d.Behavior == nil:
	case usercode.IsNil(d.Behavior):
		made.Behavior, made.NilBehavior = &usercode.Behavior{}, true
	default:
		calls := d.Behavior.Calls(engine.Key{}, nil)
		made.Behavior = &calls
	}
	switch {
	case d.DBlock == nil:
	case usercode.IsNil(d.DBlock):
		made.DBlock, made.NilDBlock = &usercode.DBlock{}, true
	default:
		h := d.DBlock.Handover(engine.Key{}, nil)
		made.DBlock = &h
	}
	for _, k := range d.Keys {
		if usercode.IsNil(k) {
			made.Keys = append(made.Keys, nil)
			continue
		}
		declared := k.Declared(engine.Key{})
		made.Keys = append(made.Keys, &declared)
	}
	if d.Children != nil {
		made.Children = make([]*plain.Decider, len(d.Children))
	}
	for i, child := range d.Children {
		made.Children[i] = l.decider(child)
	}
	made.Copy = l.decider(d.Copy)
	return made
}
