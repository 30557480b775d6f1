package history_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/testing/crowds"
	"github.com/decidertree/decidertree/internal/testing/trials"
	"github.com/decidertree/decidertree/world"
)

// present is what each agent of a world does at this moment, by ID.
func present(w *world.World) map[world.AgentID]engine.Glance {
	all, some := map[world.AgentID]engine.Glance{}, make([]engine.Glance, 64)
	for _, m := range w.Tools(engine.Key{}) {
		for at := 0; at >= 0; {
			n, next := m.Glances(at, some)
			for _, g := range some[:n] {
				all[world.AgentID(g.Agent)] = g
			}
			at = next
		}
	}
	return all
}

// past is what a recording says of a frame, by ID.
func past(rec *history.Recording, frame uint64) map[world.AgentID]history.Glance {
	all := map[world.AgentID]history.Glance{}
	for g := range rec.Glances(frame) {
		all[g.Agent] = g
	}
	return all
}

// TestGlances: in each frame a recording says of each agent what it did then, who was alive, and of those who were not chosen
// that it does not know. So does the recording when it has been saved and loaded.
func TestGlances(t *testing.T) {
	if trials.Race {
		t.Skip("it has one goroutine, and takes a minute and more with the race detector")
	}
	s, err := sim.New(sim.Options{Seed: 11, Agents: 40, Workers: 1})
	require.NoError(t, err)
	r := history.New(history.Options{BytesEach: 1 << 15})
	recordAll(t, s.World, r)
	was := map[uint64]map[world.AgentID]engine.Glance{}
	chosen := map[uint64][]world.AgentID{} // nil for all
	var choice []world.AgentID
	for i := range 1600 {
		require.NoError(t, s.Step())
		frame := s.World.Frame()
		was[frame], chosen[frame] = present(s.World), choice
		switch i { // between this frame and the next
		case 500, 1100:
			choice = nil
			for id := range was[frame] {
				if (id+world.AgentID(i))%3 == 0 {
					choice = append(choice, id)
				}
			}
			r.Choose(choice...)
		case 700, 1200:
			choice = nil
			r.Choose()
		}
	}
	rec := r.Recording()
	var file bytes.Buffer
	require.NoError(t, rec.Save(&file))
	loaded, err := history.Load(&file)
	require.NoError(t, err)

	seen, missing, gone, dropped := 0, 0, 0, 0
	first, last, _ := rec.Frames()
	for frame := first; frame <= last; frame++ {
		if was[frame] == nil { // the world before the first step
			continue
		}
		living, ok := rec.Living(frame)
		require.True(t, ok)
		require.Equal(t, len(was[frame]), living, "frame %d", frame)
		told := past(rec, frame)
		if frame%50 == 0 {
			require.Equal(t, told, past(loaded, frame))
			again, _ := loaded.Living(frame)
			require.Equal(t, living, again)
		}
		for id, g := range told {
			now, lives := was[frame][id]
			switch {
			case !g.Recorded:
				missing++
				m, err := rec.At(id, frame)
				require.ErrorIs(t, err, history.ErrNotRecorded, "agent %d in frame %d: %+v", id, frame, m)
				if chosen[frame] != nil && slices.Contains(chosen[frame], id) && lives {
					dropped++ // its ring is too short
				}
			case g.Gone:
				gone++
				require.False(t, lives, "agent %d in frame %d", id, frame)
			default:
				seen++
				require.True(t, lives, "agent %d in frame %d", id, frame)
				require.Equal(t, int(now.Leaf), g.Leaf, "agent %d in frame %d", id, frame)
				require.Equal(t, behavior.Status(now.Status), g.Status, "agent %d in frame %d", id, frame)
				if frame%50 != 0 {
					continue
				}
				m, err := rec.At(id, frame)
				require.NoError(t, err)
				require.Equal(t, m.DecisionFlags, g.DecisionFlags, "agent %d in frame %d", id, frame)
				require.Equal(t, m.Stimuli, g.Stimuli, "agent %d in frame %d", id, frame)
				require.Equal(t, m.Frame, g.Frame, "agent %d in frame %d", id, frame)
			}
			if c := chosen[frame]; c != nil && !slices.Contains(c, id) && !g.Gone {
				require.False(t, g.Recorded, "agent %d in frame %d, in which it was not chosen", id, frame)
			}
		}
	}
	assert.Greater(t, seen, 10_000)
	assert.Greater(t, missing, 1000)
	assert.Greater(t, gone, 100)
	assert.Less(t, dropped, seen/10)
	t.Logf("%d states, %d not recorded (%d of chosen agents), %d gone", seen, missing, dropped, gone)
}

