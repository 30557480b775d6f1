package decider

import (
	"fmt"

	"github.com/decidertree/decidertree/stimuli"
)

// Input is what an agent is ticked with, besides itself.
type Input struct {
	Time, DT      float64       // seconds: now, and since the last tick. Time never goes back; DT is 0 or more
	DecisionFlags DecisionFlags // the game's switches over deciders
	Stimuli       *stimuli.Set  // the agent's; nil for none. Update it before the tick
}

// TickBehaviorTree decides and acts for one agent, once a frame: from the root down, what is more important
// than what runs may interrupt it; then the behavior that runs is ticked.
//
// Errors before the tick (a nil or foreign memory, a time that is NaN, infinite or runs backwards, ticking
// from inside a tick, a closed memory) change nothing. Errors of user code are joined [*TickError]s; a panic
// among them has taken down this agent's path, and everything else has gone on. See the sentinels of this
// package.
//
// It allocates nothing. Agents of one tree may be ticked at the same time by different goroutines, each with
// its own memory.
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

// Tick is [TickBehaviorTree] for games that keep trees and memories in separate places: it refuses a memory
// made for another tree, with an error wrapping [ErrOtherTree].
func (t *Tree[A]) Tick(m *Memory[A], agent A, in Input) error {
	if t == nil {
		return ErrNilTree
	}
	if made := m.Tree(); made != nil && made != t {
		return fmt.Errorf("%w: this is %v, the memory's is %v", ErrOtherTree, t.plain.Facts[0].Label, made.plain.Facts[0].Label)
	}
	return TickBehaviorTree(m, agent, in)
}
