package why_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/why"
)

type spot struct{ X, Y int }

// An explanation names the parameter of a behavior, of the next tick and of a recorded one, and deciders in a Copy by the
// names they have there.
func TestExplanationsNameParametersAndCopies(t *testing.T) {
	moveTo := behavior.WithDBlock[*actor, spot, spot]{Name: "MOVE_TO", Activate: func(_ *context, to spot, b *spot) behavior.Status { *b = to; return behavior.Running }}
	rounds := node{Name: "ROUNDS", Policy: decider.Sequence, Children: children{
		{Name: "WELL", Behavior: &behavior.Given[*actor, spot]{Value: spot{4, 3}, Behavior: &moveTo}},
		{Name: "GATE", Behavior: &behavior.Given[*actor, spot]{Value: spot{0, 9}, Behavior: &moveTo}},
	}}
	tree := decider.MustInitializeTreeData(&node{Name: "ROOT", Children: children{
		{Name: "EAST", Copy: &rounds, DecisionFlags: decider.Check{All: night}}, {Name: "WEST", Copy: &rounds},
	}})
	memory := tree.NewMemory(nil, 1)
	recorder := history.New(history.Options{})
	require.NoError(t, memory.Record(recorder))
	agent := &actor{}
	for i := range 2 {
		require.NoError(t, decider.TickBehaviorTree(memory, agent, decider.Input{Time: float64(i), DT: 1}))
	}
	next, err := why.Now(memory, "WEST/WELL")
	require.NoError(t, err)
	assert.Equal(t, "It went on: it has been active for 1 s. Its behavior MOVE_TO is given {X:4 Y:3}.", next.Places[0].Because)
	assert.Equal(t, "ROOT > WEST > WEST/WELL", next.Places[0].Path)

	first, err := why.Explain(recorder.Recording(), 1, 1, "WEST/WELL")
	require.NoError(t, err)
	assert.Contains(t, first.Places[0].Because, "Its behavior MOVE_TO is given {X:4 Y:3}.")
	_, err = why.Now(memory, "WELL")
	require.Error(t, err)
}
