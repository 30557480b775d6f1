package shared

import (
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/world"
)

// This file is an agent's side of gates (RULES R26; Anguelov, gates). The world knows the agents inside a gate; the agent
// keeps a pass for each of its places with a gate, so that it gives the gate back whatever ends the place.

// PassGate asks for gate i at a key and reports whether the agent may enter, or else whether it has claimed a place in this
// tick, so that the answer is still to come.
func (sh *Sharing) PassGate(i int, k uint64) (in, claimed bool) {
	g, ps := &sh.Tree.Gates[i], sh.Pass(sh.Tree.Gates[i].Place)
	sh.seek(i)
	switch {
	case ps.State == program.NoPass, ps.Key == k:
	case ps.State == program.Held:
		return false, false // what it holds may be entered, or be about to be
	default:
		sh.DropPass(i)
	}
	switch {
	case ps.State == program.Held:
		return true, false
	case sh.HasPass(g.Gate, k, program.Held):
	case !sh.InCrowd:
		if !sh.tryGate(g.Gate, k) {
			return false, false
		}
	case sh.Outermost().FindPass(g.Gate, k, program.Claimed, true) != nil && sh.granted(g.Gate, k):
		sh.post(Notice{kind: takeGate, gate: g.Gate, key: k})
		for other := ps; other != nil; other = sh.Outermost().FindPass(g.Gate, k, program.Claimed, false) {
			*other = program.Pass{}
		}
	case ps.State == program.Claimed:
		return false, ps.Fresh
	default:
		claimed = sh.Outermost().FindPass(g.Gate, k, program.Claimed, true) == nil // no older claim of another place
		if !sh.HasPass(g.Gate, k, program.Claimed) {
			sh.post(Notice{kind: claimGate, gate: g.Gate, key: k})
		}
		sh.keep(ps, program.Pass{Key: k, State: program.Claimed, Fresh: claimed})
		return false, claimed
	}
	sh.keep(ps, program.Pass{Key: k, State: program.Held})
	return true, false
}

// keep replaces a pass.
func (sh *Sharing) keep(ps *program.Pass, to program.Pass) {
	*ps = to
	sh.Outermost().Header().Open = true
	sh.Stirred = true
}

// HasPass reports whether the agent has, in any of its trees, a pass for the gate and key in the given state.
func (sh *Sharing) HasPass(g *world.Gate, k uint64, state program.PassState) bool {
	return sh.Outermost().FindPass(g, k, state, false) != nil
}

// DropPass drops the pass for gate i. An agent counts once per gate, so the world is told only if no other place of the
// agent has the same pass.
func (sh *Sharing) DropPass(i int) {
	g, ps := &sh.Tree.Gates[i], sh.Pass(sh.Tree.Gates[i].Place)
	was := *ps
	*ps = program.Pass{}
	sh.Stirred = true
	switch other := sh.Outermost().FindPass(g.Gate, was.Key, was.State, false); {
	case was.State == program.Held && other != nil:
		other.Entered = other.Entered || was.Entered
	case was.State == program.Held:
		sh.post(Notice{kind: leaveGate, gate: g.Gate, key: was.Key, flag: was.Entered})
	case was.State == program.Claimed && other == nil:
		sh.post(Notice{kind: withdrawGate, gate: g.Gate, key: was.Key})
	}
}
