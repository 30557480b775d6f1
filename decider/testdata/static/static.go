// Package static is a tree with parameters and copies as a game declares it; nothing of it runs at program start.
package static

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

type (
	creature struct{ at spot }
	spot     struct{ x, y float32 }
	order    struct {
		to   *spot
		word string
	}
	dec                  = decider.Decider[*creature]
	children             = decider.Children[*creature]
	context              = behavior.Context[*creature]
	withDBlock[D, M any] = behavior.WithDBlock[*creature, D, M]
	given[D any]         = behavior.Given[*creature, D]
	dblock[D any]        = decider.DBlock[*creature, D]
)

const night decider.DecisionFlags = 1 << iota

var well = spot{4, 3}

var moveTo = withDBlock[spot, spot]{
	Name:     "MOVE_TO",
	Activate: func(_ *context, to spot, b *spot) behavior.Status { *b = to; return behavior.Running },
	Tick:     func(c *context, b *spot) behavior.Status { c.Agent.at = *b; return behavior.Success },
}

var obey = withDBlock[order, struct{}]{
	Name:     "OBEY",
	Activate: func(c *context, o order, _ *struct{}) behavior.Status { c.Agent.at = *o.to; return behavior.Success },
}

var rounds = dec{
	Name: "ROUNDS", Policy: decider.Sequence,
	Children: children{
		{Name: "GATE", Behavior: &given[spot]{Value: spot{0, 9}, Behavior: &moveTo}},
		{Name: "WELL", Behavior: &given[order]{Value: order{to: &well, word: "drink"}, Behavior: &obey}},
	},
}

// Root is the tree.
var Root = dec{
	Name: "ROOT",
	Children: children{
		{Name: "EAST", Copy: &rounds, DecisionFlags: decider.Check{All: night}},
		{Name: "WEST", Copy: &rounds, DecisionFlags: decider.Check{None: night}},
		{
			Name: "HUNT", DBlock: &dblock[spot]{Decide: func(c *context, d *spot) float64 { *d = c.Agent.at; return 1 }, Behavior: &moveTo},
			Children: children{{Name: "RUN", Behavior: &given[spot]{Behavior: &moveTo}}},
		},
	},
}
