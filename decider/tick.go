package decider

import (
	"fmt"

	"github.com/decidertree/decidertree/stimuli"
)

// Input is what an agent is ticked with, besides the agent itself. The zero Input is time 0 without flags and
// stimuli.
type Input struct {
	Time, DT      float64       // seconds: now, and since the last tick. Time never decreases; DT is 0 or more
	DecisionFlags DecisionFlags // tested by Decider.DecisionFlags
	Stimuli       *stimuli.Set  // the agent's; nil for none. Call its Update before the tick
}

// TickBehaviorTree decides and acts for one agent. Call it once a frame. It walks the active path from the root
// down: at each group a more important decider may interrupt the active one. Then it ticks the active behaviors.
//
// A tick is refused, and changes nothing, for a nil or foreign memory, a closed one, one that is ticking, and for a
// time that is NaN, infinite or less than the last. Errors of user code are joined [*TickError]s: after a panic or a
// redecide loop this agent's whole path has been deactivated; after other errors the tick has gone on. See the
// sentinels of this package.
//
// It allocates nothing. Different goroutines may tick agents of one tree at the same time, each with its own memory.
func TickBehaviorTree[A any](m *Memory[A], agent A, in Input) error {
	if m == nil {
		return ErrNilMemory
	}
	if !m.plain.Ready(in.Time, in.DT) {
		return m.plain.Refusal(in.Time, in.DT)
	}
	m.context.Agent = agent
	return m.plain.Tick(in.Time, in.DT, in.DecisionFlags, in.Stimuli)
}

// Tick is [TickBehaviorTree] for games that keep trees and memories in separate places. It refuses a memory that was
// made for another tree, with an error wrapping [ErrOtherTree].
func (t *Tree[A]) Tick(m *Memory[A], agent A, in Input) error {
	if t == nil {
		return ErrNilTree
	}
	if made := m.Tree(); made != nil && made != t {
		return fmt.Errorf("%w: this is %v, the memory's is %v; tick each memory with its own tree", ErrOtherTree, t.plain.Facts[0].Label, made.plain.Facts[0].Label)
	}
	return TickBehaviorTree(m, agent, in)
}
