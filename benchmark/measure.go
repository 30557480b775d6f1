package main

import (
	"runtime"
	"slices"
	"time"

	"github.com/decidertree/decidertree/internal/testing/heap"
	"github.com/decidertree/decidertree/internal/testing/workload"
)

// subject is one measured implementation: run runs a number of ticks.
type subject struct {
	name string
	run  func(ticks int)

	least  int       // ticks in a round, at least; 0 for 1000
	ticks  int       // in a round
	rounds []float64 // ns a tick, one for each round
	spent  []float64 // of the processor, likewise
	allocs float64   // a tick
}

// measure runs all subjects in turn, round by round, so that a temporary slowdown of the machine affects all of
// them, and compared subjects have run side by side.
func measure(subjects []*subject, rounds int, round time.Duration) {
	for _, s := range subjects {
		if s.least == 0 {
			s.least = 1000
		}
		s.allocs = allocsOf(s.run, 10*s.least)
		s.ticks = calibrate(s.run, s.least, round)
	}
	for range rounds {
		for _, s := range subjects {
			used, start := spent(), time.Now()
			s.run(s.ticks)
			s.rounds = append(s.rounds, float64(time.Since(start))/float64(s.ticks))
			s.spent = append(s.spent, float64(spent()-used)/float64(s.ticks))
		}
	}
}

// calibrate returns how many ticks fill a round.
func calibrate(run func(int), least int, round time.Duration) int {
	for ticks := least; ; ticks *= 2 {
		start := time.Now()
		run(ticks)
		if took := time.Since(start); took > round/4 {
			return max(int(float64(ticks)*float64(round)/float64(took)), least)
		}
	}
}

// allocsOf returns the allocations of a tick, in tenths for many ticks.
func allocsOf(run func(int), ticks int) float64 {
	run(ticks)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run(ticks)
	runtime.ReadMemStats(&after)
	return float64((after.Mallocs-before.Mallocs)/uint64(ticks/10)) / 10
}

// ns returns the median over the rounds.
func (s *subject) ns() float64 { return median(s.rounds) }

// best returns the fastest round. Frames of crowds take long and use several goroutines, so that on a busy machine a median
// would measure the other programs rather than the crowd.
func (s *subject) best() float64 { return slices.Min(s.rounds) }

// work returns the processor time of a tick, in the round with the least.
func (s *subject) work() float64 { return slices.Min(s.spent) }

// over returns how many times slower s is than other: the median of the ratios of each round, so that slow moments of
// the machine cancel out.
func (s *subject) over(other *subject) float64 {
	ratios := make([]float64, len(s.rounds))
	for i := range ratios {
		ratios[i] = s.rounds[i] / other.rounds[i]
	}
	return median(ratios)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// bytesPerAgent returns the heap that one more agent uses, without its creature.
func bytesPerAgent(agent func(*workload.Creature) any) int {
	if agent == nil {
		return 0
	}
	const agents = 2000
	creatures := make([]workload.Creature, agents)
	held := make([]any, agents)
	for i := range creatures {
		creatures[i].Hungry = true
	}
	agent(&creatures[0]) // whatever agents share exists before the count
	before := heap.InUse()
	for i := range held {
		held[i] = agent(&creatures[i])
	}
	after := heap.InUse()
	runtime.KeepAlive(held)
	return int((after - before) / agents)
}
