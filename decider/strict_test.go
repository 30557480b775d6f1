package decider_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// A strict memory returns a broken Subset Rule as an error that says which children rejected, and why.
func TestStrictMemoryReportsABrokenSubsetRule(t *testing.T) {
	root := &plain{Name: "ROOT", Children: plainChildren{
		{Name: "FIGHT", Children: plainChildren{
			{Name: "SHOOT", DecisionFlags: decider.Check{All: 1}, Behavior: &idle},
			{Name: "STAB", Decide: func(*plainContext) float64 { return 0 }, Behavior: &idle},
		}},
	}}
	tree, err := decider.InitializeTreeData(root)
	require.NoError(t, err)
	m := tree.NewMemory(nil, 7)
	now := 0.0
	tick := func() error {
		now++
		return decider.TickBehaviorTree(m, struct{}{}, decider.Input{Time: now, DT: 1})
	}
	assert.NoError(t, tick(), "it is an event only")
	m.Strict(true)
	for range 2 {
		err = tick()
		require.ErrorIs(t, err, decider.ErrSubsetRule)
		var tickError *decider.TickError
		require.ErrorAs(t, err, &tickError)
		assert.Equal(t, "ROOT > FIGHT", tickError.Path)
		var broken *event.SubsetRuleError
		require.ErrorAs(t, err, &broken)
		assert.Equal(t, []event.Rejection{{Decider: event.LabelOf("SHOOT"), Verdict: event.FailedDecisionFlags}, {Decider: event.LabelOf("STAB"), Verdict: event.FailedDecide}}, broken.Children)
		assert.ErrorContains(t, err, "no child accepts, of SHOOT (FailedDecisionFlags), STAB (FailedDecide)")
	}
	m.Strict(false)
	assert.NoError(t, tick())
}
