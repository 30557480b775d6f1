package history_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

func TestForkWithoutAChangeIsTheSame(t *testing.T) {
	r := record(t, newGaggle(t, 8))
	r.run(120)
	before := bytesOf(t, r.gaggle)
	f, err := r.saves.Fork(t.Context(), r.recorder.Recording(), history.ForkOptions{After: 75, Frames: 60}, nil)
	require.NoError(t, err)
	assert.Equal(t, uint64(71), f.Save)
	assert.Equal(t, uint64(135), f.Last)
	for d := range f.Differences() {
		t.Fatal(d)
	}
	assert.Equal(t, before, bytesOf(t, r.gaggle), "the running game is not touched")
}

func TestForkMakesADifferenceToOneAgent(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*history.Branch, world.AgentID) error
		now    string // active after the change
	}{
		"flags":    {func(b *history.Branch, id world.AgentID) error { return b.SetFlags(id, hurt, 0) }, "REST"},
		"stimulus": {func(b *history.Branch, id world.AgentID) error { return b.Stimulate(id, stimuli.Note(alarm, 2)) }, "FLY"},
		"force":    {func(b *history.Branch, id world.AgentID) error { return b.Override(id, "REST", event.Forced) }, "REST"},
		"run": {func(b *history.Branch, id world.AgentID) error {
			g := b.Run().(*gaggle)
			return g.crowd.Stimulate(id, stimuli.Note(alarm, 2))
		}, "FLY"},
	} {
		t.Run(name, func(t *testing.T) {
			r := record(t, newGaggle(t, 8))
			r.run(90)
			id := r.geese[3].ID
			f, err := r.saves.Fork(t.Context(), r.recorder.Recording(), history.ForkOptions{After: 63, Frames: 10},
				func(b *history.Branch) error { return c.change(b, id) })
			require.NoError(t, err)
			differences := 0
			for d := range f.Differences() {
				if differences++; differences == 1 {
					assert.Equal(t, uint64(64), d.Frame, "%v", d)
				}
				assert.Equal(t, id, d.Agent, "%v", d)
			}
			assert.NotZero(t, differences)
			assert.Contains(t, active(t, f.Changed, id, 64), c.now)
			assert.NotContains(t, active(t, f.Unchanged, id, 64), c.now)
			assert.Equal(t, active(t, r.recorder.Recording(), id, 64), active(t, f.Unchanged, id, 64))
		})
	}
}

// active returns the names of the active deciders after a frame.
func active(t *testing.T, rec *history.Recording, id world.AgentID, frame uint64) (names []string) {
	t.Helper()
	m, err := rec.At(id, frame)
	require.NoError(t, err)
	for _, s := range m.After {
		if s.Active {
			names = append(names, s.Decider.Name)
		}
	}
	return names
}

func TestForkDoesAgainWhatCameFromOutside(t *testing.T) {
	r := record(t, newGaggle(t, 5))
	r.run(33)
	id := r.geese[2].ID
	frighten := func(b *history.Branch) error { return b.Stimulate(id, stimuli.Note(alarm, 1)) }
	require.NoError(t, r.crowd.Stimulate(id, stimuli.Note(alarm, 1)))
	_, err := r.saves.Fork(t.Context(), nil, history.ForkOptions{After: 33, Frames: 20}, nil)
	require.NoError(t, err)
	r.run(4)
	_, err = r.saves.Fork(t.Context(), r.recorder.Recording(), history.ForkOptions{After: 36, Frames: 20}, nil)
	var e *history.NotDeterministicError
	require.ErrorAs(t, err, &e, "nobody has told of it")
	assert.Equal(t, id, e.Agent)
	assert.Equal(t, uint64(34), e.Frame)

	r.run(24) // to frame 61
	require.NoError(t, r.crowd.Stimulate(id, stimuli.Note(alarm, 1)))
	r.saves.Note(frighten)
	r.run(20)
	for _, after := range []uint64{61, 62, 70, 80} {
		_, err = r.saves.Fork(t.Context(), r.recorder.Recording(), history.ForkOptions{After: after, Frames: 20}, nil)
		require.NoError(t, err, "after %d", after)
	}
}

func TestForkHoldsWhatAgentsAreHeldTo(t *testing.T) {
	r := record(t, newGaggle(t, 5))
	id := r.geese[2].ID
	r.run(5)
	require.NoError(t, r.crowd.Override(id, "LOOK", event.Forbidden))
	r.saves.NoteHold(func(b *history.Branch) error { return b.Override(id, "LOOK", event.Forbidden) })
	r.run(75)
	for _, after := range []uint64{3, 5, 6, 60, 80} {
		_, err := r.saves.Fork(t.Context(), r.recorder.Recording(), history.ForkOptions{After: after, Frames: 30}, nil)
		require.NoError(t, err, "after %d", after)
	}
}

