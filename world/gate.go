package world

import (
	"iter"

	"github.com/decidertree/decidertree/internal/engine"
)

// Gate lets at most Max agents of a world into a decider at a time (Anguelov, gates): one grenade in the air, three
// who shoot while the others charge. Declare it once, as a package-level variable, and name it in Decider.Gate; all
// deciders that name it share it. Decider.GateKey divides it, for example per team or per target: each key has
// places and cooldowns of its own.
//
// Agents of a crowd get free places in the order in which they have begun to wait.
//
// A place is given back when the decider ends, for whatever reason. Name and Max are required.
type Gate struct {
	Name          string  // unique in a world
	Max           int     // agents inside at the same time, 1 or more
	Cooldown      float64 // seconds for which it is shut for all after a place was given back; 0 for none
	AgentCooldown float64 // seconds for which it is shut for the agent that gave a place back; 0 for none
}

// Holders yields the agents inside a gate in the order of their IDs, as of when the iteration began. key is the
// result of Decider.GateKey, 0 without one. A nil World, and a gate that no tree of this world names, yield nothing.
// It is safe for concurrent use, also inside ticks; while other goroutines tick, the result depends on their
// progress.
func (w *World) Holders(g *Gate, key uint64) iter.Seq[AgentID] {
	return func(yield func(AgentID) bool) {
		if w == nil {
			return
		}
		for _, id := range w.holders(g, key) {
			if !yield(id) {
				return
			}
		}
	}
}

func (w *World) holders(g *Gate, key uint64) []AgentID {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if sub := w.gates.sub(g, key); sub != nil {
		return sub.holders.appendTo(make([]AgentID, 0, sub.holders.count))
	}
	return nil
}

// TryGate is for the packages of this module, like all methods below. An agent outside of crowds takes a place at
// once; false if none is free or a cooldown runs. A place it already holds is free for it.
func (w *World) TryGate(_ engine.Key, g *Gate, key uint64, id AgentID) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	state := w.gates.of[g]
	if state == nil {
		return false
	}
	sub := state.keys[key]
	switch {
	case sub == nil:
		if state.max < 1 {
			return false
		}
		sub = state.open(key)
	case sub.holders.has(id):
		return true
	case sub.granted.remove(id):
	case sub.isShut || state.free(sub) < 1 || sub.cold.has(id):
		return false
	}
	sub.holders.add(id)
	state.touch(sub)
	return true
}

// Granted reports whether a place is kept for a crowd's agent. A nil World has no gates.
func (w *World) Granted(_ engine.Key, g *Gate, key uint64, id AgentID) bool {
	if w == nil {
		return false
	}
	w.mu.RLock()
	defer w.mu.RUnlock()
	sub := w.gates.sub(g, key)
	return sub != nil && sub.granted.has(id)
}

// ClaimGate has a crowd's agent wait until it is granted a place, or withdraws. Claiming again changes nothing; to claim
// after a withdrawal begins anew.
func (w *World) ClaimGate(_ engine.Key, g *Gate, key uint64, id AgentID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if state := w.gates.of[g]; state != nil {
		state.claim(state.open(key), id, w.frame)
	}
}

// WithdrawGate ends a crowd's agent's claim, or gives back its grant unused.
func (w *World) WithdrawGate(_ engine.Key, g *Gate, key uint64, id AgentID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if sub := w.gates.sub(g, key); sub != nil && (sub.granted.remove(id) || sub.drop(id)) {
		w.gates.of[g].stir(sub)
	}
}

// TakeGate has a crowd's agent use its grant.
func (w *World) TakeGate(_ engine.Key, g *Gate, key uint64, id AgentID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if sub := w.gates.sub(g, key); sub != nil && sub.granted.remove(id) {
		sub.holders.add(id)
		w.gates.of[g].touch(sub)
	}
}

// LeaveGate gives a place back. entered tells whether the decider was entered, from which the cooldowns run.
func (w *World) LeaveGate(_ engine.Key, g *Gate, key uint64, id AgentID, entered bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if sub := w.gates.sub(g, key); sub != nil {
		w.gates.of[g].leave(sub, id, entered, w.now)
	}
}
