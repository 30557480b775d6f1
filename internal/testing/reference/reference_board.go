package reference

import (
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/usercode"
)

// board holds the values of scope Agent of an agent with several memories.
type board struct {
	listed map[uint32]bool // keys that any of their trees lists
	values map[uint32]unsafe.Pointer
}

// ShareBlackboard makes the agent use the values of scope Agent of another one, as [decider.Memory.ShareBlackboard] does.
func (r *Reference[A]) ShareBlackboard(with *Reference[A]) {
	if with.board == nil {
		with.board = &board{map[uint32]bool{}, map[uint32]unsafe.Pointer{}}
		with.bring()
	}
	r.board = with.board
	r.bring()
}

// bring adds the values that the board does not have.
func (r *Reference[A]) bring() {
	r.eachAgentKey(func(k usercode.Key) {
		if b := r.board; !b.listed[k.ID] {
			b.listed[k.ID], b.values[k.ID] = true, valueIn(r.own.values, k)
		}
		delete(r.own.values, k.ID)
	})
}

// eachAgentKey calls f for each key of scope Agent that the agent's own tree lists.
func (r *Reference[A]) eachAgentKey(f func(usercode.Key)) {
	for _, p := range r.own.places {
		for _, listed := range p.decider.Keys {
			if k := listed.Declared(engine.Key{}); k.Scope == usercode.AgentScope {
				f(k)
			}
		}
	}
}

// agentValues returns the values of scope Agent.
func (r *Reference[A]) agentValues() map[uint32]unsafe.Pointer {
	if r.board != nil {
		return r.board.values
	}
	return r.own.values
}

// clearValues clears the values of a tree that starts over. What an agent leaves that is closed stays for those it shared with.
func (r *Reference[A]) clearValues(reason behavior.Reason) {
	clear(r.own.values)
	switch {
	case r.board == nil:
	case reason == behavior.Reset:
		r.eachAgentKey(func(k usercode.Key) { delete(r.board.values, k.ID) })
	default:
		r.board = nil
	}
}
