package history

import "github.com/decidertree/decidertree/world"

// GateState is one key of a gate at the end of a frame: who is inside and who waits. Of agents the 64 with the lowest IDs are
// listed, in that order; the numbers beside tell how many there are.
type GateState struct {
	Name    string
	Key     uint64 // what divides it; 0 without GateKey
	Max     int    // agents it lets in at once
	Held    int
	Holders []world.AgentID // inside, or about to enter
	Kept    int
	Granted []world.AgentID // of crowds, for whom a place is kept until they tick next
	Claims  int
	Waiting []world.AgentID // of crowds, who claim a place
	Cooling int
	Cold    []world.AgentID // for whom it stays shut for its AgentCooldown
	Shut    float64         // the world's time until which it stays shut for all, seconds; 0 when it is not shut
}

// SquadState is one squad at the end of a frame or, with Instance 0, the agents that want to be in one of that key. Of agents
// the 64 with the lowest IDs are listed, in that order; the numbers beside tell how many there are.
type SquadState struct {
	Name      string
	Key       uint64 // what divides it; 0 without SquadKey
	Needed    int    // how many agents make a squad
	Wants     int
	Wanting   []world.AgentID
	Instance  uint64 // the squad's number in its world
	Size      int    // members that have not left
	Members   []SquadMember
	Broken    bool // a member has left before its part was done
	Dissolved bool // its members are to be reset
}

// SquadMember is a member that has not left.
type SquadMember struct {
	Agent    world.AgentID
	Role     world.Role
	Barrier  uint32 // the ID of the Barrier it is at; 0 for none
	Joined   bool   // it is in, or about to enter; else it is invited
	Released bool   // its Barrier is open
}
