// Package literal does not compile: a function literal in the tree refers to the tree.
package literal

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

type (
	Creature struct{}
	Decider  = decider.Decider[*Creature]
	Behavior = behavior.Behavior[*Creature]
	Context  = behavior.Context[*Creature]
)

var Guard = Decider{
	Name:     "GUARD",
	Decide:   func(c *Context) float64 { return Guard.Weight },
	Behavior: &Behavior{Name: "PATROL"},
}
