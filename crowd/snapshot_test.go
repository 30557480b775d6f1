package crowd

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// restore continues the game in a new world.
func (g *game) restore() {
	agents := map[world.AgentID]*subject{}
	g.crowd.core.each(func(row int) {
		ch, i := g.crowd.core.at(row)
		agents[ch.ids[i]] = *g.crowd.column().at(row)
	})
	var first, second bytes.Buffer
	require.NoError(g.t, g.world.Snapshot(&first))
	w := world.New(world.Options{})
	o := Options[*subject]{
		Name: g.crowd.core.name, Workers: len(g.crowd.core.team.workers) + 1, StimuliEach: g.crowd.core.stimuli, Trees: g.trees,
		Agent: func(id world.AgentID) (*subject, bool) { return agents[id], agents[id] != nil },
	}
	c, err := New(w, g.crowd.tree, o)
	require.NoError(g.t, err)
	in := bytes.NewReader(first.Bytes())
	lost, err := w.Restore(in)
	require.NoError(g.t, err, "seed %d", g.seed)
	require.Zero(g.t, lost)
	require.Zero(g.t, in.Len())
	require.NoError(g.t, w.Snapshot(&second))
	require.True(g.t, bytes.Equal(first.Bytes(), second.Bytes()), "the same bytes again")
	require.NoError(g.t, c.Observe(g))
	g.world, g.crowd = w, c
}

// migrate moves the game to a tree that has not changed.
func (g *game) migrate() {
	tree, err := decider.InitializeTreeData(g.forest.Root)
	require.NoError(g.t, err)
	lost, err := g.crowd.Migrate(tree)
	require.NoError(g.t, err)
	require.Zero(g.t, lost)
	require.Same(g.t, tree, g.crowd.Tree())
}

// A restored world goes on as if it had never stopped: random games that are restored after random frames equal games
// that are not, in every event, call and byte.
func TestRestoredWorldGoesOn(t *testing.T) {
	restored := 0
	for seed, last := seeds(24); seed < last; seed++ {
		one, other := play(t, seed, 1, seed%2 == 0, false), play(t, seed, 2, seed%2 == 0, false)
		if one == nil {
			continue
		}
		for range 8 {
			if !compare(t, one, other, 1+int(seed%3)) {
				return
			}
			if restored%3 == 2 {
				other.migrate()
			} else {
				other.restore()
			}
			restored++
		}
	}
	t.Logf("%d worlds were restored", restored)
	assert.NotZero(t, restored)
}
