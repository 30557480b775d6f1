package history_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// TestGatesWhileAnAgentSleeps: of a frame in which an agent slept, Then has the gate as others have left it by then, and After as it
// was at the agent's last tick.
func TestGatesWhileAnAgentSleeps(t *testing.T) {
	const hungry decider.DecisionFlags = 1
	manger := &world.Gate{Name: "MANGER", Max: 2}
	eat := &behavior.Behavior[int]{Name: "EAT"}
	w := world.New(world.Options{})
	cows, err := crowd.New(w, decider.MustInitializeTreeData(&decider.Decider[int]{Name: "COW", Children: []*decider.Decider[int]{
		{Name: "FEED", Gate: manger, DecisionFlags: decider.Check{All: hungry}, Behavior: eat},
		{Name: "LIE", Behavior: eat},
	}}), crowd.Options[int]{Name: "COWS", Workers: 1})
	require.NoError(t, err)
	r := history.New(history.Options{})
	require.NoError(t, cows.Record(r))
	frames := func(n int) uint64 {
		for range n {
			require.NoError(t, w.Advance(0.5))
			_, err := cows.Tick()
			require.NoError(t, err)
		}
		return w.Frame()
	}
	one, err := cows.Add(1)
	require.NoError(t, err)
	two, err := cows.Add(2)
	require.NoError(t, err)
	require.NoError(t, cows.SetFlags(one, hungry, 0))
	alone := frames(6)
	require.NoError(t, cows.SetFlags(two, hungry, 0))
	both := frames(6)

	rec := r.Recording()
	feed := func(all []state.Decider) state.Gate {
		for i := range all {
			if all[i].Decider.Name == "FEED" {
				return all[i].Gate
			}
		}
		t.Fatal("there is no FEED")
		return state.Gate{}
	}
	m, err := rec.At(one, both)
	require.NoError(t, err)
	require.True(t, m.Slept)
	assert.Equal(t, 1, feed(m.After).Held)
	assert.Equal(t, 2, feed(m.Then).Held)
	then := feed(m.Then)
	assert.Equal(t, []world.AgentID{one, two}, then.Holders[:2])
	assert.Equal(t, feed(m.After).Pass, feed(m.Then).Pass)
	m, err = rec.At(one, alone)
	require.NoError(t, err)
	require.True(t, m.Slept)
	assert.Equal(t, 1, feed(m.Then).Held)
	m, err = rec.At(one, m.Frame)
	require.NoError(t, err)
	assert.Nil(t, m.Then)
}
