// Package taker does not compile: the Decide fills another type than the behavior takes.
package taker

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

type (
	Creature             struct{}
	Decider              = decider.Decider[*Creature]
	DBlock[D any]        = decider.DBlock[*Creature, D]
	WithDBlock[D, M any] = behavior.WithDBlock[*Creature, D, M]
	Context              = behavior.Context[*Creature]

	Prey  struct{}
	Noise struct{}
)

var hunt = WithDBlock[Prey, struct{}]{Name: "HUNT"}

var Hunt = Decider{Name: "HUNT", DBlock: &DBlock[Noise]{Decide: hear, Behavior: &hunt}}

func hear(*Context, *Noise) float64 { return 1 }
