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

// A Barrier that is active when its decider becomes a condition leaf goes down.
func TestMigrateToCondition(t *testing.T) {
	type tree = decider.Decider[*[]string]
	idle := behavior.Behavior[*[]string]{Name: "IDLE"}
	squad := &world.Squad{Name: "ONE", Agents: 1}
	made := func(options decider.Options) *decider.Tree[*[]string] {
		return decider.MustInitializeTreeData(&tree{Name: "ROOT", Children: decider.Children[*[]string]{
			{Name: "GROUP", Policy: decider.Sequence, Squad: squad, Children: decider.Children[*[]string]{
				{Name: "MEET", Options: options, DecisionFlags: decider.Check{None: 1}}, {Name: "GO", Behavior: &idle}}},
			{Name: "IDLE", Behavior: &idle}}})
	}
	w := world.New(world.Options{})
	live := made(decider.Barrier).NewMemory(w, w.NewAgent())
	var words []string
	for range 2 {
		require.NoError(t, w.Advance(1))
		require.NoError(t, decider.TickBehaviorTree(live, &words, decider.Input{Time: w.Time(), DT: 1}))
	}
	require.Equal(t, []string{"ROOT", "GROUP", "MEET"}, path(live))
	lost, err := live.Migrate(made(0))
	require.NoError(t, err)
	require.Len(t, lost.Lost, 1)
	assert.Equal(t, "ROOT > GROUP > MEET: it has nothing to run now", lost.Lost[0].Path+": "+lost.Lost[0].Why)
	assert.Equal(t, []string{"ROOT", "GROUP"}, path(live))
	require.NoError(t, w.Advance(1))
	require.NoError(t, decider.TickBehaviorTree(live, &words, decider.Input{Time: w.Time(), DT: 1}))
	assert.Equal(t, []string{"ROOT", "GROUP", "GO"}, path(live))
}

// The time of a Wait is kept in snapshots. A behavior of the same name that becomes a Wait has waited since it was entered.
func TestMigrateWait(t *testing.T) {
	type tree = decider.Decider[*[]string]
	made := func(b behavior.Runner[*[]string]) *decider.Tree[*[]string] {
		return decider.MustInitializeTreeData(&tree{Name: "ROOT", Policy: decider.Sequence, Children: decider.Children[*[]string]{
			{Name: "A", Behavior: b}, {Name: "B", Behavior: &behavior.Behavior[*[]string]{Name: "IDLE"}}}})
	}
	waits := made(behavior.Wait[*[]string]{Seconds: 2})
	tick := func(m *decider.Memory[*[]string], at float64) []string {
		require.NoError(t, decider.TickBehaviorTree(m, nil, decider.Input{Time: at, DT: 0.5}))
		return path(m)
	}
	for name, from := range map[string]*decider.Tree[*[]string]{"the same": waits, "another behavior": made(&behavior.Behavior[*[]string]{Name: "WAIT"})} {
		t.Run(name, func(t *testing.T) {
			was := from.NewMemory(nil, 1)
			tick(was, 1)
			tick(was, 2)
			is := waits.NewMemory(nil, 1)
			lost, err := is.Restore(bytes.NewReader(taken(t, was)), nil, decider.Restoring[*[]string]{})
			require.NoError(t, err)
			assert.Empty(t, lost.Lost)
			assert.Equal(t, []string{"ROOT", "A"}, tick(is, 2.5))
			assert.Equal(t, []string{"ROOT", "B"}, tick(is, 3))
		})
	}
}
