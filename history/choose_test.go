package history_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/testing/crowds"
)

// A crowd without chosen agents leaves nothing in the recorder, however long it runs.
func TestWhoIsNotChosenLeavesNothing(t *testing.T) {
	h, err := crowds.New(crowds.Busy(), 500, 1)
	require.NoError(t, err)
	r := history.New(history.Options{})
	r.Choose(1 << 30)
	require.NoError(t, h.Crowd.Record(r))
	frames := func() {
		for range 200 {
			require.NoError(t, h.Frame())
		}
	}
	frames()
	size := r.Size()
	assert.Zero(t, testing.AllocsPerRun(3, frames))
	assert.Equal(t, size, r.Size())
	assert.Empty(t, r.Recording().Agents())
}
