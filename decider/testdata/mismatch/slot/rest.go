// Package slot does not compile: the slot is one of another agent's type.
package slot

import "github.com/decidertree/decidertree/decider"

type (
	Creature struct{}
	Chair    struct{}
	Decider  = decider.Decider[*Creature]
)

var seat = decider.Slot[*Chair]{Name: "SEAT"}

var Rest = Decider{Name: "REST", Slot: &seat}
