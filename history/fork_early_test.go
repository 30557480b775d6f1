package history_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// early is a game of one agent whose Step acts on it before the world advances, or after the tick.
type early struct {
	world *world.World
	crowd *crowd.Crowd[int]
	after bool
	odd   *bool // in which frames it acts, for a game that is not deterministic; nil for each
}

func newEarly(after bool, odd *bool) *early {
	b := behavior.Behavior[int]{Name: "B", Tick: func(*behavior.Context[int]) behavior.Status { return behavior.Running }}
	tree := decider.MustInitializeTreeData(&decider.Decider[int]{Name: "ROOT", Children: decider.Children[int]{{Name: "A", Behavior: &b}}})
	w := world.New(world.Options{})
	c, err := crowd.New(w, tree, crowd.Options[int]{Name: "C", Workers: 1, Agent: func(world.AgentID) (int, bool) { return 1, true }})
	if err != nil {
		panic(err)
	}
	return &early{w, c, after, odd}
}

func (g *early) World() *world.World { return g.world }

func (g *early) act() error {
	if g.odd != nil && *g.odd == (g.world.Frame()%2 == 0) {
		return nil
	}
	v, err := g.crowd.View(world.PageSize)
	if err != nil {
		return err
	}
	return v.ResetBelow("A")
}

func (g *early) Step() error {
	if !g.after {
		if err := g.act(); err != nil {
			return err
		}
	}
	if err := g.world.Advance(1); err != nil {
		return err
	}
	if _, err := g.crowd.Tick(); err != nil {
		return err
	}
	if g.after {
		return g.act()
	}
	return nil
}

func (g *early) Save(to io.Writer) error { return g.world.Snapshot(to) }

func (g *early) Load(from io.Reader) (history.Run, error) {
	o := newEarly(g.after, g.odd)
	_, err := o.world.Restore(from)
	return o, err
}

// ran runs a game for 30 frames.
func (g *early) ran(t *testing.T) (*history.Checkpoints, *history.Recording) {
	t.Helper()
	_, err := g.crowd.Add(1)
	require.NoError(t, err)
	rec := history.New(history.Options{})
	require.NoError(t, g.crowd.Record(rec))
	saves := history.NewCheckpoints(g.world, g, history.CheckpointOptions{Every: 5, Share: 1})
	for range 30 {
		require.NoError(t, saves.Keep())
		require.NoError(t, g.Step())
	}
	return saves, rec.Recording()
}

// TestForkOfAGameThatActsBeforeItAdvances: what is done before the world advances is recorded after the frame before, in which the
// fork has ended.
func TestForkOfAGameThatActsBeforeItAdvances(t *testing.T) {
	for _, after := range []bool{false, true} {
		saves, rec := newEarly(after, nil).ran(t)
		for _, o := range []history.ForkOptions{{After: 10, Frames: 10}, {After: 12, Frames: 1}, {After: 20, Frames: 40}, {After: 30, Frames: 3}} {
			_, err := saves.Fork(t.Context(), rec, o, nil)
			assert.NoError(t, err, "%v %v", after, o)
			fork, err := saves.Fork(t.Context(), rec, o, func(b *history.Branch) error { return b.Reset(world.PageSize) })
			require.NoError(t, err, "%v %v", after, o)
			for d := range fork.Differences() {
				assert.GreaterOrEqual(t, d.Frame, o.After)
			}
		}
	}
}

// TestForkFindsActsThatDiffer: operations in all frames but the last are compared.
func TestForkFindsActsThatDiffer(t *testing.T) {
	for _, after := range []bool{false, true} {
		odd := false
		saves, rec := newEarly(after, &odd).ran(t)
		_, err := saves.Fork(t.Context(), rec, history.ForkOptions{After: 10, Frames: 10}, nil)
		require.NoError(t, err)
		odd = true
		_, err = saves.Fork(t.Context(), rec, history.ForkOptions{After: 10, Frames: 10}, nil)
		assert.ErrorIs(t, err, history.ErrNotDeterministic)
	}
}
