package sim

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/internal/testing/trials"
)

// The run is the same for any number of goroutines in any order (RULES R25, R30). There are enough creatures for several
// goroutines to get work, in looking around as well.
func TestSameRunForAnyNumberOfWorkers(t *testing.T) {
	record := func(workers int) string {
		var out bytes.Buffer
		s, err := New(Options{Seed: 5, Agents: 2 * worthSharing, Workers: workers, Watch: &debugprint.Output{Level: 2, W: &out}})
		require.NoError(t, err)
		runFor(t, s, 12)
		for _, b := range s.Beings() {
			fmt.Fprintf(&out, "%d %+v %v\n", b.ID, b.Body, b.Intent)
		}
		fmt.Fprintln(&out, s.Stats, s.World.Stats())
		return out.String()
	}
	one := record(1)
	assert.NotEmpty(t, one)
	for _, workers := range []int{3, 2}[:trials.Count(1, 2)] {
		assert.True(t, one == record(workers), "%d workers", workers)
	}
}
