package decider

import (
	"reflect"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
)

// Handover is what Decider.DBlock holds: a *[DBlock], whatever its D. It is sealed.
type Handover[A any] interface {
	// Handover is for the packages of this module.
	Handover(engine.Key, *behavior.Context[A]) usercode.DBlock
}

// DBlock pairs a Decide that fills a D with a behavior that starts with it, so that what was found out while
// deciding (whom to flee, where the food is) is not worked out again (Spore S22). D may hold pointers.
//
// D is zero when Decide is called and exists only from there to Activate: agents pay nothing for it. The D of
// a rejected decider reaches nobody. In a Scored group the active child's Decide is asked every tick; its D
// is then dropped.
type DBlock[A, D any] struct {
	Decide   func(*behavior.Context[A], *D) float64 // as Decider.Decide; required
	Behavior behavior.Taker[A, D]                   // a *behavior.WithDBlock[A, D, …]; required
}

// Handover is for the packages of this module.
func (d *DBlock[A, D]) Handover(engine.Key, *behavior.Context[A]) usercode.DBlock {
	h := usercode.DBlock{Decide: usercode.BlockValue(d.Decide), DBlock: usercode.BlockOf[D](nil)}
	if !isNil(d.Behavior) {
		var zero D
		h.Behavior = d.Behavior.TakingCalls(engine.Key{}, nil, zero)
	}
	return h
}

// isNil reports whether an interface holds nothing or a nil pointer.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	r := reflect.ValueOf(v)
	return r.Kind() == reflect.Pointer && r.IsNil()
}
