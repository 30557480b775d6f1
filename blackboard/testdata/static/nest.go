// Package static is a tree with blackboard keys as a game declares it; nothing of it runs at program start.
package static

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
)

type point struct{ X, Y float32 }

var (
	hunger = blackboard.Key[float32]{Name: "hunger"}
	route  = blackboard.Key[[]point]{Name: "route", Scope: blackboard.Tree}
	tries  = blackboard.Key[int]{Name: "tries", Scope: blackboard.Decider}
)

// Root is the tree.
var Root = decider.Decider[*point]{
	Name: "ROOT",
	Keys: decider.Keys{&hunger, &route},
	Children: decider.Children[*point]{
		{
			Name: "EAT", Keys: decider.Keys{&tries}, Behavior: &eat,
			Decide: func(c *behavior.Context[*point]) float64 { return float64(*hunger.Of(c)) },
		},
	},
}

var eat = behavior.Behavior[*point]{
	Name: "EAT",
	Tick: func(c *behavior.Context[*point]) behavior.Status {
		*tries.Of(c)++
		*route.Of(c) = append(*route.Of(c), *c.Agent)
		return behavior.Success
	},
}
