package decider_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// Agents of one tree, with one toy plugged into one slot of each, and keys that all share, tick in many goroutines:
// with the race detector this shows that declarations and trees hold nothing of an agent's. Each does what it does
// alone.
func TestPluggedTreesAreSharedByGoroutines(t *testing.T) {
	type child struct{ held, released int }
	type (
		childDecider  = decider.Decider[*child]
		childChildren = decider.Children[*child]
		childContext  = behavior.Context[*child]
	)
	hand := &decider.Slot[*child]{Name: "HAND", Reserve: 1024}
	joy := &blackboard.Key[int]{Name: "joy"}
	turns := &blackboard.Key[[]int]{Name: "turns", Scope: blackboard.Decider}
	hold := &behavior.WithBlock[*child, struct{ N int }]{
		Name: "HOLD",
		Tick: func(c *childContext, b *struct{ N int }) behavior.Status {
			c.Agent.held++
			*joy.Of(c)++
			*turns.Of(c) = append(*turns.Of(c), b.N)
			if b.N++; b.N > int(c.ID)%5+2 {
				return behavior.Success
			}
			return behavior.Running
		},
		Leave:        func(c *childContext, b *struct{ N int }) behavior.Status { return running(b.N < 2) },
		LeaveTimeout: 2,
		Deactivate:   func(c *childContext, _ *struct{ N int }) { c.Agent.released++ },
	}
	toy := decider.MustInitializeTreeData(&childDecider{Name: "TOY", Policy: decider.Concurrent, Keys: decider.Keys{joy, turns}, Children: childChildren{
		{Name: "LEFT", Keys: decider.Keys{turns}, Behavior: hold, Modifiers: decider.Modifiers{Repeat: 2}},
		{Name: "RIGHT", Behavior: hold, Modifiers: decider.Modifiers{Outcome: decider.AlwaysSuccess, Timeout: 6}},
	}})
	tree := decider.MustInitializeTreeData(&childDecider{Name: "CHILD", Keys: decider.Keys{joy}, Children: childChildren{
		{Name: "RUN", DecisionFlags: decider.Check{All: 1}, Behavior: &behavior.Behavior[*child]{
			Name: "RUN", Tick: func(c *childContext) behavior.Status { return running(c.DecisionFlags&1 != 0) }}},
		{Name: "PLAY", Decide: func(c *childContext) float64 { return behavior.If(c.DT > 0) }, Policy: decider.Selector, Children: childChildren{
			{Name: "LOOK", Options: decider.Monitor, DecisionFlags: decider.Check{All: 2}, Behavior: hold, Keys: decider.Keys{turns}},
			{Name: "USE", Slot: hand},
		}},
		{Name: "WAIT", Behavior: &behavior.Behavior[*child]{Name: "WAIT", Tick: func(c *childContext) behavior.Status {
			if err := hand.Plug(c, toy); err != nil {
				return c.Fail(err)
			}
			return behavior.Running
		}}},
	}})
	grow := func(id world.AgentID) (child, int) {
		memory, agent := tree.NewMemory(nil, id), &child{}
		for i := range 200 {
			in := decider.Input{Time: float64(i), DT: 1, DecisionFlags: decider.DecisionFlags(uint64(i)*uint64(id)%7) & 3}
			if !assert.NoError(t, decider.TickBehaviorTree(memory, agent, in)) {
				break
			}
			if i%50 == 49 {
				if err := memory.Unplug(hand); err != nil { // some play without the toy just then
					assert.ErrorIs(t, err, decider.ErrNotPlugged)
				}
			}
		}
		total := *joy.Of(memory)
		assert.NoError(t, memory.Close())
		return *agent, total
	}
	const agents = 16
	var did [agents]child
	var felt [agents]int
	var all sync.WaitGroup
	for i := range agents {
		all.Go(func() { did[i], felt[i] = grow(world.AgentID(i + 1)) })
	}
	all.Wait()
	for i := range agents {
		agent, joy := grow(world.AgentID(i + 1))
		require.Equal(t, agent, did[i])
		require.Equal(t, joy, felt[i])
		require.Equal(t, joy, agent.held)
		require.Positive(t, agent.released)
	}
}

// running goes on while a condition holds.
func running(on bool) behavior.Status {
	if on {
		return behavior.Running
	}
	return behavior.Success
}
