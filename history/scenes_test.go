package history_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/history"
)

// TestScenesAreLimited: a recording refuses scenes that are too many, too large or out of order.
func TestScenesAreLimited(t *testing.T) {
	rec := &history.Recording{}
	for _, scenes := range [][]history.Scene{
		make([]history.Scene, history.MaxScenes+1), {{Frame: 1, Data: make([]byte, history.MaxSceneBytes+1)}}, {{Frame: 2}, {Frame: 2}}, {{Frame: 1 << 63}},
	} {
		_, err := rec.WithScenes(scenes)
		assert.ErrorContains(t, err, "history: ")
	}
	with, err := rec.WithScenes([]history.Scene{{Frame: 3}, {Frame: 9}})
	require.NoError(t, err)
	for frame, want := range map[uint64]uint64{3: 3, 8: 3, 9: 9, 99: 9} {
		s, ok := with.Scene(frame)
		assert.True(t, ok)
		assert.Equal(t, want, s.Frame)
	}
	_, ok := with.Scene(2)
	assert.False(t, ok)
}
