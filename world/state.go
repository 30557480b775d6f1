package world

import (
	"sync/atomic"
)

// listed is the maximum number of agents of each kind in a [GateState] or [SquadState], those with the lowest IDs.
const listed = 64

// GateState is the state of one key of a gate. Lists hold the 64 lowest IDs in order; the numbers beside them count
// all.
type GateState struct {
	Name    string    // of the Gate
	Key     uint64    // the result of GateKey; 0 without one
	Max     int       // agents it lets in at once
	Held    int       // agents inside, or about to enter
	Holders []AgentID // their IDs
	Kept    int       // places granted to agents of crowds, until these tick next
	Granted []AgentID // their IDs
	Claims  int       // agents of crowds that claim a place
	Waiting []AgentID // their IDs
	Cooling int       // agents for which it is shut for its AgentCooldown
	Cold    []AgentID // their IDs
	Shut    float64   // the world's time when it opens for all, in seconds; 0 if it is not shut
}

// Idle reports whether no agent is inside, waits or cools down, and the gate is not shut.
func (g *GateState) Idle() bool { return g.Held+g.Kept+g.Claims+g.Cooling == 0 && g.Shut == 0 }

// SquadState is the state of one squad or, with Instance 0, of the agents that want to join one with that key. Lists
// hold the 64 lowest IDs in order; the numbers beside them count all.
type SquadState struct {
	Name      string    // of the Squad; "" for an Instance that no longer exists
	Key       uint64    // the result of SquadKey; 0 without one
	Needed    int       // how many agents a squad has
	Wants     int       // agents that want to join
	Wanting   []AgentID // their IDs
	Lacking   RoleSet   // roles of the squad that none of them can play
	Instance  uint64    // the squad's number in its world
	Size      int       // members that have not left
	Members   []MemberState
	Broken    bool // a member has left before its part was done
	Dissolved bool // its members will be reset
	Left      SquadLeft
}

// SquadLeft is the member that was the first to leave a squad before its part was done. Of several that left between two
// Advances it is the one with the lowest ID. It is zero while none has left.
type SquadLeft struct {
	Agent  AgentID
	Role   Role
	Reason uint8 // the behavior.Reason with which its group ended; 0 if it did not take part: it declined or did not come
}

// Idle reports whether no agent is in the squad or wants to be, and none has left it too early.
func (s *SquadState) Idle() bool { return s.Wants+s.Size == 0 && s.Left.Agent == 0 }

// MemberState is a squad member that has not left.
type MemberState struct {
	Agent    AgentID
	Role     Role
	Barrier  uint32 // the ID of the Barrier it is at; 0 for none
	Joined   bool   // it is in the group or about to enter; otherwise it is invited
	Released bool   // its Barrier is open
}

// Stats counts messages and results that had no effect, since the world was made.
type Stats struct {
	Undelivered uint64 // messages to agents that are gone or have no stimuli
	Overflowed  uint64 // messages to an agent whose set was full, so that a stimulus was dropped
	Stale       uint64 // results of requests that were cancelled
}

// counts are the live counters of Stats.
type counts struct {
	undelivered, overflowed atomic.Uint64
	stale                   atomic.Uint64 // any goroutine may add to it
}

// Stats returns the counts since the world was made; zeros for a nil World. It is safe for concurrent use.
func (w *World) Stats() Stats {
	if w == nil {
		return Stats{}
	}
	return Stats{
		Undelivered: w.counts.undelivered.Load(),
		Overflowed:  w.counts.overflowed.Load(),
		Stale:       w.counts.stale.Load(),
	}
}
