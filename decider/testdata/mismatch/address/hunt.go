// Package address does not compile: the address sign is missing.
package address

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

type (
	Creature struct{}
	Decider  = decider.Decider[*Creature]
	Behavior = behavior.Behavior[*Creature]
)

var rest = Behavior{Name: "REST"}

var Rest = Decider{Name: "REST", Behavior: rest}
