package main

import (
	"math/rand/v2"
	"testing"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/workload"
)

// BenchmarkTick is one tick of each contender, for profiles: the table of the command comes from measuring all of them by
// turns.
func BenchmarkTick(b *testing.B) {
	senses := make([]uint64, 4096)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range senses {
		senses[i] = rng.Uint64N(workload.AllSenses)
	}
	for _, c := range contenders {
		b.Run(c.name+"/quiet", func(b *testing.B) { c.new().quiet(b.N) })
		b.Run(c.name+"/churn", func(b *testing.B) { c.new().churn(b.N) })
		b.Run(c.name+"/random", func(b *testing.B) {
			d := c.new()
			for i := range b.N {
				d.step(senses[i%len(senses)])
			}
		})
	}

	watched := over(decideTree(), 0)
	watched.m.Observe(deaf{})
	wideDecide := over(decider.MustInitializeTreeData(workload.WideDecide(wide)), 0)
	wideTable := overTable(wide)
	wideFloor := workload.NewWideFloor(wide, workload.Hungry())
	b.Run("no observer", func(b *testing.B) { over(decideTree(), 0).quiet(b.N) })
	b.Run("observer of level 0", func(b *testing.B) { watched.quiet(b.N) })
	b.Run("wide Decide", func(b *testing.B) { wideDecide.quiet(b.N) })
	b.Run("wide table", func(b *testing.B) { wideTable(b.N) })
	b.Run("wide floor", func(b *testing.B) {
		for range b.N {
			wideFloor.Frame()
		}
	})
}
