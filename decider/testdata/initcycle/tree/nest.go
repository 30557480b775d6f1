// Package tree does not compile: a behavior makes a memory from a compiled tree at package level.
package tree

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

var Root = Decider{Name: "ROOT", Behavior: &layEgg}

var layEgg = Behavior{Name: "LAY_EGG", Tick: hatch}

var Tree = decider.MustInitializeTreeData(&Root)

func hatch(c *Context) behavior.Status {
	Tree.NewMemory(c.World(), c.World().NewAgent())
	return behavior.Success
}
