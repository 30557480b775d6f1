package world

import (
	"cmp"
	"slices"
)

// gates are a world's gates (Anguelov, gates; RULES R26).
type gates struct {
	of    map[*Gate]*gateState // never walked: order is what is walked
	order []*gateState         // as they were bound

	watched bool // see watch
}

// gateState is what a world knows of a gate. What Advance has to look at is queued, so that a gate costs nothing
// while nothing changes, however many keys it has and however many agents wait.
type gateState struct {
	gate     *Gate
	max      int     // as the gate was when it was bound, like the cooldowns
	cooldown float64 // seconds
	forAgent float64 // AgentCooldown, seconds

	keys    map[uint64]*subGate // those where something is the case
	stirred []*subGate          // where something may have to be granted, or nothing is the case any more
	shut    queue[shutting]     // by due: a gate's cooldowns are equally long and time does not run backwards
	cold    queue[cooling]      // by due
	spare   []*subGate          // memory to use again

	watched bool     // see watch
	touched []uint64 // keys that have changed since watchers were told
}

// subGate is one key of a gate.
type subGate struct {
	key       uint64
	holders   idSet // inside
	granted   idSet // of crowds, who may come in when they tick next; a place is kept for each
	claims    idSet // of crowds, who wait
	parked    idSet // of crowds, who wait and whose own cooldown runs
	cold      idSet // whose own cooldown runs
	shutUntil float64
	isShut    bool // now < shutUntil
	stirred   bool // is in gateState.stirred
	touched   bool // its key is in gateState.touched
}

// shutting is when a key opens again for all; later ones for the same key may follow.
type shutting struct {
	due float64
	sub *subGate
}

// cooling is when a key opens again for an agent.
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

// sub is a key's state; nil where nothing is the case.
func (gs *gates) sub(g *Gate, key uint64) *subGate {
	if state := gs.of[g]; state != nil {
		return state.keys[key]
	}
	return nil
}

// open is a key's state, a new one where there was none.
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

// stir has the next Advance look at a key.
func (g *gateState) stir(sub *subGate) {
	g.touch(sub)
	if !sub.stirred {
		sub.stirred = true
		g.stirred = append(g.stirred, sub)
	}
}

// free returns the number of free places.
func (g *gateState) free(sub *subGate) int { return g.max - sub.holders.count - sub.granted.count }

// claim has an agent wait, unless it has been granted a place.
func (g *gateState) claim(sub *subGate, id AgentID) {
	switch {
	case sub.granted.has(id):
	case sub.cold.has(id):
		sub.parked.add(id)
		g.touch(sub)
	case sub.claims.add(id):
		g.stir(sub)
	}
}

// leave gives a place back at a time.
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
		if sub.claims.remove(id) {
			sub.parked.add(id)
		}
	}
}

// advance opens what has been shut for long enough and grants what can be granted. It appends to woken who has been
// granted a place.
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
		if e.sub.parked.remove(e.id) {
			e.sub.claims.add(e.id)
		}
		g.stir(e.sub)
		g.cold.pop()
	}
	// Keys do not touch each other, but crowds are woken in an order that does not depend on who stirred what.
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

// grant gives the free places to those that claim them, lowest IDs first.
func (g *gateState) grant(sub *subGate, woken []AgentID) []AgentID {
	for free := g.free(sub); free > 0 && !sub.isShut; {
		id, waits := sub.claims.first()
		if !waits {
			break
		}
		sub.claims.remove(id)
		if sub.holders.has(id) {
			continue // what it holds is free for it
		}
		sub.granted.add(id)
		woken = append(woken, id)
		free--
	}
	return woken
}

// tidy removes an idle key, since keys are often IDs of short-lived things.
func (g *gateState) tidy(sub *subGate) {
	if sub.isShut || sub.holders.count+sub.granted.count+sub.claims.count+sub.parked.count+sub.cold.count > 0 {
		return
	}
	delete(g.keys, sub.key)
	sub.touched = false
	for _, set := range []*idSet{&sub.holders, &sub.granted, &sub.claims, &sub.parked, &sub.cold} {
		set.reset()
	}
	g.spare = append(g.spare, sub)
}

// advanceGates is the gates' part of Advance.
func (w *World) advanceGates() {
	w.mu.Lock()
	for _, g := range w.gates.order {
		w.woken = g.advance(w.now, w.woken)
	}
	w.mu.Unlock()
	w.wakeAll()
}
