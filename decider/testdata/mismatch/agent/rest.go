// Package agent does not compile: the behavior is one of another agent's type.
package agent

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

type (
	Creature struct{}
	Chair    struct{}
	Decider  = decider.Decider[*Creature]
)

var creak = behavior.Behavior[*Chair]{Name: "CREAK"}

var Rest = Decider{Name: "REST", Behavior: &creak}
