package reference

import (
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/usercode"
)

// This file is an agent's side of gates (R26). An agent counts once per gate and key, however many of its places have a pass.

// gatePass is a place's pass for its gate, kept also while the place is not active.
type gatePass struct {
	gateAndKey
	state   passState
	entered bool // this place, or another with the same gate and key, has been entered since the agent came in
}

type passState int

const (
	noPass passState = iota
	claims           // an agent of a crowd waits for a grant
	inside           // the agent is inside, until the place is left or a tick ends that asked but did not choose it
)

// passGate tests a decider's gate, the last condition.
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
	switch other := p.pass.gateAndKey != at; {
	case other && p.pass.state == inside:
		r.barred[p] = false
		a.pending = p.has(decider.Wait)
		return false
	case other && p.pass.state == claims:
		r.dropPass(p)
	}
	claimed := r.passFor(at, claims) != nil
	r.barred[p] = p.pass.state != inside && r.passFor(at, inside) == nil && !r.comeIn(at)
	switch {
	case !r.barred[p]:
		p.pass = gatePass{at, inside, p.pass.entered}
	case r.crowd:
		p.pass = gatePass{gateAndKey: at, state: claims}
		r.filed[at] = r.filed[at] || !claimed // R33
	}
	a.pending = r.barred[p] && (r.crowd && r.filed[at] || p.has(decider.Wait))
	return !r.barred[p]
}

// keyFrom calls a GateKey or SquadKey; nil is 0. One that calls Fail rejects.
func (r *Reference[A]) keyFrom(p *place[A], a *asking[A], f func(*behavior.Context[A]) uint64) (key uint64, ok bool) {
	if f == nil {
		return 0, true
	}
	ok = r.runKey(p, a, func() { key = f(&r.context) })
	return key, ok
}

// runKey calls a GateKey, SquadKey or CanPlay. It reports whether that, and not the Decide before it, left Fail uncalled.
func (r *Reference[A]) runKey(p *place[A], a *asking[A], call func()) (ok bool) {
	before := a.failed
	a.failed = false
	r.run(code[A]{place: p, call: "Decide", asking: a, key: true}, func(*usercode.Context) { call() })
	ok, a.failed = !a.failed, before
	return ok
}

// comeIn takes a free place of a gate. An agent of a crowd needs a grant and claims one if it has none.
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

// isGranted reports whether a place of a gate is reserved for the agent, which has not taken it yet.
func (r *Reference[A]) isGranted(at gateAndKey) bool {
	return r.crowd && r.shared.at(at).grants[r.id] && !r.spent[at]
}

// passFor returns a place with a pass in the given state, or nil.
func (r *Reference[A]) passFor(at gateAndKey, state passState) (found *place[A]) {
	r.eachPlace(func(p *place[A]) {
		if found == nil && p.pass.state == state && p.pass.gateAndKey == at {
			found = p
		}
	})
	return found
}

// dropPass drops a place's pass, and gives it back to the world if no other place of the agent has the same. If one of them
// was entered, the cooldowns begin.
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

// eachPlace calls do for all places of all trees.
func (r *Reference[A]) eachPlace(do func(*place[A])) {
	for _, t := range r.trees() {
		for _, p := range t.places {
			do(p)
		}
	}
}

// isWaitedFor reports whether a place is part of a pending choice.
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

// effect changes the world: at once or, for an agent in the tick of a crowd, when the crowd has ticked.
func (r *Reference[A]) effect(happen func()) {
	if r.crowd && r.ticking {
		r.shared.later[r.id] = append(r.shared.later[r.id], happen)
		return
	}
	happen()
}
