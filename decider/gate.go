package decider

import (
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/world"
)

// This file is what an agent has to do with gates (RULES R26; Anguelov, gates). The world knows who is inside; the
// agent keeps for each place with a gate what it has of it, so that it is given back whatever happens.

// gated is a place with a gate.
type gated[A any] struct {
	place place
	gate  *world.Gate
	key   func(*behavior.Context[A]) uint64
	at    uint32 // offset of its pass in the agent's memory
}

// pass is what an agent has of the gate of one place, kept whatever is active. 16 bytes.
type pass struct {
	key     uint64
	state   passState
	inside  bool // the place is active
	entered bool // it, or another place of the agent that shared it, was: giving it back starts the cooldowns
	fresh   bool // claimed in this tick, so no grant is for it
	_       [4]byte
}

type passState uint8

const (
	noPass  passState = iota
	claimed           // in a crowd: it waits for the next Advance
	held              // taken when it was asked, until the place is left
)

func (r *runner[A]) pass(i int) *pass { return (*pass)(unsafe.Add(r.base, r.tree.gates[i].at)) }

// passGate asks for the gate of p, whose other conditions hold.
func (r *runner[A]) passGate(p place, i int) bool {
	g, ps := &r.tree.gates[i], r.pass(i)
	k, ok := r.keyFor(p, g.key)
	switch {
	case !ok:
		return false
	case r.peeking:
		return r.wouldPass(g.gate, k)
	}
	r.seek(i)
	if ps.state != noPass && ps.key != k {
		r.dropPass(i)
	}
	switch {
	case ps.state == held:
		return true
	case r.hasPass(g.gate, k, held):
	case !r.crowd:
		if !r.tryGate(g.gate, k) {
			return false
		}
	case r.outermost().findPass(g.gate, k, claimed, true) != nil && r.granted(g.gate, k):
		r.post(notice{kind: takeGate, gate: g.gate, key: k})
		for other := ps; other != nil; other = r.outermost().findPass(g.gate, k, claimed, false) {
			*other = pass{}
		}
	case ps.state == claimed:
		return false
	default:
		if !r.hasPass(g.gate, k, claimed) {
			r.post(notice{kind: claimGate, gate: g.gate, key: k})
		}
		r.keep(ps, pass{key: k, state: claimed, fresh: true})
		return false
	}
	r.keep(ps, pass{key: k, state: held})
	return true
}

// keep changes what the agent has of a gate.
func (r *runner[A]) keep(ps *pass, to pass) {
	*ps = to
	r.outermost().header().open = true
	r.stirred = true
}

// wouldPass is passGate without taking or claiming anything.
func (r *runner[A]) wouldPass(g *world.Gate, k uint64) bool {
	switch {
	case r.hasPass(g, k, held):
		return true
	case r.crowd:
		return r.granted(g, k)
	}
	see := r.world.GlanceGate(key, g, k, r.context.ID)
	return see.Held+see.Kept < see.Max && see.Left == 0 && see.AgentLeft == 0
}

// hasPass reports whether some place of the agent, in any of its trees, has a pass of this gate in such a state.
func (r *runner[A]) hasPass(g *world.Gate, k uint64, state passState) bool {
	return r.outermost().findPass(g, k, state, false) != nil
}

// findPass finds a place that has a pass of this gate in such a state, in the tree and all that are plugged in; with
// earlier not one claimed in this tick.
func (in *instance[A]) findPass(g *world.Gate, k uint64, state passState, earlier bool) *pass {
	for i := range in.tree.gates {
		if in.tree.gates[i].gate != g {
			continue
		}
		if ps := (*pass)(unsafe.Add(in.base, in.tree.gates[i].at)); ps.state == state && ps.key == k && !(earlier && ps.fresh) {
			return ps
		}
	}
	for _, pl := range in.plugs {
		if pl != nil {
			if ps := pl.findPass(g, k, state, earlier); ps != nil {
				return ps
			}
		}
	}
	return nil
}

// dropPass gives back or withdraws what the agent has of a place's gate. An agent counts once, so the world hears
// of it only where no other place of the agent has the same.
func (r *runner[A]) dropPass(i int) {
	g, ps := &r.tree.gates[i], r.pass(i)
	was := *ps
	*ps = pass{}
	r.stirred = true
	switch other := r.outermost().findPass(g.gate, was.key, was.state, false); {
	case was.state == held && other != nil:
		other.entered = other.entered || was.entered
	case was.state == held:
		r.post(notice{kind: leaveGate, gate: g.gate, key: was.key, flag: was.entered})
	case was.state == claimed && other == nil:
		r.post(notice{kind: withdrawGate, gate: g.gate, key: was.key})
	}
}
