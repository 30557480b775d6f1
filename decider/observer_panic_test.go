package decider_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// clumsy is an observer that panics: when it is asked its level, or at the n-th event.
type clumsy struct {
	atLevel bool
	left    int
}

func (c *clumsy) ObserveLevel(world.AgentID) event.Level {
	if c.atLevel {
		panic("no level")
	}
	return 5
}

func (c *clumsy) Observe(*event.Event) {
	if c.left--; c.left < 0 {
		panic("no more")
	}
}

// Whenever an observer panics, the agent's tick goes on as if nobody had watched, says so once, and the observer
// is dropped.
func TestObserverPanics(t *testing.T) {
	ticks := 0
	walk := behavior.Behavior[struct{}]{Name: "WALK", Tick: func(*behavior.Context[struct{}]) behavior.Status {
		ticks++
		return behavior.Running
	}}
	root := decider.Decider[struct{}]{Name: "ROOT", Children: decider.Children[struct{}]{{Name: "WALK", Behavior: &walk}}}
	tree, err := decider.InitializeTreeData(&root)
	require.NoError(t, err)
	observers := []*clumsy{{atLevel: true}}
	for events := range 8 {
		observers = append(observers, &clumsy{left: events})
	}
	for _, o := range observers {
		memory := tree.NewMemory(nil, 1)
		memory.Observe(o)
		ticks = 0
		err := decider.TickBehaviorTree(memory, struct{}{}, decider.Input{})
		require.ErrorIs(t, err, decider.ErrPanic)
		var tickError *decider.TickError
		require.ErrorAs(t, err, &tickError)
		assert.Equal(t, "Observer", tickError.Call)
		assert.Equal(t, 1, ticks)
		assert.Equal(t, behavior.Running, memory.Status())
		require.NoError(t, decider.TickBehaviorTree(memory, struct{}{}, decider.Input{}))

		memory.Observe(&clumsy{atLevel: true})
		require.ErrorIs(t, memory.Reset(), decider.ErrPanic)
		require.NoError(t, memory.Close())
	}
}

// With panics let through, a Reset that an observer has stopped has not begun: the next tick does not carry it out.
func TestObserverPanicsThroughReset(t *testing.T) {
	stay := behavior.Behavior[struct{}]{Name: "STAY"}
	tree, err := decider.InitializeTreeData(&decider.Decider[struct{}]{Name: "ROOT", Behavior: &stay})
	require.NoError(t, err)
	memory := tree.NewMemory(nil, 1)
	memory.LetPanics(true)
	require.NoError(t, decider.TickBehaviorTree(memory, struct{}{}, decider.Input{}))
	memory.Observe(&clumsy{atLevel: true})
	require.Panics(t, func() { _ = memory.Reset() })
	memory.Observe(nil)
	require.NoError(t, decider.TickBehaviorTree(memory, struct{}{}, decider.Input{Time: 1}))
	assert.Equal(t, behavior.Running, memory.Status(), "0 if the Reset had been carried out after all")
	s, _ := memory.StateAt(0, true)
	assert.Equal(t, 1.0, s.Duration)
}
