package history_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// luckyGaggle is a gaggle whose chance can be varied.
type luckyGaggle struct{ *gaggle }

func (g luckyGaggle) Reseed(seed uint64) error {
	for _, b := range g.geese {
		b.Luck += seed * 0x9e3779b97f4a7c15
	}
	return nil
}

func lucky(t *testing.T, geese int) *savedGame {
	t.Helper()
	r := record(t, newGaggle(t, geese))
	r.loaded = func(g *gaggle) history.Run { return luckyGaggle{g} }
	r.run(60)
	return r
}

// TestSweepsAnswerAsTheirForks: for each world of a sweep a fork with its seed comes to the same, in the frame that the sweep
// says, for any number of workers.
func TestSweepsAnswerAsTheirForks(t *testing.T) {
	for _, n := range trials.Sizes(24, 1100, 5000) {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			r := lucky(t, n)
			goose, original := r.geese[23].ID, r.recorder.Recording()
			ask := history.Question{Agent: goose, Decider: "LOOK"}
			o := history.SweepOptions{After: 52, Frames: 7, Worlds: 12}
			alone, err := r.saves.Sweep(t.Context(), original, o, ask)
			require.NoError(t, err)
			o.Workers = 3
			together, err := r.saves.Sweep(t.Context(), original, o, ask)
			require.NoError(t, err)
			assert.Equal(t, alone, together)
			assert.NotZero(t, alone.Yes)
			assert.Less(t, alone.Yes, 12)
			for _, w := range alone.Worlds[:4] {
				f, err := r.saves.Fork(t.Context(), original, history.ForkOptions{
					After: w.After, Frames: 7, Seed: w.Seed, Agents: []world.AgentID{goose}, Record: history.Options{BytesEach: 1 << 14},
				}, nil)
				require.NoError(t, err)
				first := uint64(0)
				for frame := w.After + 1; frame <= f.Last && first == 0; frame++ {
					m, err := f.Changed.At(goose, frame)
					require.NoError(t, err)
					if m.Slept {
						continue
					}
					require.Falsef(t, m.Began, "frame %d can be executed again", frame)
					for i := range m.After {
						if m.After[i].Decider.Name == "LOOK" && m.After[i].Active && !m.Before[i].Active {
							first = frame
						}
					}
				}
				assert.Equal(t, w.Frame, first, "seed %d", w.Seed)
				assert.Equal(t, w.Yes, first > 0)
			}
		})
	}
}

func TestSweepsOfAChange(t *testing.T) {
	r := lucky(t, 8)
	goose, original := r.geese[3].ID, r.recorder.Recording()
	fox := func(b *history.Branch) error { return b.Stimulate(goose, stimuli.Note(alarm, 1)) }
	done := map[int]bool{}
	s, err := r.saves.Sweep(t.Context(), original, history.SweepOptions{
		After: 40, Frames: 10, Worlds: 7, Change: fox, Done: func(w history.SweptWorld) { done[w.Number] = true },
	}, history.Question{Agent: goose, Decider: "FLY"})
	require.NoError(t, err)
	assert.Equal(t, "in 7 of 7 worlds", s.String())
	assert.Len(t, done, 7)
	assert.False(t, s.Original.Yes)
	for _, w := range s.Worlds {
		assert.EqualValues(t, 41, w.Frame)
	}

	// Each world makes it 3 frames later.
	s, err = r.saves.Sweep(t.Context(), original, history.SweepOptions{After: 40, Frames: 10, Worlds: 4, Later: 3, Change: fox}, history.Question{Agent: goose, Decider: "FLY"})
	require.NoError(t, err)
	for i, w := range s.Worlds {
		assert.EqualValues(t, 41+3*i, w.Frame)
		assert.Zero(t, w.Seed)
	}

	// A question of the game's own.
	enough := r.geese[3].Food + 12
	full := func(b *history.Branch) bool { return b.Run().(luckyGaggle).geese[3].Food > enough }
	s, err = r.saves.Sweep(t.Context(), original, history.SweepOptions{After: 40, Frames: 100, Worlds: 5}, history.Question{Until: full})
	require.NoError(t, err)
	frames := map[uint64]bool{}
	for _, w := range s.Worlds {
		assert.True(t, w.Yes)
		frames[w.Frame] = true
	}
	assert.Greater(t, len(frames), 1, "the worlds are not the same")
}

func TestSweepsThatMakeNoSense(t *testing.T) {
	r := lucky(t, 3)
	goose, original := r.geese[0].ID, r.recorder.Recording()
	good := history.Question{Agent: goose, Decider: "FLY"}
	for _, c := range []struct {
		o     history.SweepOptions
		ask   history.Question
		err   error
		words string
	}{
		{history.SweepOptions{After: 40, Worlds: history.MostWorlds + 1}, good, history.ErrSweep, "10001 worlds are too many; 10000 is the most"},
		{history.SweepOptions{After: 40, Later: -2}, good, history.ErrSweep, "let After be the first frame"},
		{history.SweepOptions{After: 40, Seed: 1<<64 - 5}, good, history.ErrSweep, "no 20 seeds"},
		{history.SweepOptions{After: 40}, history.Question{Agent: goose}, history.ErrSweep, "an Agent and a Decider, or an Until"},
		{history.SweepOptions{After: 40}, history.Question{Agent: 77, Decider: "FLY"}, world.ErrGone, "agent 77"},
		{history.SweepOptions{After: 40}, history.Question{Agent: goose, Decider: "DIG"}, decider.ErrNoDecider, "DIG"},
		{history.SweepOptions{After: 400}, good, history.ErrNoSave, "frame 400 has not been yet"},
	} {
		_, err := r.saves.Sweep(t.Context(), original, c.o, c.ask)
		require.ErrorIs(t, err, c.err)
		require.ErrorContains(t, err, c.words)
		require.NotErrorIs(t, err, history.ErrGame, "the game is not to blame")
	}
	_, err := (*history.Checkpoints)(nil).Sweep(t.Context(), nil, history.SweepOptions{}, good)
	require.ErrorIs(t, err, history.ErrNoAgentState)

	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	_, err = r.saves.Sweep(ctx, original, history.SweepOptions{After: 40, Frames: 5, Worlds: 1000, Done: func(history.SweptWorld) {
		if n++; n == 3 {
			cancel()
		}
	}}, good)
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 3, n, "it ends at once")

	down := errors.New("the barn is on fire")
	var steps atomic.Int64
	r.loaded = func(g *gaggle) history.Run {
		g.broken = func(uint64) error {
			if steps.Add(1) > 40 {
				return down
			}
			return nil
		}
		return luckyGaggle{g}
	}
	_, err = r.saves.Sweep(t.Context(), original, history.SweepOptions{After: 40, Frames: 10}, good)
	require.ErrorIs(t, err, down)
	require.ErrorContains(t, err, "world ")
}

// TestSweepsOfAGameThatIsNotDeterministic: its worlds would say nothing.
func TestSweepsOfAGameThatIsNotDeterministic(t *testing.T) {
	g := newGaggle(t, 3)
	outside := uint64(0)
	g.outside = &outside
	r := record(t, g)
	for range 60 {
		outside++
		r.run(1)
	}
	var wrong *history.NotDeterministicError
	_, err := r.saves.Sweep(t.Context(), r.recorder.Recording(), history.SweepOptions{After: 5, Frames: 20}, history.Question{Agent: r.geese[0].ID, Decider: "FLY"})
	require.ErrorAs(t, err, &wrong)
}
