// Package given does not compile: a behavior that takes no data is given some.
package given

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

type (
	Creature         struct{}
	Decider          = decider.Decider[*Creature]
	WithBlock[M any] = behavior.WithBlock[*Creature, M]
	Given[D any]     = behavior.Given[*Creature, D]

	Spot struct{ X, Y float32 }
)

var walk = WithBlock[struct{}]{Name: "WALK"}

var Walk = Decider{Name: "WALK", Behavior: &Given[Spot]{Value: Spot{4, 3}, Behavior: &walk}}
