package reference

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/decidertree/decidertree/world"
)

// gateAndKey is a gate and one of the keys that divide it (Anguelov, gates).
type gateAndKey struct {
	gate *world.Gate
	key  uint64
}

// gateState is the world's state of a gate for one key.
type gateState struct {
	gateAndKey
	inside map[world.AgentID]bool
	grants map[world.AgentID]bool   // agents of crowds for whom a place is reserved in their next tick
	claims map[world.AgentID]uint64 // agents of crowds that want a place, and the frame since which they do

	opens    float64                   // when the gate opens again for all agents, in seconds
	opensFor map[world.AgentID]float64 // when it opens again for an agent
}

// at returns the state of a gate and key.
func (w *ReferenceWorld) at(p gateAndKey) *gateState {
	if w.gates[p] == nil {
		w.gates[p] = &gateState{
			gateAndKey: p, inside: map[world.AgentID]bool{}, grants: map[world.AgentID]bool{}, claims: map[world.AgentID]uint64{},
			opens: math.Inf(-1), opensFor: map[world.AgentID]float64{},
		}
	}
	return w.gates[p]
}

// isOpen reports whether an agent could enter now: there is room and no cooldown.
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

// tryGate lets an agent outside crowds in at once, if the gate is open.
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

// leaveGate gives a place back. If the agent has entered the decider, the cooldowns begin.
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

// claimGate files the claim of an agent of a crowd, or renews it.
func (w *ReferenceWorld) claimGate(p gateAndKey, id world.AgentID) {
	if claims := w.at(p).claims; !has(claims, id) {
		claims[id] = w.frame
	}
}

func has[V any](m map[world.AgentID]V, id world.AgentID) bool {
	_, is := m[id]
	return is
}

// dropClaim withdraws a claim or its grant.
func (w *ReferenceWorld) dropClaim(p gateAndKey, id world.AgentID) {
	e := w.at(p)
	delete(e.claims, id)
	delete(e.grants, id)
}

// grantClaims grants claims while there is room, the oldest first, then in the order of the agents' IDs (R26).
func (w *ReferenceWorld) grantClaims() {
	for _, e := range w.gates { // gates are independent, so their order does not matter
		inOrder := bySince(e.claims, func(since uint64) uint64 { return since })
		for i, id := range inOrder {
			if w.isOpen(e, id) {
				w.Happened["a claim was granted"]++
				if slices.Max(inOrder[i:]) > id && slices.Min(inOrder[i:]) < id {
					w.Happened["an older claim was granted before one of a lower ID"]++
				}
				delete(e.claims, id)
				e.grants[id] = true
			}
		}
	}
}

// bySince returns the agents that wait, first those that have waited for longest, then by ID.
func bySince[V any](waiting map[world.AgentID]V, since func(V) uint64) []world.AgentID {
	ids := slices.Sorted(maps.Keys(waiting))
	slices.SortStableFunc(ids, func(a, b world.AgentID) int { return cmp.Compare(since(waiting[a]), since(waiting[b])) })
	return ids
}

// Holders returns the agents inside a gate, in the order of their IDs.
func (w *ReferenceWorld) Holders(g *world.Gate, key uint64) []world.AgentID {
	return slices.Sorted(maps.Keys(w.at(gateAndKey{g, key}).inside))
}
