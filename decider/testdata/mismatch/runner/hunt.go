// Package runner does not compile: a behavior that takes a DBlock stands where none is handed over.
package runner

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

type (
	Creature             struct{}
	Decider              = decider.Decider[*Creature]
	WithDBlock[D, M any] = behavior.WithDBlock[*Creature, D, M]
	Context              = behavior.Context[*Creature]

	Prey struct{}
)

var hunt = WithDBlock[Prey, struct{}]{Name: "HUNT"}

var Hunt = Decider{Name: "HUNT", Decide: see, Behavior: &hunt}

func see(*Context) float64 { return 1 }
