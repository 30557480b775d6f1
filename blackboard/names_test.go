package blackboard_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// creature is the agent of these tests: its functions are what the behaviors and Decides of the test call.
type creature struct {
	do map[string]func(*context)
}

type (
	context   = behavior.Context[*creature]
	node      = decider.Decider[*creature]
	children  = decider.Children[*creature]
	memory    = decider.Memory[*creature]
	behaviors = behavior.Behavior[*creature]
)

// runs is a leaf that calls what the creature does under its name, in Tick, and under its name and "?" in Decide.
func runs(name string, keys ...decider.Key) *node {
	d := asked(name, keys...)
	d.Behavior = &behaviors{Name: name, Tick: func(c *context) behavior.Status {
		c.Agent.call(c, name)
		return behavior.Running
	}}
	return d
}

// group is a decider with children and its own Decide.
func group(name string, keys decider.Keys, below ...*node) *node {
	d := asked(name, keys...)
	d.Children = below
	return d
}

func asked(name string, keys ...decider.Key) *node {
	return &node{Name: name, Keys: keys, Decide: func(c *context) float64 {
		c.Agent.call(c, name+"?")
		return behavior.If(c.DecisionFlags == 0 || c.DecisionFlags == decider.DecisionFlags(c.BehaviorFlags))
	}}
}

func (a *creature) call(c *context, name string) {
	if f := a.do[name]; f != nil {
		f(c)
	}
}

// rooted puts a root above children.
func rooted(keys decider.Keys, below ...*node) *node {
	return &node{Name: "ROOT", Keys: keys, Children: below}
}

// born is the memory of an agent of a tree.
func born(t *testing.T, root *node) *memory {
	t.Helper()
	tree, err := decider.InitializeTreeData(root)
	require.NoError(t, err)
	return tree.NewMemory(nil, 1)
}

// tick ticks with functions to be called, and returns the tick's error.
func tick(m *memory, do map[string]func(*context)) error {
	return decider.TickBehaviorTree(m, &creature{do}, decider.Input{})
}
