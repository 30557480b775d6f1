package world

import (
	"math/bits"
	"slices"

	"github.com/decidertree/decidertree/internal/engine"
)

// Glanced is how many agents a glance at a gate or a squad tells one by one.
const Glanced = 8

// GateGlance is what there is to see of one key of a gate, and of one agent there, made without allocating: for
// tooltips.
type GateGlance struct {
	Max       int              // agents it lets in
	Held      int              // places that are held
	Kept      int              // places that are free and granted to agents of crowds, until these tick next
	Holders   [Glanced]AgentID // the first of who holds them, in ID order; then 0
	Claims    int              // agents of crowds that wait for a place
	Left      float64          // seconds for which it stays shut for all; 0 when it is not shut
	AgentLeft float64          // seconds for which it stays shut for the agent asked about; 0 when it is not
}

// SquadGlance is what there is to see of one key of a squad, and of one agent there, made without allocating: for
// tooltips.
type SquadGlance struct {
	Needed    int                  // how many agents make a squad
	Wanting   int                  // agents that want to be in one and are in none
	Instance  uint64               // the squad the agent asked about is in, or invited to; 0 for none. The fields below are of it
	Size      int                  // members that have not left
	Members   [Glanced]SquadMember // the first of them, in ID order; then zero
	Role      Role                 // of the agent asked about
	Barrier   uint32               // the ID of the Barrier it is at; 0 for none
	Arrived   int                  // members that are at that one
	Dissolved bool                 // it is to be reset, as another has left
}

// GlanceGate is for the packages of this module, like the other one. It tells of a key, and of an agent there. A nil
// World has no gates.
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

// GlanceSquad tells of a key, and of an agent there. A nil World has no squads.
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
	see.Instance, see.Role, see.Barrier, see.Dissolved = in.number, self.role, self.barrier, in.dissolved
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

// Glance is a token as people may see it: 0 as long as the frame it was launched in is not over.
func (t Token) Glance(engine.Key) Token {
	if t == unsettled {
		return 0
	}
	return t
}

// copyTo copies the lowest IDs, as many as there is room for.
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
