package reference

import (
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/usercode"
)

// This file is gates as an agent sees them (R26). It counts once for each pass, however many of its places have it.

// ticket is what a place has of its gate, also while it is not active.
type gatePass struct {
	gateAndKey
	state   passState
	entered bool // it, or another place that had the same pass, was entered since the agent came in
}

type passState int

const (
	noPass passState = iota
	claims           // an agent of a crowd waits to be let in
	inside           // it is in, until the place is left, or the tick ends in which it was asked but not chosen
)

// passGate asks a decider's gate, the last of all.
func (r *Reference[A]) passGate(p *place[A], a *asking[A]) bool {
	d := p.decider
	if d.Gate == nil {
		return true
	}
	key, ok := r.keyFrom(p, a, d.GateKey)
	if !ok {
		return false
	}
	r.soughtGate[p] = true
	a.gateKey = key
	at := gateAndKey{d.Gate, key}
	if p.pass.state != noPass && p.pass.gateAndKey != at {
		r.dropPass(p)
	}
	r.barred[p] = p.pass.state != inside && r.passFor(at, inside) == nil && !r.comeIn(at)
	switch {
	case !r.barred[p]:
		p.pass = gatePass{at, inside, p.pass.entered}
	case r.crowd:
		p.pass = gatePass{gateAndKey: at, state: claims}
	}
	return !r.barred[p]
}

// keyFrom calls a GateKey or SquadKey; nil is 0. One that calls Fail rejects.
func (r *Reference[A]) keyFrom(p *place[A], a *asking[A], f func(*behavior.Context[A]) uint64) (key uint64, ok bool) {
	if f == nil {
		return 0, true
	}
	r.run(code[A]{place: p, call: "Decide", asking: a}, func(*usercode.Context) { key = f(&r.context) })
	return key, !a.failed
}

// comeIn takes a place in a gate, where one is free. An agent of a crowd needs a grant for that and claims one if it
// has none.
func (r *Reference[A]) comeIn(at gateAndKey) bool {
	switch {
	case !r.crowd:
		return r.shared.tryGate(at, r.id)
	case r.isGranted(at):
		r.spent[at] = true
		r.effect(func() { r.shared.takeGate(at, r.id) })
		r.eachPlace(func(p *place[A]) {
			if p.pass.state == claims && p.pass.gateAndKey == at {
				p.pass = gatePass{}
			}
		})
		return true
	}
	r.effect(func() { r.shared.claimGate(at, r.id) })
	return false
}

// isGranted reports whether a place in a gate is kept for the agent, which it has not taken yet.
func (r *Reference[A]) isGranted(at gateAndKey) bool {
	return r.crowd && r.shared.at(at).grants[r.id] && !r.spent[at]
}

// ticketFor is a place that has a pass in such a state; nil for none.
func (r *Reference[A]) passFor(at gateAndKey, state passState) (found *place[A]) {
	r.eachPlace(func(p *place[A]) {
		if found == nil && p.pass.state == state && p.pass.gateAndKey == at {
			found = p
		}
	})
	return found
}

// dropTicket gives back what a place has of its gate, if it is the last place of the agent that has it. If one of them
// was entered meanwhile, the cooldowns begin.
func (r *Reference[A]) dropPass(p *place[A]) {
	was := p.pass
	p.pass = gatePass{}
	other := r.passFor(was.gateAndKey, was.state)
	switch {
	case was.state == inside && other != nil:
		other.pass.entered = other.pass.entered || was.entered
	case was.state == inside:
		r.effect(func() { r.shared.leaveGate(was.gateAndKey, r.id, was.entered) })
	case was.state == claims && other == nil:
		r.spent[was.gateAndKey] = true // what was granted to that claim
		r.effect(func() { r.shared.dropClaim(was.gateAndKey, r.id) })
	}
}

// eachPlace does something to all places of all the trees.
func (r *Reference[A]) eachPlace(do func(*place[A])) {
	for _, t := range r.trees() {
		for _, p := range t.places {
			do(p)
		}
	}
}

// isWaitedFor reports whether a place is part of a choice that waits for a Leave.
func (r *Reference[A]) isWaitedFor(p *place[A]) bool {
	return slices.ContainsFunc(r.path(), func(active *place[A]) bool { return active.pending.includes(p) })
}

// includes reports whether p is part of a choice: the child that was chosen, one that it has delegated to, or one on
// the way to a Jump's target.
func (c *choice[A]) includes(p *place[A]) bool {
	return c != nil && (c.jump != nil && c.jump.leadsThrough(p) || slices.ContainsFunc(c.found, func(k kept[A]) bool {
		return k.place == p || k.place.isJump() && k.place.leadsThrough(p)
	}))
}

// effect does something to the world: at once, or for an agent of a crowd that ticks, when the crowd has.
func (r *Reference[A]) effect(happen func()) {
	if r.crowd && r.ticking {
		r.shared.later[r.id] = append(r.shared.later[r.id], happen)
		return
	}
	happen()
}