// A game that reads something Save does not write has another result when it runs again.
func TestForkOfWhatIsNotDeterministic(t *testing.T) {
	var outside uint64
	g := makeGaggle(t, &outside)
	for range 6 {
		b := &goose{}
		id, err := g.crowd.Add(b)
		require.NoError(t, err)
		b.ID = id
		g.geese = append(g.geese, b)
	}
	r := record(t, g)
	g.broken = func(frame uint64) error {
		if frame == 30 {
			outside = 3
		}
		return nil
	}
	r.run(60)
	rec := r.recorder.Recording()
	_, err := r.saves.Fork(t.Context(), rec, history.ForkOptions{After: 25, Frames: 20}, nil)
	var e *history.NotDeterministicError
	require.ErrorAs(t, err, &e)
	require.ErrorIs(t, err, history.ErrNotDeterministic)
	assert.False(t, e.Again)
	assert.NotZero(t, e.Agent)
	assert.Greater(t, e.Frame, uint64(21))
	assert.Contains(t, err.Error(), "what Save leaves out")

	// Nothing to hold it to: it is found by running twice.
	r.hooks.loaded = func(g *gaggle) history.Run { outside++; return g }
	_, err = r.saves.Fork(t.Context(), nil, history.ForkOptions{After: 45, Frames: 20}, nil)
	require.ErrorAs(t, err, &e)
	assert.True(t, e.Again)
}

func TestForkIsRefused(t *testing.T) {
	ctx := t.Context()
	var none *history.Checkpoints
	_, err := none.Fork(ctx, nil, history.ForkOptions{}, nil)
	require.ErrorIs(t, err, history.ErrNoAgentState)
	assert.Contains(t, err.Error(), "implement history.Game")
	w := world.New(world.Options{})
	for _, c := range []*history.Checkpoints{none, history.NewCheckpoints(w, nil, history.CheckpointOptions{}), history.NewCheckpoints(nil, &hooks{}, history.CheckpointOptions{})} {
		_, err := c.Fork(ctx, nil, history.ForkOptions{}, nil)
		require.ErrorIs(t, err, history.ErrNoAgentState)
		require.ErrorIs(t, c.Keep(), history.ErrNoAgentState)
		c.Note(func(*history.Branch) error { return nil })
		assert.Empty(t, c.Saves())
		assert.Zero(t, c.Size())
	}

	r := record(t, newGaggle(t, 3))
	fork := func(after uint64, change func(*history.Branch) error) error {
		_, err := r.saves.Fork(ctx, nil, history.ForkOptions{After: after, Frames: 5}, change)
		return err
	}
	require.ErrorIs(t, fork(0, nil), history.ErrNoSave)
	assert.Contains(t, fork(0, nil).Error(), "nothing is saved yet")
	r.run(15)
	assert.Contains(t, fork(0, nil).Error(), "before the oldest, which is of frame 1")
	assert.Contains(t, fork(16, nil).Error(), "has not been yet")
	require.NoError(t, fork(15, nil))

	assert.ErrorIs(t, fork(12, func(b *history.Branch) error { return b.SetFlags(99, 1, 0) }), world.ErrGone)
	assert.ErrorIs(t, fork(12, func(b *history.Branch) error { return b.Override(r.geese[0].ID, "SWIM", event.Forced) }), decider.ErrNoDecider)
	err = fork(12, func(*history.Branch) error { panic("a fox") })
	assert.ErrorIs(t, err, history.ErrGame)
	assert.Contains(t, err.Error(), "the change panicked: a fox")

	short, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	_, err = r.saves.Fork(short, nil, history.ForkOptions{After: 12, Frames: 1 << 30}, nil)
	assert.ErrorIs(t, err, context.DeadlineExceeded)
}

// run is a history.Run that does something else.
type run struct {
	*gaggle
	step  func() error
	close func() error
	world func() *world.World
}

func (r run) Step() error {
	if r.step != nil {
		return r.step()
	}
	return r.gaggle.Step()
}

func (r run) Close() error {
	if r.close != nil {
		return r.close()
	}
	return nil
}

func (r run) World() *world.World {
	if r.world != nil {
		return r.world()
	}
	return r.gaggle.World()
}

