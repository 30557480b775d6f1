package world

// listed is how many agents of each kind a [GateState] or a [SquadState] lists, those with the lowest IDs.
const listed = 64

// GateState is one key of a gate: who is inside and who waits. Of agents the 64 with the lowest IDs are
// listed, in that order; the numbers beside tell how many there are.
type GateState struct {
	Name    string // of the Gate
	Key     uint64 // what divides it; 0 without GateKey
	Max     int    // agents it lets in at once
	Held    int
	Holders []AgentID // inside, or about to enter
	Kept    int
	Granted []AgentID // of crowds, for whom a place is kept until they tick next
	Claims  int
	Waiting []AgentID // of crowds, who claim a place
	Cooling int
	Cold    []AgentID // for whom it stays shut for its AgentCooldown
	Shut    float64   // the world's time until which it stays shut for all, seconds; 0 when it is not shut
}

// Idle reports whether nobody is inside or waits, and it is not shut.
func (g *GateState) Idle() bool { return g.Held+g.Kept+g.Claims+g.Cooling == 0 && g.Shut == 0 }

// SquadState is one squad or, with Instance 0, the agents that want to be in one of that key. Of agents
// the 64 with the lowest IDs are listed, in that order; the numbers beside tell how many there are.
type SquadState struct {
	Name      string // of the Squad; "" for an Instance that is no more
	Key       uint64 // what divides it; 0 without SquadKey
	Needed    int    // how many agents make a squad
	Wants     int
	Wanting   []AgentID
	Instance  uint64 // the squad's number in its world
	Size      int    // members that have not left
	Members   []MemberState
	Broken    bool // a member has left before its part was done
	Dissolved bool // its members are to be reset
}

// Idle reports whether nobody is in it, or wants to be.
func (s *SquadState) Idle() bool { return s.Wants+s.Size == 0 }

// MemberState is a member that has not left.
type MemberState struct {
	Agent    AgentID
	Role     Role
	Barrier  uint32 // the ID of the Barrier it is at; 0 for none
	Joined   bool   // it is in, or about to enter; else it is invited
	Released bool   // its Barrier is open
}
