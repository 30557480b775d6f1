package program

import (
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// gateAt is a place with a gate.
type gateAt struct {
	Place Place
	Gate  *world.Gate
	Key   func(*usercode.Context) uint64
}

// Pass is an agent's pass for the gate of one place, kept whatever is active. 16 bytes.
type Pass struct {
	Key     uint64
	State   PassState
	Inside  bool // the place is active
	Entered bool // this place or another place with the same pass was active, so giving it back starts the cooldowns
	Fresh   bool // claimed in this tick, so a grant now is not for this claim
	_       [4]byte
}

// PassState is the state of a Pass.
type PassState uint8

// The states of a Pass.
const (
	NoPass  PassState = iota // none
	Claimed                  // in a crowd: waits for the next Advance
	Held                     // taken when the place was asked, until it is left
)

// squadAt is a group with a squad.
type squadAt struct {
	Place Place
	Squad *world.Squad
	Key   func(*usercode.Context) uint64

	CanPlay func(*usercode.Context) uint16
}

// Membership is an agent's membership in the squad of one place, kept whatever is active. 32 bytes.
type Membership struct {
	Key      uint64
	Instance uint64 // number of the squad, if State is Member
	Barrier  uint32 // ID of the Barrier that the agent has told the squad it is at; 0 for none
	State    MemberState
	Inside   bool // the place is active
	Role     world.Role
	Fresh    bool // wanted in this tick, so an invitation now is not for this want
}

// MemberState is the state of a Membership.
type MemberState uint8

// The states of a Membership.
const (
	NoMember MemberState = iota // none
	Wanting                     // waits for the next Advance
	Member                      // has accepted an invitation, until the place is left
)
