package decider

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
)

// Handover is the type of Decider.DBlock: a *[DBlock] with any D. It is sealed.
type Handover[A any] interface {
	// Handover is for the packages of this module.
	Handover(engine.Key, *behavior.Context[A]) usercode.DBlock
}

// DBlock pairs a Decide that fills a D with a behavior that starts with that D, so that nothing found while deciding
// (the predator to flee from, the nearest food) is searched for twice (Spore S22). D may hold pointers.
//
// D is zero when Decide is called. It exists only until Activate and takes no room in the agent's memory, unless it
// must wait for a Leave. The D of a rejected decider is dropped; so is that of the active child of a Scored group,
// whose Decide is called every tick.
type DBlock[A, D any] struct {
	Decide   func(*behavior.Context[A], *D) float64 // like Decider.Decide; required
	Behavior behavior.Taker[A, D]                   // a *behavior.WithDBlock[A, D, …]; required
}

// Handover is for the packages of this module.
func (d *DBlock[A, D]) Handover(engine.Key, *behavior.Context[A]) usercode.DBlock {
	h := usercode.DBlock{Decide: usercode.BlockValue(d.Decide), DBlock: usercode.BlockOf[D](nil)}
	if !usercode.IsNil(d.Behavior) {
		var zero D
		h.Behavior = d.Behavior.TakingCalls(engine.Key{}, nil, zero)
	}
	return h
}
