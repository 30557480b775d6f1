package program

import (
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// gated is a place with a gate.
type gated struct {
	Place Place
	Gate  *world.Gate
	Key   func(*usercode.Context) uint64
}

// pass is what an agent has of the gate of one place, kept whatever is active. 16 bytes.
type Pass struct {
	Key     uint64
	State   PassState
	Inside  bool // the place is active
	Entered bool // it, or another place of the agent that shared it, was: giving it back starts the cooldowns
	Fresh   bool // claimed in this tick, so no grant is for it
	_       [4]byte
}

type PassState uint8

const (
	NoPass  PassState = iota
	Claimed           // in a crowd: it waits for the next Advance
	Held              // taken when it was asked, until the place is left
)

// squaded is a group with a squad.
type squaded struct {
	Place Place
	Squad *world.Squad
	Key   func(*usercode.Context) uint64
}

// membership is what an agent has of the squad of one place, kept whatever is active. 32 bytes.
type Membership struct {
	Key      uint64
	Instance uint64 // of the squad, where it is a member
	Barrier  uint32 // the ID of the Barrier it has told the squad it is at; 0 for none
	State    MemberState
	Inside   bool // the place is active
	Role     world.Role
	Fresh    bool // wanted in this tick, so no invitation is for it
}

type MemberState uint8

const (
	NoMember MemberState = iota
	Wanting              // it waits for the next Advance
	Member               // it has accepted an invitation, until the place is left
)
