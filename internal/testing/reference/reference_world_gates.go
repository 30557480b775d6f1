package reference

import (
	"maps"
	"math"
	"slices"

	"github.com/decidertree/decidertree/world"
)

// pass is a gate and one of the keys it is divided by: what an agent needs a place in (Anguelov, gates).
type gateAndKey struct {
	gate *world.Gate
	key  uint64
}

// entrance is a gate as the world sees it, for one key.
type gateState struct {
	gateAndKey
	inside map[world.AgentID]bool
	grants map[world.AgentID]bool // of crowds: a place is kept for them in their next tick
	claims map[world.AgentID]bool // of crowds: they want one

	opens    float64                   // when it is open again for all, seconds
	opensFor map[world.AgentID]float64 // and for one
}

// at is the entrance for a pass.
func (w *ReferenceWorld) at(p gateAndKey) *gateState {
	if w.gates[p] == nil {
		w.gates[p] = &gateState{
			gateAndKey: p, inside: map[world.AgentID]bool{}, grants: map[world.AgentID]bool{}, claims: map[world.AgentID]bool{},
			opens: math.Inf(-1), opensFor: map[world.AgentID]float64{},
		}
	}
	return w.gates[p]
}

// isOpen reports whether an agent could come in now: there is room, and nothing cools down.
func (w *ReferenceWorld) isOpen(e *gateState, id world.AgentID) bool {
	if due, left := e.opensFor[id]; left && w.now < due {
		w.Happened["a gate was shut for an agent"]++
		return false
	}
	if w.now < e.opens {
		w.Happened["a gate was shut for all"]++
	}
	return len(e.inside)+len(e.grants) < e.gate.Max && w.now >= e.opens
}

// tryGate is how an agent outside of crowds comes in: at once.
func (w *ReferenceWorld) tryGate(p gateAndKey, id world.AgentID) bool {
	e := w.at(p)
	if !w.isOpen(e, id) {
		return false
	}
	if w.now >= e.opens && e.opens > math.Inf(-1) {
		w.Happened["a gate opened again"]++
	}
	if _, left := e.opensFor[id]; left {
		w.Happened["a gate opened again for an agent"]++
	}
	e.inside[id] = true
	return true
}

// takeGate uses a grant.
func (w *ReferenceWorld) takeGate(p gateAndKey, id world.AgentID) {
	e := w.at(p)
	delete(e.grants, id)
	e.inside[id] = true
}

// leaveGate gives a place back. If the agent was in what the gate leads to, cooldowns begin.
func (w *ReferenceWorld) leaveGate(p gateAndKey, id world.AgentID, entered bool) {
	e := w.at(p)
	delete(e.inside, id)
	if !entered {
		w.Happened["a place in a gate was not used"]++
		return
	}
	if p.gate.Cooldown > 0 {
		e.opens = w.now + p.gate.Cooldown
	}
	if p.gate.AgentCooldown > 0 {
		e.opensFor[id] = w.now + p.gate.AgentCooldown
	}
}

// claimGate has an agent of a crowd wait for a grant.
func (w *ReferenceWorld) claimGate(p gateAndKey, id world.AgentID) { w.at(p).claims[id] = true }

// dropClaim withdraws a claim, or the grant it has led to.
func (w *ReferenceWorld) dropClaim(p gateAndKey, id world.AgentID) {
	e := w.at(p)
	delete(e.claims, id)
	delete(e.grants, id)
}

// grantClaims lets in whom it can of those that claim, in the order of their IDs (R26).
func (w *ReferenceWorld) grantClaims() {
	for _, e := range w.gates { // each is by itself, so their order does not matter
		for _, id := range slices.Sorted(maps.Keys(e.claims)) {
			if w.isOpen(e, id) {
				w.Happened["a claim was granted"]++
				delete(e.claims, id)
				e.grants[id] = true
			}
		}
	}
}

// Holders are the agents inside a gate, in the order of their IDs.
func (w *ReferenceWorld) Holders(g *world.Gate, key uint64) []world.AgentID {
	return slices.Sorted(maps.Keys(w.at(gateAndKey{g, key}).inside))
}
