// Package value does not compile: a behavior is given another type than it takes.
package value

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

type (
	Creature             struct{}
	Decider              = decider.Decider[*Creature]
	WithDBlock[D, M any] = behavior.WithDBlock[*Creature, D, M]
	Given[D any]         = behavior.Given[*Creature, D]

	Spot  struct{ X, Y float32 }
	Noise struct{}
)

var moveTo = WithDBlock[Spot, struct{}]{Name: "MOVE_TO"}

var Move = Decider{Name: "MOVE", Behavior: &Given[Noise]{Behavior: &moveTo}}
