package state

import (
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

//go:generate go tool -modfile=../tools/go.mod stringer -type=Pass,Part -output=enum_string.go

// Pass is what an agent has of a gate.
type Pass uint8

const (
	PassNone    Pass = iota // nothing
	PassClaimed             // in a crowd: it waits for a place
	PassGranted             // in a crowd: a place is kept for it until its next tick
	PassHeld                // it has a place for what is still to be entered
	PassInside              // it is inside
)

// GateView is a decider's gate as its agent sees it.
type Gate struct {
	Name             string // "" for no gate
	Key              uint64 // what divides it; 0 without GateKey
	Known            bool   // Key is known. Not where GateKey would have to be called: then the rest is zero
	Pass             Pass   // what the agent has of it for this decider
	world.GateGlance        // who else is there; world.World.Holders yields them all
}

// Part is what an agent has of a squad.
type Part uint8

const (
	PartNone    Part = iota // nothing
	PartWanting             // it waits until there are enough
	PartInvited             // it is in a squad as soon as it is ticked and still wants to
	PartJoined              // it is in, and waits for what comes before it can enter: the gate, or a Leave
	PartInside              // it is in, and the group is active
)

// SquadView is a decider's squad as its agent sees it.
type Squad struct {
	Name              string      // "" for no squad
	Key               uint64      // what divides it; 0 without SquadKey
	Known             bool        // Key is known. Not where SquadKey would have to be called: then the rest is zero
	Part              Part        // what the agent has of it for this decider
	At                event.Label // the Barrier it is at; zero for none. Arrived tells how many are there
	world.SquadGlance             // the others; what is of an instance counts from PartInvited on
}
