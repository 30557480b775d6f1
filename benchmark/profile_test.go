package main

import (
	"slices"
	"testing"
	"time"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/crowds"
	"github.com/decidertree/decidertree/internal/testing/workload"
	"github.com/decidertree/decidertree/profile"
)

// BenchmarkProfile is what a profile costs: two games that do the same, one of them profiled, whose frames take turns, so that
// whatever else the machine does hits both. Told are the medians: nanoseconds of a tick, by how much that of the profiled
// game is more, and how many ticks there are to a sampled one. In Figure 1 and where the candidates ask for flags, a tick
// takes some 20 ns; in a wide tree a sampled one takes hundreds of times as long.
func BenchmarkProfile(b *testing.B) {
	for _, kind := range []struct {
		name string
		tree *crowds.Tree
	}{
		{"figure1", crowds.Busy()},
		{"64-flags", decider.MustInitializeTreeData(workload.Wide(64, 0))},
		{"64-decides", decider.MustInitializeTreeData(workload.WideDecide(64))},
	} {
		b.Run("crowd/"+kind.name, func(b *testing.B) {
			const agents = 10_000
			off, on := newGame(b, kind.tree, agents), newGame(b, kind.tree, agents)
			p := profile.New(profile.Options{})
			if err := on.Crowd.Profile(p); err != nil {
				b.Fatal(err)
			}
			alternate(b, p, agents, off.Frame, on.Frame)
		})
		b.Run("alone/"+kind.name, func(b *testing.B) {
			const ticks = 10_000
			off, on := &single{tree: kind.tree}, &single{tree: kind.tree}
			off.m, on.m = kind.tree.NewMemory(nil, 1), kind.tree.NewMemory(nil, 1)
			p := profile.New(profile.Options{})
			if err := on.m.Profile(p); err != nil {
				b.Fatal(err)
			}
			frame := func(s *single) func() error { return func() error { return s.tick(ticks) } }
			alternate(b, p, ticks, frame(off), frame(on))
		})
	}
}

func newGame(b *testing.B, tree *crowds.Tree, agents int) *crowds.Game {
	g, err := crowds.New(tree, agents, 1)
	if err != nil {
		b.Fatal(err)
	}
	return g
}

// single is an agent that is in no crowd.
type single struct {
	tree *crowds.Tree
	m    *decider.Memory[*workload.Creature]
	c    workload.Creature
	in   decider.Input
}

func (s *single) tick(times int) error {
	s.c.Hungry, s.in.DecisionFlags, s.in.DT = true, workload.IsHungry, crowds.DT
	for range times {
		s.in.Time += crowds.DT
		if err := decider.TickBehaviorTree(s.m, &s.c, s.in); err != nil {
			return err
		}
	}
	return nil
}

// alternate runs two games in turn and reports what the second, which p profiles, takes longer.
func alternate(b *testing.B, p *profile.Profile, ticks int, off, on func() error) {
	took := func(frame func() error) time.Duration {
		began := time.Now()
		if err := frame(); err != nil {
			b.Fatal(err)
		}
		return time.Since(began)
	}
	for range 64 { // the profile adapts itself
		took(off)
		took(on)
	}
	before := p.Total()
	without, with := make([]time.Duration, b.N), make([]time.Duration, b.N)
	b.ResetTimer()
	for i := range b.N { // whichever comes second finds the processor prepared
		if i%2 == 0 {
			without[i] = took(off)
		}
		with[i] = took(on)
		if i%2 == 1 {
			without[i] = took(off)
		}
	}
	b.StopTimer()
	median := func(all []time.Duration) float64 {
		slices.Sort(all)
		return float64(all[len(all)/2]) / float64(ticks)
	}
	after := p.Total()
	b.ReportMetric(median(without), "ns/tick-off")
	b.ReportMetric(median(with), "ns/tick-on")
	b.ReportMetric(100*(median(with)/median(without)-1), "%more")
	b.ReportMetric(float64(ticks*b.N)/float64(max(1, after.Sampled-before.Sampled)), "ticks/sample")
	b.ReportMetric(0, "ns/op")
}
