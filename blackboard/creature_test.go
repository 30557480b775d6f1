package blackboard_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// creature is the agent of these tests: what a test lets its code do, and which deciders accept.
type creature struct {
	do     code
	accept []string // these, or all where it is empty
}

// code is what behaviors do in Tick, by decider, and Decides, by decider and "?".
type code map[string]func(*context)

type (
	context  = behavior.Context[*creature]
	node     = decider.Decider[*creature]
	children = decider.Children[*creature]
	memory   = decider.Memory[*creature]
)

// leaf runs for ever.
func leaf(name string, keys ...decider.Key) *node {
	d := group(name, keys)
	d.Behavior = &behavior.Behavior[*creature]{Name: name, Tick: func(c *context) behavior.Status {
		c.Agent.call(c, name)
		return behavior.Running
	}}
	return d
}

// group is a decider with children.
func group(name string, keys decider.Keys, below ...*node) *node {
	return &node{Name: name, Keys: keys, Children: below, Decide: func(c *context) float64 {
		c.Agent.call(c, name+"?")
		return behavior.If(len(c.Agent.accept) == 0 || slices.Contains(c.Agent.accept, name))
	}}
}

// root is the root of a tree.
func root(keys decider.Keys, below ...*node) *node {
	return &node{Name: "ROOT", Keys: keys, Children: below}
}

func (a *creature) call(c *context, name string) {
	if f := a.do[name]; f != nil {
		f(c)
	}
}

// born is the memory of an agent of a tree.
func born(t *testing.T, root *node) *memory {
	t.Helper()
	tree, err := decider.InitializeTreeData(root)
	require.NoError(t, err)
	return tree.NewMemory(nil, 1)
}

// tick ticks an agent whose code does so, and in which these deciders accept, or all.
func tick(m *memory, do code, accept ...string) error {
	return decider.TickBehaviorTree(m, &creature{do, accept}, decider.Input{})
}

// firstLines are the first lines of a text.
func firstLines(text string, lines int) string {
	return strings.Join(strings.SplitN(text, "\n", lines+1)[:lines], "\n")
}
