package crowd

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/world"
)

// A copy of a world is written as its snapshot would have been, also when the world has gone on, and in the memory of an
// earlier copy, even of another world.
func TestFrozenWorldIsWrittenLater(t *testing.T) {
	worlds, images := 0, 0
	var room *world.Frozen
	for seed, last := seeds(24); seed < last; seed++ {
		one, other := play(t, seed, 1, seed%2 == 0, false), play(t, seed, 2, seed%2 == 0, false)
		if one == nil {
			continue
		}
		for range 4 {
			var then bytes.Buffer
			require.NoError(t, one.world.Snapshot(&then))
			f, err := one.world.Freeze(room)
			require.NoError(t, err)
			assert.Positive(t, f.Size())
			if !compare(t, one, other, 1+int(seed%5)) {
				return
			}
			for range 2 {
				var later bytes.Buffer
				require.NoError(t, f.Snapshot(&later))
				require.True(t, bytes.Equal(then.Bytes(), later.Bytes()), "seed %d", seed)
			}
			copied, err := (*owner)(&one.crowd.core).FreezeOwner(key, nil)
			require.NoError(t, err)
			images += len(copied.(*frozen).images)
			room = f
			worlds++
		}
	}
	t.Logf("%d worlds were copied, %d agents had more than their bytes", worlds, images)
	assert.NotZero(t, worlds)
	assert.NotZero(t, images)
}
