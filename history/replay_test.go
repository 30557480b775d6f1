package history_test

import (
	"bytes"
	"errors"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/testing/crowds"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// witness remembers everything that happens, agent by agent.
type witness struct {
	events map[world.AgentID][]event.Event
	from   uint64 // the first frame
}

func newWitness() *witness { return &witness{events: map[world.AgentID][]event.Event{}} }

func (w *witness) ObserveLevel(world.AgentID) event.Level { return 5 }

func (w *witness) Observe(e *event.Event) {
	if e.Frame >= w.from {
		w.events[e.Agent] = append(w.events[e.Agent], *e)
	}
}

// recordAll records all agents of a world.
func recordAll(t testing.TB, w *world.World, r *history.Recorder) {
	t.Helper()
	for _, m := range w.Tools(engine.Key{}) {
		require.NoError(t, m.Record(r))
	}
}

// toldAgain compares the events of a recording with those at the time, except for the types of errors and for ticks
// without effect: an observed crowd ticks its sleepers too.
func toldAgain(t *testing.T, rec *history.Recording, w *witness) (events int) {
	t.Helper()
	for _, id := range rec.Agents() {
		first, last, ok := rec.Span(id)
		if !ok {
			continue
		}
		want := slices.DeleteFunc(slices.Clone(w.events[id]), func(e event.Event) bool { return e.Frame < first || e.Frame > last })
		i := 0
		for got, err := range rec.Events(id, first, last, 5) {
			require.NoError(t, err)
			require.Less(t, i, len(want), "agent %d", id)
			w := want[i]
			if got.Err != nil && w.Err != nil {
				assert.Equal(t, w.Err.Error(), got.Err.Error())
				w.Err = got.Err
			}
			require.Equal(t, w, *got, "agent %d, event %d", id, i)
			i++
		}
		require.Len(t, want, i, "agent %d", id)
		events += i
	}
	return events
}

// TestHerdAgain executes all that a crowd of Figure 1 did again, by several workers.
func TestHerdAgain(t *testing.T) {
	for _, workers := range []int{3, 1}[:trials.Count(1, 2)] {
		h, err := crowds.New(crowds.Busy(), 200, workers)
		require.NoError(t, err)
		r, w := history.New(history.Options{}), newWitness()
		require.NoError(t, h.Crowd.Record(r))
		h.Crowd.Observe(w)
		for range 40 {
			require.NoError(t, h.Change(12))
			require.NoError(t, h.Frame())
		}
		assert.Greater(t, toldAgain(t, r.Recording(), w), 30_000)
	}
}

// TestNestAgain does the same with the demo: hundreds of creatures with gates, squads, slots, deferred paths, births
// and deaths.
func TestNestAgain(t *testing.T) {
	w := newWitness()
	s, err := sim.New(sim.Options{Seed: 5, Agents: 70, Workers: 2, Watch: w})
	require.NoError(t, err)
	r := history.New(history.Options{BytesEach: 1 << 16})
	recordAll(t, s.World, r)
	for range 150 {
		if err := s.Step(); err != nil {
			require.NoError(t, err)
		}
	}
	rec := r.Recording()
	assert.Greater(t, toldAgain(t, rec, w), 100_000)

	// Saved and loaded it tells the same.
	var file bytes.Buffer
	require.NoError(t, rec.Save(&file))
	loaded, err := history.Load(&file)
	require.NoError(t, err)
	for _, id := range rec.Agents()[:20] {
		assert.Equal(t, slices.Collect(rec.Ticks(id)), slices.Collect(loaded.Ticks(id)))
		_, last, _ := rec.Span(id)
		want, err := rec.At(id, last)
		require.NoError(t, err)
		got, err := loaded.At(id, last)
		require.NoError(t, err)
		assert.Equal(t, debugprint.DebugPrintState(want, debugprint.WholeTree), debugprint.DebugPrintState(got, debugprint.WholeTree))
		assert.Equal(t, len(want.Events), len(got.Events))
		assert.Equal(t, want.Blocks, got.Blocks)
	}
	first, last, _ := rec.Frames()
	for frame := first; frame <= last; frame += 7 {
		want, ok := rec.Gates(frame)
		got, same := loaded.Gates(frame)
		assert.Equal(t, want, got)
		assert.Equal(t, ok, same)
		wanted, _ := rec.Squads(frame)
		squads, _ := loaded.Squads(frame)
		assert.Equal(t, wanted, squads)
	}
}

// TestMomentIsAsItWas compares a moment's text with the agent's text at the time.
func TestMomentIsAsItWas(t *testing.T) {
	s, err := sim.New(sim.Options{Seed: 9, Agents: 40})
	require.NoError(t, err)
	r := history.New(history.Options{BytesEach: 1 << 16})
	recordAll(t, s.World, r)
	type moment struct {
		id    world.AgentID
		frame uint64
	}
	shown, states := map[moment]string{}, map[moment][]state.Decider{}
	for range 120 {
		require.NoError(t, s.Step())
		for _, b := range s.Beings() {
			if uint64(b.ID)%4 != s.World.Frame()%4 {
				continue // one of four is enough
			}
			at := moment{b.ID, s.World.Frame()}
			shown[at] = debugprint.DebugPrintState(s.Mind(b), debugprint.WholeTree|debugprint.Spore)
			states[at] = statesOf(s.Mind(b))
		}
	}
	rec := r.Recording()
	compared := 0
	for at, want := range shown {
		m, err := rec.At(at.id, at.frame)
		if errors.Is(err, history.ErrNotRecorded) {
			continue
		}
		require.NoError(t, err)
		if m.Slept {
			continue // what is shown goes by its last tick's time
		}
		require.Equal(t, deciders(want), deciders(debugprint.DebugPrintState(m, debugprint.WholeTree|debugprint.Spore)), "agent %d in frame %d", at.id, at.frame)
		require.Equal(t, states[at], statesOf(m), "agent %d in frame %d", at.id, at.frame)
		compared++
	}
	assert.Greater(t, compared, 300)
}

// statesOf returns an agent's states without tokens, and without gates and squads, which the text has.
func statesOf(m debugprint.Stater) (all []state.Decider) {
	for s, next := m.StateAt(0, false); next >= 0; s, next = m.StateAt(next, false) {
		s.Token, s.Gate, s.Squad = 0, state.Gate{}, state.Squad{}
		all = append(all, s)
	}
	return all
}

// token is that of a deferred behavior's request, which is nothing the engine knows.
var token = regexp.MustCompile(`(?m) 0x[0-9a-f]+$`)

// deciders are the lines of deciders without tokens. Values of types with a String method look otherwise without it.
func deciders(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if strings.Contains(line, "/0x") {
			lines = append(lines, token.ReplaceAllString(line, ""))
		}
	}
	return lines
}

