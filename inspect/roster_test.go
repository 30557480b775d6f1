package inspect

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/internal/engine"
)

// TestRosterDuringScans: requests read the roster while the broadcaster takes batches. They see whole scans: under the race
// detector without a race, and always with the first and last frame of the same one.
func TestRosterDuringScans(t *testing.T) {
	r := roster{registry: newRegistry()}
	scan := func(n uint64) {
		r.take(&batch{frame: 2 * n, time: float64(n), first: true, names: []string{"C"}, rows: []row{{Glance: engine.Glance{Agent: 1}}}})
		v := r.view(nil, "", nil)
		assert.Equal(t, 2*(n-1), v.Began, "that of the scan which is shown")
		r.take(&batch{frame: 2*n + 1, time: float64(n), last: true, rows: []row{{Glance: engine.Glance{Agent: 2}}}})
	}
	scan(1)
	var readers sync.WaitGroup
	done := make(chan struct{})
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				v := r.view(nil, "", nil)
				if !assert.Equal(t, v.Frame, v.Began+1) || !assert.Equal(t, 2, v.Agents) {
					return
				}
				r.search(search{limit: 10}, Options{}.Names)
			}
		})
	}
	for n := uint64(2); n < 500; n++ {
		scan(n)
	}
	close(done)
	readers.Wait()
}
