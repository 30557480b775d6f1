package decider_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// TestMigrateBetweenIterations: what rests between two iterations of a Repeat goes on without it, or is deactivated.
func TestMigrateBetweenIterations(t *testing.T) {
	type tree = decider.Decider[*[]string]
	quick := behavior.Behavior[*[]string]{Name: "QUICK", Activate: func(*guardContext) behavior.Status { return behavior.Failure }}
	idle := behavior.Behavior[*[]string]{Name: "IDLE"}
	around := behavior.Behavior[*[]string]{Name: "AROUND", Deactivate: func(c *guardContext) { said(c, "end "+c.Reason().String()) }}
	const wanted decider.DecisionFlags = 1
	for policy := decider.PrioritizedList; policy <= decider.Concurrent; policy++ {
		t.Run(policy.String(), func(t *testing.T) {
			group := func(m decider.Modifiers) *decider.Tree[*[]string] {
				return decider.MustInitializeTreeData(&tree{Name: "ROOT", Children: decider.Children[*[]string]{
					{Name: "GROUP", DecisionFlags: decider.Check{All: wanted}, Behavior: &around, Policy: policy, Modifiers: m,
						Children: decider.Children[*[]string]{{Name: "A", Behavior: &quick}}},
					{Name: "IDLE", Behavior: &idle}}})
			}
			var words []string
			tick := func(m *decider.Memory[*[]string], at float64) {
				require.NoError(t, decider.TickBehaviorTree(m, &words, decider.Input{Time: at, DT: 1, DecisionFlags: wanted}))
			}
			once := group(decider.Modifiers{})
			live := group(decider.Modifiers{Repeat: decider.Forever}).NewMemory(nil, 3)
			tick(live, 1)
			require.Equal(t, []string{"ROOT", "GROUP"}, path(live), "it rests")
			data := taken(t, live)

			lost, err := live.Migrate(once)
			require.NoError(t, err)
			restored := once.NewMemory(nil, 3)
			lostToo, err := restored.Restore(bytes.NewReader(data), &words, decider.Restoring[*[]string]{})
			require.NoError(t, err)
			assert.Equal(t, lost, lostToo)
			if policy == decider.Concurrent {
				assert.Equal(t, []string{"end Restored"}, words, "live its behavior is deactivated")
				assert.Equal(t, []world.Loss{{Part: world.LostDecider, Path: "ROOT > GROUP", Why: "it was between two iterations, and has no Repeat now", Agent: 3, Agents: 1}}, lost.Lost)
			} else {
				assert.Empty(t, words)
				assert.Empty(t, lost.Lost)
			}
			fresh := once.NewMemory(nil, 3)
			tick(fresh, 2)
			for _, m := range []*decider.Memory[*[]string]{live, restored} {
				_, err = once.NewMemory(nil, 3).Restore(bytes.NewReader(taken(t, m)), &words, decider.Restoring[*[]string]{})
				require.NoError(t, err)
				tick(m, 2)
				assert.Equal(t, path(fresh), path(m))
			}
		})
	}
}
