package why_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/why"
)

// recorded runs an agent of a tree without a world, a tick each 0.25 s, and records it.
func recorded(t *testing.T, root *node, ticks int, each func(tick int, a *actor, set *stimuli.Set) decider.DecisionFlags) *history.Recording {
	t.Helper()
	tree, err := decider.InitializeTreeData(root)
	require.NoError(t, err)
	m := tree.NewMemory(nil, 7)
	r := history.New(history.Options{BytesEach: 1 << 16, Names: sceneNames})
	require.NoError(t, m.Record(r))
	a := &actor{}
	set := stimuli.NewSet(4)
	for i := range ticks {
		set.Update(0.25)
		*a = actor{}
		flags := each(i+1, a, set)
		_ = decider.TickBehaviorTree(m, a, decider.Input{Time: 0.25 * float64(i+1), DT: 0.25, DecisionFlags: flags, Stimuli: set})
	}
	return r.Recording()
}

// What is found out from a recording is what is found out from the events as they happen.
func TestExplainRecorded(t *testing.T) {
	for _, scene := range scenes() {
		t.Run(scene.name, func(t *testing.T) {
			tree, err := decider.InitializeTreeData(scene.tree)
			require.NoError(t, err)
			m := tree.NewMemory(nil, 7)
			r := history.New(history.Options{Names: sceneNames})
			require.NoError(t, m.Record(r))
			l := newLive(t, scene.tree)
			sets := [2]*stimuli.Set{stimuli.NewSet(4), stimuli.NewSet(4)}
			for i, tick := range scene.ticks {
				a, b := tick.actor, tick.actor
				for _, set := range sets {
					if tick.stimuli != 0 {
						require.NoError(t, set.Add(stimuli.Note(tick.stimuli, 1.5)))
					}
				}
				live := l.tick(&a, 1, tick.flags, sets[0])
				sets[1].Update(1)
				_ = decider.TickBehaviorTree(m, &b, decider.Input{Time: float64(i + 1), DT: 1, DecisionFlags: tick.flags, Stimuli: sets[1]})
				rec := r.Recording()
				for _, name := range scene.ask {
					want := l.explain(live, name, sceneNames)
					got, err := why.Explain(rec, 7, uint64(i+1), name)
					require.NoError(t, err)
					assert.Equal(t, want.String(), got.String())
				}
			}
		})
	}
}
