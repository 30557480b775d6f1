package behavior

import (
	"reflect"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
)

// Given is a [WithDBlock] behavior with a parameter: it starts with Value, whatever its decider's Decide finds. So one
// behavior serves any number of deciders, and the tree stays data:
//
//	{Name: "GO_TO_WELL", Behavior: &Given[Spot]{Value: Spot{4, 3}, Behavior: &moveTo}},
//	{Name: "GO_TO_GATE", Behavior: &Given[Spot]{Value: Spot{0, 9}, Behavior: &moveTo}},
//
// Activate gets a copy of Value each time, in every iteration of a Repeat too. A D may hold pointers; only the pointers
// are copied then. The value is part of the tree, not of an agent's memory: snapshots do not hold it, and a restored
// agent goes on with the block that Activate filled.
type Given[A, D any] struct {
	Value    D
	Behavior Taker[A, D] // a *WithDBlock[A, D, …]; required
}

// Calls is for the packages of this module.
func (g *Given[A, D]) Calls(key engine.Key, _ *Context[A]) usercode.Behavior {
	if usercode.IsNil(g.Behavior) {
		return usercode.Behavior{Lacks: "Given.Behavior"}
	}
	value := g.Value
	return usercode.Give(g.Behavior.TakingCalls(key, nil, value), reflect.ValueOf(&value))
}

// With is for the packages of this module: a copy of the behavior whose Value fill has changed.
func (g *Given[A, D]) With(_ engine.Key, fill func(reflect.Value)) any {
	with := *g
	fill(reflect.ValueOf(&with.Value).Elem())
	return &with
}
