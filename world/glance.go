package world

import (
	"math/bits"
	"slices"

	"github.com/decidertree/decidertree/internal/engine"
)

// Glanced is how many agents a [GateGlance] or [SquadGlance] lists.
const Glanced = 8

// GateGlance is the state of one key of a gate, and of one agent there, read without allocating: for tooltips.
type GateGlance struct {
	Max       int              // the places of the key
	Held      int              // the places that are held
	Kept      int              // the places granted to agents of crowds, until these tick next
	Holders   [Glanced]AgentID // the lowest IDs of those inside, in order; then 0
	Claims    int              // the agents of crowds that wait for a place
	Left      float64          // seconds until it opens for all; 0 if it is not shut
	AgentLeft float64          // seconds until it opens for this agent; 0 if it is not shut for it
}

// SquadGlance is the state of one key of a squad, and of one agent there, read without allocating: for tooltips.
type SquadGlance struct {
	Needed    int                  // how many agents a squad has
	Wanting   int                  // agents that want to join one and are in none
	Instance  uint64               // the number of the squad that this agent is in or invited to; 0 for none. The fields below describe it
	Size      int                  // members that have not left
	Members   [Glanced]SquadMember // the members with the lowest IDs, in order; then zero
	Role      Role                 // of this agent
	Barrier   uint32               // the ID of the Barrier this agent is at; 0 for none
	Arrived   int                  // members at that Barrier
	Dissolved bool                 // this agent will be reset, since another has left
	Left      SquadLeft            // that other
}

// GlanceGate is for the packages of this module: it returns the state of a key and of an agent there. A nil World
// has no gates.
func (w *World) GlanceGate(_ engine.Key, g *Gate, key uint64, id AgentID) (see GateGlance) {
	if w == nil {
		return see
	}
	w.mu.RLock()
	defer w.mu.RUnlock()
	gate := w.gates.of[g]
	if gate == nil {
		return see
	}
	see.Max = gate.max
	sub := gate.keys[key]
	if sub == nil {
		return see
	}
	see.Held, see.Kept, see.Claims = sub.holders.count, sub.granted.count, sub.claims.count+sub.parked.count
	sub.holders.copyTo(see.Holders[:])
	if sub.isShut {
		see.Left = sub.shutUntil - w.now
	}
	if sub.cold.has(id) {
		waits := gate.cold.all()
		i := slices.IndexFunc(waits, func(c cooling) bool { return c.sub == sub && c.id == id })
		see.AgentLeft = waits[i].due - w.now
	}
	return see
}

// GlanceSquad is for the packages of this module: it returns the state of a key and of an agent there. A nil World
// has no squads.
func (w *World) GlanceSquad(_ engine.Key, s *Squad, key uint64, id AgentID) (see SquadGlance) {
	if w == nil {
		return see
	}
	w.mu.RLock()
	defer w.mu.RUnlock()
	if squad := w.squads.of[s]; squad != nil {
		see.Needed = squad.agents
	}
	sub := w.squads.sub(s, key)
	if sub == nil {
		return see
	}
	see.Wanting = sub.standing.count + sub.passing.count
	in := sub.members[id]
	if in == nil {
		return see
	}
	self := in.member(id)
	see.Instance, see.Role, see.Barrier, see.Dissolved, see.Left = in.number, self.role, self.barrier, in.dissolved, in.left
	for i := range in.members {
		m := &in.members[i]
		if m.left {
			continue
		}
		if see.Size < Glanced {
			see.Members[see.Size] = SquadMember{m.role, m.id}
		}
		see.Size++
		if m.barrier != 0 && m.barrier == self.barrier {
			see.Arrived++
		}
	}
	return see
}

// Glance is for the packages of this module: it returns the token as people may see it, 0 until the frame in which
// it was launched is over.
func (t Token) Glance(engine.Key) Token {
	if t.isUnsettled() {
		return 0
	}
	return t
}

// copyTo copies the lowest IDs, as many as dst has room for.
func (s *idSet) copyTo(dst []AgentID) {
	n := 0
	for i := range s.pages {
		p := &s.pages[i]
		for j, word := range p.bits {
			if p.count == 0 || n == len(dst) {
				break
			}
			for ; word != 0 && n < len(dst); word &= word - 1 {
				dst[n] = p.first + AgentID(j*64+bits.TrailingZeros64(word))
				n++
			}
		}
	}
}
