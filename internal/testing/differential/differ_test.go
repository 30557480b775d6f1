package differential_test

import (
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/testing/randomtree"
)

// played is a finished trial.
type played interface {
	ticked() int // number of agents' ticks
	report(*mismatch) string
}

// player runs one trial from a source's choices. It returns nil if a tree was refused.
type player func(randomtree.Source, coverage) (played, *mismatch)

// differ runs random trials until there are enough ticks. need lists what must occur.
func differ(t *testing.T, play player, need []string) {
	want := wantedTicks(t)
	var first uint64 = 1
	if text := os.Getenv("DECIDERTREE_DIFF_SEED"); text != "" {
		var err error
		first, err = strconv.ParseUint(text, 10, 64)
		require.NoError(t, err, "DECIDERTREE_DIFF_SEED")
	}
	var (
		mu             sync.Mutex
		wg             sync.WaitGroup
		cover          = coverage{}
		next           atomic.Uint64
		ticks, refused atomic.Int64
		trees          atomic.Int64
		failed         atomic.Bool
	)
	next.Store(first - 1)
	start := time.Now()
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			mine := coverage{}
			for !failed.Load() && ticks.Load() < int64(want) {
				seed := next.Add(1)
				source := &randomtree.Recording{Source: randomtree.RandomSource(seed)}
				tr, m := play(source, mine)
				if tr == nil {
					refused.Add(1)
					continue
				}
				trees.Add(1)
				ticks.Add(int64(tr.ticked()))
				if m != nil && failed.CompareAndSwap(false, true) {
					mu.Lock()
					t.Errorf("seed %d:\n%s", seed, retell(shrink(source.Choices, play), play))
					mu.Unlock()
				}
			}
			mu.Lock()
			cover.merge(mine)
			mu.Unlock()
		})
	}
	wg.Wait()
	if failed.Load() {
		return
	}
	t.Logf("%d ticks of %d trees (%d refused) in %v; %d entries, %d jumps, %d asked",
		ticks.Load(), trees.Load(), refused.Load(), time.Since(start).Round(time.Millisecond),
		cover["Entered"], cover["Jumped"], cover["Asked"])
	if os.Getenv("DECIDERTREE_DIFF_COVERAGE") != "" {
		cover.print(t, need)
	}
	assert.Less(t, float64(refused.Load()), 0.2*float64(trees.Load()+refused.Load()), "too many random trees are refused")
	if without() != 0 {
		return
	}
	switch { // fewer ticks may miss what is rare
	case want >= 50_000:
		cover.require(t, need, 0)
	case want >= 30_000:
		cover.require(t, need, 5)
	}
}
