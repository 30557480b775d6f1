package world

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/decidertree/decidertree/internal/snapshot"
)

// This file has the gates in snapshots.

// save writes a gate's state.
func (g *gateState) save(out *snapshot.Writer) {
	out.String(g.gate.Name)
	out.Uint(uint64(len(g.keys)))
	for _, key := range slices.Sorted(maps.Keys(g.keys)) {
		sub := g.keys[key]
		out.Uint(key)
		until := math.Inf(-1)
		if sub.isShut {
			until = sub.shutUntil
		}
		out.Float(until)
		for _, set := range []*idSet{&sub.holders, &sub.granted, &sub.claims.idSet, &sub.parked.idSet} {
			set.save(out)
		}
	}
	cold := g.cold.all()
	out.Uint(uint64(len(cold)))
	for _, e := range cold {
		out.Float(e.due)
		out.Uint(e.sub.key)
		out.Uint(uint64(e.id))
	}
}

// savedGate is the state of a gate that was read.
type savedGate struct {
	name string
	keys []savedKey
	cold []savedCooling
}

type savedKey struct {
	key              uint64
	until            float64 // -Inf if the gate is open
	holders, granted idSet
	claims, parks    []waiter
}

type savedCooling struct {
	due float64
	key uint64
	id  AgentID
}

func loadGate(in *snapshot.Reader, frame uint64) *savedGate {
	g := &savedGate{name: in.String()}
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		k := savedKey{key: in.Uint(), until: in.Float()}
		k.holders.load(in)
		k.granted.load(in)
		k.claims, k.parks = loadWaiters(in, frame), loadWaiters(in, frame)
		if n := len(g.keys); math.IsNaN(k.until) || n > 0 && g.keys[n-1].key >= k.key {
			in.Fail("the keys of gate %q are wrong", g.name)
		}
		g.keys = append(g.keys, k)
	}
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		c := savedCooling{in.Float(), in.Uint(), AgentID(in.Uint())}
		if math.IsNaN(c.due) {
			in.Fail("a cooldown of gate %q is not a number", g.name)
		}
		g.cold = append(g.cold, c)
	}
	return g
}

// unpack gives the gate of that name its state; false if no such gate is bound yet. A cooldown that has become shorter
// since the snapshot ends no later than one that begins now.
func (g *savedGate) unpack(all *gates, now float64) bool {
	i := slices.IndexFunc(all.order, func(bound *gateState) bool { return bound.gate.Name == g.name })
	if i < 0 {
		return false
	}
	to := all.order[i]
	for i := range g.keys {
		k := &g.keys[i]
		sub := to.open(k.key)
		sub.holders, sub.granted = k.holders, k.granted
		for _, q := range k.claims {
			sub.claims.add(q.id, q.since)
		}
		if until := min(k.until, now+to.cooldown); until > now {
			sub.shutUntil, sub.isShut = until, true
			to.shut.push(shutting{until, sub})
		}
		to.stir(sub)
	}
	for _, c := range g.cold {
		if due := min(c.due, now+to.forAgent); due > now {
			if sub := to.open(c.key); sub.cold.add(c.id) {
				to.cold.push(cooling{due, sub, c.id})
				to.stir(sub)
			}
		}
	}
	slices.SortStableFunc(to.shut.items, func(a, b shutting) int { return cmp.Compare(a.due, b.due) })
	slices.SortStableFunc(to.cold.items, func(a, b cooling) int { return cmp.Compare(a.due, b.due) })
	for i := range g.keys {
		k := &g.keys[i]
		sub := to.keys[k.key]
		for _, q := range k.parks {
			to.claim(sub, q.id, q.since)
		}
	}
	return true
}
