// Package function does not compile: a function of the tree refers to the tree.
package function

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

type (
	Creature struct{}
	Decider  = decider.Decider[*Creature]
	Children = decider.Children[*Creature]
	Behavior = behavior.Behavior[*Creature]
	Context  = behavior.Context[*Creature]
)

var patrol = Behavior{Name: "PATROL"}

var Guard = Decider{Name: "GUARD", Decide: nestNeedsGuard, Children: Children{{Name: "PATROL", Behavior: &patrol}}}

func nestNeedsGuard(c *Context) float64 { return Guard.Children[0].Weight }