func TestForkOfAGameThatIsAtFault(t *testing.T) {
	boom := errors.New("boom")
	r := record(t, newGaggle(t, 3))
	r.run(12)
	closed := 0
	for says, loaded := range map[string]func(*gaggle) history.Run{
		"Game.Load returned nil and no error": func(*gaggle) history.Run { return nil },
		"Run.World returned nil":              func(g *gaggle) history.Run { return run{gaggle: g, world: func() *world.World { return nil }} },
		"the world of the running game":       func(*gaggle) history.Run { return r.gaggle },
		"made a world at frame 0 of what was saved at frame 11": func(g *gaggle) history.Run {
			return run{gaggle: g, world: func() *world.World { return world.New(world.Options{}) }}
		},
		"Run.World panicked: boom": func(g *gaggle) history.Run { return run{gaggle: g, world: func() *world.World { panic(boom) }} },
		"Game.Load panicked: boom": func(*gaggle) history.Run { panic(boom) },
		"Run.Step: boom":           func(g *gaggle) history.Run { return run{gaggle: g, step: func() error { return boom }} },
		"Run.Step panicked: boom":  func(g *gaggle) history.Run { return run{gaggle: g, step: func() error { panic(boom) }} },
		"from frame 11 to 11":      func(g *gaggle) history.Run { return run{gaggle: g, step: func() error { return nil }} },
		"from frame 11 to 13": func(g *gaggle) history.Run {
			return run{gaggle: g, step: func() error { return errors.Join(g.Step(), g.Step()) }}
		},
		"Run.Close: boom": func(g *gaggle) history.Run {
			return run{gaggle: g, close: func() error { closed++; return boom }}
		},
	} {
		r.hooks.loaded = loaded
		_, err := r.saves.Fork(t.Context(), nil, history.ForkOptions{After: 12, Frames: 3}, nil)
		require.ErrorIs(t, err, history.ErrGame, says)
		assert.Contains(t, err.Error(), says)
	}
	assert.NotZero(t, closed)

	// An agent's error is no reason to stop.
	r.hooks.loaded = func(g *gaggle) history.Run {
		return run{gaggle: g, step: func() error { return errors.Join(g.Step(), boom) }}
	}
	_, err := r.saves.Fork(t.Context(), nil, history.ForkOptions{After: 12, Frames: 3}, nil)
	assert.NoError(t, err)
}

// slow is a game whose saving takes its time.
type slow struct {
	*hooks
	calls int
	err   error
}

func (s *slow) Save(to io.Writer) error {
	s.calls++
	time.Sleep(2 * time.Millisecond)
	if s.err != nil {
		return s.err
	}
	_, err := to.Write(make([]byte, 1000))
	return err
}

func TestCheckpointsAreBounded(t *testing.T) {
	g := newGaggle(t, 1)
	keep := func(o history.CheckpointOptions, frames int) (*history.Checkpoints, *slow) {
		s := &slow{hooks: &hooks{gaggle: g, t: t}}
		c := history.NewCheckpoints(g.world, s, o)
		for range frames {
			require.NoError(t, g.Step())
			require.NoError(t, c.Keep())
		}
		return c, s
	}
	c, s := keep(history.CheckpointOptions{Every: 3, Most: 4, Share: 1}, 30)
	assert.Equal(t, 10, s.calls)
	assert.Equal(t, []uint64{19, 22, 25, 28}, c.Saves())
	assert.Equal(t, 4000, c.Size())

	c, _ = keep(history.CheckpointOptions{Every: 1, MostBytes: 2500, Share: 1}, 9)
	assert.Equal(t, []uint64{31, 39}, c.Saves())
	c, _ = keep(history.CheckpointOptions{Every: 1, MostBytes: 1, Share: 1}, 9)
	assert.Equal(t, []uint64{48}, c.Saves(), "one is held however large it is")

	_, s = keep(history.CheckpointOptions{Every: 1}, 20)
	assert.Equal(t, 1, s.calls, "it would take more than a hundredth of the time")

	s = &slow{hooks: &hooks{gaggle: g, t: t}, err: io.ErrShortWrite}
	c = history.NewCheckpoints(g.world, s, history.CheckpointOptions{Share: 1})
	require.ErrorIs(t, c.Keep(), io.ErrShortWrite)
	require.ErrorIs(t, c.Keep(), nil, "it is not time again")
	assert.Empty(t, c.Saves())
}

// Forks run in parallel, and while the game goes on.
func TestForksInManyGoroutines(t *testing.T) {
	r := record(t, newGaggle(t, 6))
	r.run(100)
	rec := r.recorder.Recording()
	results := make(chan error)
	for i := range 4 {
		go func() {
			_, err := r.saves.Fork(context.Background(), rec, history.ForkOptions{After: uint64(50 + i), Frames: 30},
				func(b *history.Branch) error { return b.SetFlags(r.geese[i].ID, hurt, 0) })
			results <- err
		}()
	}
	r.run(200)
	for range 4 {
		assert.NoError(t, <-results)
	}
}
