package world

import (
	"cmp"
	"slices"
)

// gates are a world's gates (Anguelov, gates; RULES R26).
type gates struct {
	of    map[*Gate]*gateState // never ranged over; order is
	order []*gateState         // in the order of binding

	watched bool // see watch
}

// gateState is the state of a gate in a world. Advance looks at queued changes only, so a gate costs nothing while
// nothing changes, however many keys it has and however many agents wait.
type gateState struct {
	gate     *Gate
	max      int     // copied from the gate when it was bound, as are the cooldowns
	cooldown float64 // seconds
	forAgent float64 // AgentCooldown, seconds

	keys    map[uint64]*subGate // the keys that are not idle
	stirred []*subGate          // keys that may have a place to grant, or may have become idle
	shut    queue[shutting]     // by due: a gate's cooldowns are equally long and time does not run backwards
	cold    queue[cooling]      // by due
	spare   []*subGate          // memory to be reused

	watched bool     // see watch
	touched []uint64 // keys that have changed since the last report
}

// subGate is one key of a gate.
type subGate struct {
	key       uint64
	holders   idSet   // agents inside
	granted   idSet   // agents of crowds that may enter in their next tick; a place is kept for each
	claims    standby // agents of crowds that wait
	parked    standby // agents of crowds that wait while their own cooldown runs
	cold      idSet   // agents whose own cooldown runs
	shutUntil float64
	isShut    bool // now < shutUntil
	stirred   bool // is in gateState.stirred
	touched   bool // its key is in gateState.touched
}

// shutting is the time when a key opens again for all agents; later ones for the same key may follow.
type shutting struct {
	due float64
	sub *subGate
}

// cooling is the time when a key opens again for an agent.
type cooling struct {
	due float64
	sub *subGate
	id  AgentID
}

func (gs *gates) bind(g *Gate) {
	if gs.of[g] != nil {
		return
	}
	state := &gateState{gate: g, max: g.Max, cooldown: g.Cooldown, forAgent: g.AgentCooldown, keys: map[uint64]*subGate{}, watched: gs.watched}
	gs.of[g] = state
	gs.order = append(gs.order, state)
}

// sub returns a key's state; nil if the key is idle.
func (gs *gates) sub(g *Gate, key uint64) *subGate {
	if state := gs.of[g]; state != nil {
		return state.keys[key]
	}
	return nil
}

// open returns a key's state, and makes one for an idle key.
func (g *gateState) open(key uint64) *subGate {
	if sub := g.keys[key]; sub != nil {
		return sub
	}
	var sub *subGate
	if n := len(g.spare); n > 0 {
		sub, g.spare = g.spare[n-1], g.spare[:n-1]
	} else {
		sub = &subGate{}
	}
	sub.key = key
	g.keys[key] = sub
	return sub
}

// stir queues a key for the next Advance.
func (g *gateState) stir(sub *subGate) {
	g.touch(sub)
	if !sub.stirred {
		sub.stirred = true
		g.stirred = append(g.stirred, sub)
	}
}

// free returns the number of free places.
func (g *gateState) free(sub *subGate) int { return g.max - sub.holders.count - sub.granted.count }

// claim makes an agent wait, as it has since a frame, unless it has been granted a place.
func (g *gateState) claim(sub *subGate, id AgentID, since uint64) {
	switch {
	case sub.granted.has(id):
	case sub.cold.has(id):
		sub.parked.add(id, since)
		g.touch(sub)
	case sub.claims.add(id, since):
		g.stir(sub)
	}
}

// drop ends an agent's claim, and reports whether there was one.
func (sub *subGate) drop(id AgentID) bool {
	if _, claimed := sub.claims.remove(id); claimed {
		return true
	}
	_, parked := sub.parked.remove(id)
	return parked
}

// leave gives a place back at the time now.
func (g *gateState) leave(sub *subGate, id AgentID, entered bool, now float64) {
	held := sub.holders.remove(id)
	if !held && !sub.granted.remove(id) {
		return
	}
	g.stir(sub)
	if !held || !entered {
		return
	}
	if due := now + g.cooldown; due > now && (!sub.isShut || due > sub.shutUntil) {
		sub.shutUntil, sub.isShut = due, true
		g.shut.push(shutting{due, sub})
	}
	if due := now + g.forAgent; due > now && sub.cold.add(id) {
		g.cold.push(cooling{due, sub, id})
		if since, claimed := sub.claims.remove(id); claimed {
			sub.parked.add(id, since)
		}
	}
}

// advance ends the cooldowns that are due and grants free places. It appends the agents that were granted one to woken.
func (g *gateState) advance(now float64, woken []AgentID) []AgentID {
	for e := g.shut.oldest(); e != nil && now >= e.due; e = g.shut.oldest() {
		if now >= e.sub.shutUntil {
			e.sub.isShut = false
			g.stir(e.sub)
		}
		g.shut.pop()
	}
	for e := g.cold.oldest(); e != nil && now >= e.due; e = g.cold.oldest() {
		e.sub.cold.remove(e.id)
		if since, parked := e.sub.parked.remove(e.id); parked {
			e.sub.claims.add(e.id, since)
		}
		g.stir(e.sub)
		g.cold.pop()
	}
	// Keys are independent of each other, but the order in which agents are woken must be deterministic.
	slices.SortFunc(g.stirred, func(a, b *subGate) int { return cmp.Compare(a.key, b.key) })
	for _, sub := range g.stirred {
		sub.stirred = false
		g.touch(sub)
		woken = g.grant(sub, woken)
		g.tidy(sub)
	}
	g.stirred = g.stirred[:0]
	return woken
}

// grant gives the free places to agents that claim one: first those that have claimed for longest, then by ID.
func (g *gateState) grant(sub *subGate, woken []AgentID) []AgentID {
	for free := g.free(sub); free > 0 && !sub.isShut; {
		id, waits := sub.claims.front()
		if !waits {
			break
		}
		sub.claims.remove(id)
		if sub.holders.has(id) {
			continue // an agent needs one place only
		}
		sub.granted.add(id)
		woken = append(woken, id)
		free--
	}
	return woken
}

// tidy removes the key if it is idle: keys are often IDs of short-lived things.
func (g *gateState) tidy(sub *subGate) {
	if sub.isShut || sub.holders.count+sub.granted.count+sub.claims.count+sub.parked.count+sub.cold.count > 0 {
		return
	}
	delete(g.keys, sub.key)
	sub.touched = false
	for _, set := range []*idSet{&sub.holders, &sub.granted, &sub.cold} {
		set.reset()
	}
	sub.claims.reset()
	sub.parked.reset()
	g.spare = append(g.spare, sub)
}

// advanceGates does the gates' part of Advance.
func (w *World) advanceGates() {
	w.mu.Lock()
	for _, g := range w.gates.order {
		w.woken = g.advance(w.now, w.woken)
	}
	w.mu.Unlock()
	w.wakeAll()
}
