package state

import (
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

//go:generate go tool -modfile=../tools/go.mod stringer -type=Pass,Part,Turn -output=enum_string.go

// Pass is an agent's relation to a gate.
type Pass uint8

const (
	PassNone    Pass = iota // nothing
	PassClaimed             // in a crowd: it waits for a place
	PassGranted             // in a crowd: a place is reserved until its next tick
	PassHeld                // it has a place and is about to enter
	PassInside              // it is inside
)

// Gate is a decider's gate from the agent's view.
type Gate struct {
	Name             string // "" for no gate
	Key              uint64 // of GateKey; 0 without one
	Known            bool   // false if GateKey would have to be called: then the rest is zero
	Pass             Pass   // of the agent, for this decider
	world.GateGlance        // the gate itself; world.World.Holders yields all holders
}

// Part is an agent's relation to a squad.
type Part uint8

const (
	PartNone    Part = iota // nothing
	PartWanting             // it waits for enough agents
	PartInvited             // it joins in its next tick, if it still wants to
	PartJoined              // it has joined and waits for the gate or a Leave
	PartInside              // it has joined, and the group is active
)

// Squad is a decider's squad from the agent's view.
type Squad struct {
	Name              string      // "" for no squad
	Key               uint64      // of SquadKey; 0 without one
	Known             bool        // false if SquadKey would have to be called: then the rest is zero
	Part              Part        // of the agent, for this decider
	At                event.Label // the Barrier it is at; zero for none. Arrived is the number of agents there
	world.SquadGlance             // the squad itself; the fields of an instance are valid from PartInvited on
}
