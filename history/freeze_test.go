package history_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// freezing is a gaggle that is copied.
type freezing struct {
	*hooks
	made, reused int
	reading      func() // is called while a copy is written
}

type frozenGaggle struct {
	of    *freezing
	geese []*goose
	world *world.Frozen
}

func (f *freezing) Save(io.Writer) error { panic("a game that can be copied is not saved") }

func (f *freezing) Freeze(room history.Frozen) (history.Frozen, error) {
	to, _ := room.(*frozenGaggle)
	if f.made++; to != nil {
		f.reused++
	} else {
		to = &frozenGaggle{of: f}
	}
	to.geese = to.geese[:0]
	for _, b := range f.geese {
		own := *b
		to.geese = append(to.geese, &own)
	}
	var err error
	to.world, err = f.world.Freeze(to.world)
	return to, err
}

func (f *frozenGaggle) Save(to io.Writer) error {
	if f.of.reading != nil {
		f.of.reading()
	}
	return saveGaggle(to, f.geese, f.world.Snapshot)
}

func (f *frozenGaggle) Size() int { return f.world.Size() + 16*len(f.geese) }

// A copy is what a Save would have written, also after the game has gone on and others were made in the memory of older
// ones; forks of either are the same.
func TestForksOfCopies(t *testing.T) {
	g := newGaggle(t, 40)
	f := &freezing{hooks: &hooks{gaggle: g, t: t}}
	recorder := history.New(history.Options{BytesEach: 1 << 16})
	require.NoError(t, g.crowd.Record(recorder))
	copies := history.NewCheckpoints(g.world, f, history.CheckpointOptions{Every: 3, Most: 5, Share: 1})
	saves := history.NewCheckpoints(g.world, f.hooks, history.CheckpointOptions{Every: 3, Most: 5, Share: 1})
	var before []byte
	var copied history.Frozen
	for range 60 {
		require.NoError(t, g.Step())
		require.NoError(t, copies.Keep())
		require.NoError(t, saves.Keep())
		if g.world.Frame() == 30 {
			before = bytesOf(t, g)
			var err error
			copied, err = f.Freeze(nil)
			require.NoError(t, err)
		}
	}
	assert.Equal(t, 21, f.made)
	assert.Equal(t, 14, f.reused, "all but the first six, and one made here")
	for range 2 {
		var late bytes.Buffer
		require.NoError(t, copied.Save(&late))
		assert.True(t, bytes.Equal(before, late.Bytes()))
	}
	require.Equal(t, saves.Saves(), copies.Saves())
	for _, frame := range saves.Saves() {
		var forks [2]*history.Fork
		for i, c := range []*history.Checkpoints{saves, copies} {
			var err error
			forks[i], err = c.Fork(t.Context(), recorder.Recording(), history.ForkOptions{After: frame + 1, Frames: 20}, func(b *history.Branch) error {
				return b.SetFlags(g.geese[3].ID, hurt, 0)
			})
			require.NoError(t, err)
		}
		assert.NotEmpty(t, collected(forks[0]))
		assert.Equal(t, collected(forks[0]), collected(forks[1]))
	}
}

func collected(f *history.Fork) (all []history.Difference) {
	for d := range f.Differences() {
		all = append(all, d)
	}
	return all
}

// The memory of a copy that a fork reads is not used for another one, even if the copy is dropped meanwhile.
func TestACopyStaysWhileAForkReadsIt(t *testing.T) {
	g := newGaggle(t, 4)
	f := &freezing{hooks: &hooks{gaggle: g, t: t}}
	c := history.NewCheckpoints(g.world, f, history.CheckpointOptions{Every: 1, Most: 2, Share: 1})
	run := func(frames int) {
		for range frames {
			require.NoError(t, g.Step())
			require.NoError(t, c.Keep())
		}
	}
	run(4)
	require.Equal(t, []uint64{3, 4}, c.Saves())
	var reused int
	f.reading = func() {
		f.reading = nil
		run(1) // drops the copy of frame 3
		reused = f.reused
		run(1) // this one has no memory to use
		assert.Equal(t, reused, f.reused)
		run(1)
		assert.Equal(t, reused+1, f.reused)
	}
	fork, err := c.Fork(t.Context(), nil, history.ForkOptions{After: 3, Frames: 5}, nil)
	require.NoError(t, err)
	assert.Equal(t, uint64(3), fork.Save)
}

// Saves that are too large to hold many are the sparser the older they are.
func TestFewLargeSavesReachBack(t *testing.T) {
	g := newGaggle(t, 1)
	s := &slow{hooks: &hooks{gaggle: g, t: t}}
	c := history.NewCheckpoints(g.world, s, history.CheckpointOptions{Every: 1, MostBytes: 8000, Share: 1})
	for range 200 {
		require.NoError(t, g.Step())
		require.NoError(t, c.Keep())
		all := c.Saves()
		now := g.world.Frame()
		require.Equal(t, now, all[len(all)-1])
		require.LessOrEqual(t, len(all), 8)
		if now > 64 {
			require.Greater(t, now-all[0], uint64(10), "%v", all)
			require.LessOrEqual(t, now-all[len(all)-3], uint64(8), "%v", all)
		}
	}
}