func TestAtErrors(t *testing.T) {
	h, err := crowds.New(crowds.Sleeping(), 3, 1)
	require.NoError(t, err)
	r := history.New(history.Options{})
	require.NoError(t, h.Crowd.Record(r))
	for range 5 {
		require.NoError(t, h.Frame())
	}
	rec := r.Recording()
	id := rec.Agents()[0]
	_, err = rec.At(1, 3)
	assert.ErrorIs(t, err, history.ErrNotRecorded)
	assert.ErrorContains(t, err, "agent 1; it was never ticked")
	_, err = rec.At(id, 1)
	var missing *history.NotRecordedError
	require.True(t, errors.As(err, &missing))
	assert.True(t, missing.Known)
	_, err = rec.At(id, math.MaxUint64)
	assert.ErrorIs(t, err, history.ErrNotRecorded)
	_, now, _ := rec.Frames()
	m, err := rec.At(id, now)
	require.NoError(t, err)
	assert.True(t, m.Slept)
	assert.True(t, m.Began)
	assert.Nil(t, m.Before)
	assert.Contains(t, debugprint.DebugPrintState(m, debugprint.ActivePath), "EAT")
	for _, err := range rec.Events(77, 1, 2, 5) {
		assert.ErrorIs(t, err, history.ErrNotRecorded)
	}
}
