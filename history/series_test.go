package history_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
)

// TestSeries: a series has in each tick the value that the tick's moment has.
func TestSeries(t *testing.T) {
	game, err := sim.New(sim.Options{Seed: 4, Agents: 6})
	require.NoError(t, err)
	r := history.New(history.Options{BytesEach: 1 << 18})
	require.NoError(t, game.Record(r))
	for range 200 {
		require.NoError(t, game.Step())
	}
	rec := r.Recording()
	compared := map[history.WatchKind]int{}
	for _, agent := range rec.Agents() {
		var watched []history.Watched
		seen := map[history.Watched]bool{}
		watch := func(w history.Watched) {
			if !seen[w] {
				seen[w] = true
				watched = append(watched, w)
			}
		}
		moments := map[uint64]*history.Moment{}
		var frames []uint64
		for tick := range rec.Ticks(agent) {
			m, err := rec.At(agent, tick.Frame)
			require.NoError(t, err)
			if moments[tick.Frame] == nil {
				frames = append(frames, tick.Frame)
			}
			moments[tick.Frame] = m
			for _, b := range m.Blocks {
				for _, f := range b.Fields {
					watch(history.Watched{Kind: history.WatchField, Decider: b.Decider.Name, Name: f.Name})
				}
			}
			for _, v := range m.Values {
				watch(history.Watched{Kind: history.WatchKey, Name: v.Key})
			}
			for i := range m.Events {
				if e := &m.Events[i]; e.Decided {
					watch(history.Watched{Kind: history.WatchDecide, Decider: e.Decider.Name})
				}
			}
			for _, s := range m.After {
				if s.Limit > 0 {
					watch(history.Watched{Kind: history.WatchEntries, Decider: s.Decider.Name})
				}
				if s.Iteration > 0 {
					watch(history.Watched{Kind: history.WatchIteration, Decider: s.Decider.Name})
				}
			}
		}
		all, err := rec.Series(agent, 0, math.MaxUint64, watched...)
		require.NoError(t, err)
		later, err := rec.Series(agent, 100, 150, watched...)
		require.NoError(t, err)
		for i, series := range all {
			for _, frame := range frames {
				want, known := valueIn(moments[frame], series.Watched)
				got := at(series.Samples, frame)
				assert.Equal(t, known, got.Known, "%+v of %d in frame %d", series.Watched, agent, frame)
				assert.Equal(t, want, got.Text, "%+v of %d in frame %d", series.Watched, agent, frame)
				if known {
					compared[series.Kind]++
				}
				if frame >= 100 && frame <= 150 {
					assert.Equal(t, got.Text, at(later[i].Samples, frame).Text, "%+v of %d in frame %d", series.Watched, agent, frame)
				}
			}
			for k := 1; k < len(series.Samples); k++ {
				assert.Less(t, series.Samples[k-1].Frame, series.Samples[k].Frame)
			}
		}
	}
	t.Log(compared)
	for _, kind := range []history.WatchKind{history.WatchKey, history.WatchField, history.WatchDecide, history.WatchIteration} {
		assert.Greater(t, compared[kind], 10, kind)
	}
}

// at is the sample that holds in a frame.
func at(samples []history.Sample, frame uint64) (s history.Sample) {
	for _, next := range samples {
		if next.Frame <= frame {
			s = next
		}
	}
	return s
}

// valueIn is what a moment says of a value.
func valueIn(m *history.Moment, w history.Watched) (text string, known bool) {
	switch w.Kind {
	case history.WatchField:
		for _, b := range m.Blocks {
			if b.Decider.Name == w.Decider && b.After != nil {
				for _, f := range b.Fields {
					if f.Name == w.Name {
						return f.After, true
					}
				}
			}
		}
	case history.WatchKey:
		for _, v := range m.Values {
			if v.Key == w.Name && v.After != nil {
				return v.Type.Text(v.After), true
			}
		}
	case history.WatchDecide:
		for i := range m.Events {
			if e := &m.Events[i]; e.Kind == event.Asked && e.Decided && e.Decider.Name == w.Decider {
				text, known = strconv.FormatFloat(e.Value, 'g', -1, 64), true
			}
		}
	default:
		for _, s := range m.After {
			if s.Decider.Name == w.Decider && (w.Kind == history.WatchEntries || s.Active && s.Iteration > 0) {
				if w.Kind == history.WatchEntries {
					return strconv.Itoa(s.Entries), true
				}
				return strconv.Itoa(s.Iteration), true
			}
		}
	}
	return text, known
}

func TestSeriesRefuses(t *testing.T) {
	rec := history.New(history.Options{}).Recording()
	for _, w := range []history.Watched{{}, {Kind: "mood"}, {Kind: history.WatchKey}, {Kind: history.WatchField, Name: "X"}, {Kind: history.WatchDecide}} {
		_, err := rec.Series(1, 0, 10, w)
		assert.Error(t, err, w)
		assert.NotErrorIs(t, err, history.ErrNotRecorded)
	}
	_, err := rec.Series(1, 0, 10, history.Watched{Kind: history.WatchKey, Name: "x"})
	assert.ErrorIs(t, err, history.ErrNotRecorded)
}
