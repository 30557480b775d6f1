package history_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/testing/crowds"
)

// BenchmarkRecord is what recording costs: two crowds that do the same, one of them recorded, whose frames take turns, so
// that whatever else the machine does hits both. Told are the medians: nanoseconds of a frame for each agent, and by how much
// the recorded one is more.
//
//   - figure1: the tree of the Spore text, whose behaviors do nothing: nothing is cheaper to tick
//   - figure1-changing: the same, one in a hundred creatures changing its mind in each frame
//   - nest: the minds of the demo's creatures
//   - nest-frame: a whole frame of the demo, in which creatures also move, see and hear
func BenchmarkRecord(b *testing.B) {
	b.Run("figure1", func(b *testing.B) { figure1(b, 0) })
	b.Run("figure1-changing", func(b *testing.B) { figure1(b, 20) })
	b.Run("nest", func(b *testing.B) { nests(b, func(s *sim.Sim, _ time.Duration) time.Duration { return s.Minds.Took }) })
	b.Run("nest-frame", func(b *testing.B) { nests(b, func(_ *sim.Sim, whole time.Duration) time.Duration { return whole }) })
}

// compare runs frames of two crowds in turn and reports what the second, which r records, takes longer.
func compare(b *testing.B, r *history.Recorder, agents int, off, on func() time.Duration) {
	for range 64 {
		off()
		on()
	}
	without, with := make([]time.Duration, b.N), make([]time.Duration, b.N)
	size := recorded(r)
	b.ResetTimer()
	for i := range b.N { // whoever comes second finds the processor prepared: it has just seen the same decisions
		if i%2 == 0 {
			without[i] = off()
		}
		with[i] = on()
		if i%2 == 1 {
			without[i] = off()
		}
	}
	b.StopTimer()
	median := func(all []time.Duration) float64 {
		slices.Sort(all)
		return float64(all[len(all)/2]) / float64(agents)
	}
	b.ReportMetric(median(without), "ns/agent-off")
	b.ReportMetric(median(with), "ns/agent-on")
	b.ReportMetric(100*(median(with)/median(without)-1), "%more")
	if b.N <= 200 { // longer than that rings go round
		b.ReportMetric((recorded(r)-size)/float64(b.N*agents), "B/agent/frame")
	}
}

// recorded is how many bytes have been recorded of what is still held.
func recorded(r *history.Recorder) float64 {
	n := 0
	rec := r.Recording()
	for _, id := range rec.Agents() {
		n += rec.Bytes(id)
	}
	return float64(n)
}

func timed(b *testing.B, frame func() error) time.Duration {
	began := time.Now()
	if err := frame(); err != nil {
		b.Fatal(err)
	}
	return time.Since(began)
}

func figure1(b *testing.B, changing int) {
	const agents = 2000
	made := func() *crowds.Game {
		h, err := crowds.New(crowds.Busy(), agents, 1)
		require.NoError(b, err)
		return h
	}
	off, on, r := made(), made(), history.New(history.Options{})
	require.NoError(b, on.Crowd.Record(r))
	frame := func(h *crowds.Game) func() time.Duration {
		return func() time.Duration {
			if err := h.Change(changing); err != nil {
				b.Fatal(err)
			}
			return timed(b, h.Frame)
		}
	}
	compare(b, r, agents, frame(off), frame(on))
}

func nests(b *testing.B, took func(*sim.Sim, time.Duration) time.Duration) {
	const agents = 500
	made := func() *sim.Sim {
		s, err := sim.New(sim.Options{Seed: 3, Agents: agents, Workers: 1})
		require.NoError(b, err)
		return s
	}
	off, on, r := made(), made(), history.New(history.Options{BytesEach: 1 << 15})
	recordAll(b, on.World, r)
	frame := func(s *sim.Sim) func() time.Duration {
		return func() time.Duration {
			whole := timed(b, s.Step)
			return took(s, whole)
		}
	}
	compare(b, r, agents, frame(off), frame(on))
}