// TestNotChosen: a frame in which an agent was not chosen is refused in words; it did not sleep.
func TestNotChosen(t *testing.T) {
	h, err := crowds.New(crowds.Busy(), 3, 1)
	require.NoError(t, err)
	r := history.New(history.Options{})
	require.NoError(t, h.Crowd.Record(r))
	frames := func(n int) {
		for range n {
			require.NoError(t, h.Frame())
		}
	}
	frames(5)
	ids := r.Recording().Agents()
	from := h.World.Frame()
	r.Choose(ids[0])
	frames(5)
	_, err = r.Recording().At(ids[1], from+2)
	assert.ErrorContains(t, err, fmt.Sprintf("it has not been chosen for recording since frame %d", from+1))
	assert.Equal(t, from, r.Recording().Until(ids[1]))
	assert.Equal(t, from+5, r.Recording().Until(ids[0]))
	r.Choose()
	require.NoError(t, h.Change(3))
	frames(5)
	rec := r.Recording()
	_, err = rec.At(ids[1], from+2)
	var not *history.NotRecordedError
	require.ErrorAs(t, err, &not)
	assert.Equal(t, [2]uint64{from + 1, from + 5}, [2]uint64{not.GapFrom, not.GapTo})
	assert.ErrorContains(t, err, fmt.Sprintf("it was not chosen for recording in frames %d to %d", from+1, from+5))
	for _, frame := range []uint64{from, from + 6} {
		m, err := rec.At(ids[1], frame)
		require.NoError(t, err)
		assert.False(t, m.Slept)
	}
}

// BenchmarkGlances is what it takes to tell what each agent of a crowd did in a frame, at places all over the past: of 20,000
// agents with the minds of the demo's creatures, whose rings have been overwritten. It reports milliseconds of a frame, how many frames
// can be shown in a second, and how many times as long it takes to execute the agents' ticks again, measured in the same run.
func BenchmarkGlances(b *testing.B) {
	const agents = 20_000
	s, err := sim.New(sim.Options{Seed: 3, Agents: agents})
	require.NoError(b, err)
	r := history.New(history.Options{})
	recordAll(b, s.World, r)
	for range 150 {
		require.NoError(b, s.Step())
	}
	rec := r.Recording()
	first, last, _ := rec.Frames()
	known, frame := 0, func(i int) uint64 { return last - uint64(i*37)%min(last-first, 60) }
	took := make([]time.Duration, 0, b.N)
	b.ResetTimer()
	for i := range b.N {
		began := time.Now()
		known = 0
		for g := range rec.Glances(frame(i)) {
			if g.Recorded {
				known++
			}
		}
		took = append(took, time.Since(began))
	}
	b.StopTimer()
	slices.Sort(took)
	median := took[len(took)/2]
	began, some := time.Now(), rec.Agents()[:500]
	for i, id := range some {
		_, _ = rec.At(id, frame(i)) // some are not held any more
	}
	again := time.Since(began).Seconds() / float64(len(some)) * float64(len(rec.Agents()))
	b.ReportMetric(1000*median.Seconds(), "ms/frame")
	b.ReportMetric(1/median.Seconds(), "frames/s")
	b.ReportMetric(float64(known), "agents")
	b.ReportMetric(again/median.Seconds(), "x-executed-again")
}
