package world

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/engine"
)

// A slot whose tokens are used up is not reused, so that no token is used twice.
func TestGenerationsEnd(t *testing.T) {
	w, s := New(Options{}), &System[int, int]{Name: "LAST"}
	use := func() Token {
		t.Helper()
		var at Token
		require.NoError(t, s.Launch(engine.Key{}, w, 1, &at, 7))
		for token := range s.Launched(w, 0) {
			require.NoError(t, s.Complete(w, token, 8))
		}
		require.NoError(t, w.Advance(1))
		given := at
		result, arrived, failed, err := s.Take(engine.Key{}, w, 1, &at)
		require.NoError(t, err)
		assert.Equal(t, []any{8, true, false}, []any{result, arrived, failed})
		require.NoError(t, w.Advance(1))
		return given
	}
	assert.Equal(t, Token(1), use())
	deskOf(w, s).slots[0].generation = math.MaxUint32 - 1
	assert.Equal(t, Token((math.MaxUint32-1)<<32|1), use())
	last := use()
	assert.Equal(t, Token(math.MaxUint32<<32|1), last)
	assert.Equal(t, Token(2), use())
	assert.Equal(t, Token(1<<32|2), use())
	require.Error(t, s.Complete(w, last, 8))
}

// Requests that are cancelled in the queue do not stay there, nor cancellations that the system does not fetch.
func TestLinesAreTidied(t *testing.T) {
	w, s := New(Options{}), &System[int, int]{Name: "IDLE"}
	var at [50]Token
	for frame := range 100 {
		for i := range at {
			require.NoError(t, s.Launch(engine.Key{}, w, AgentID(i), &at[i], i))
		}
		handed := 0
		for token := range s.Launched(w, 25) {
			handed++
			if frame%2 == 1 {
				require.NoError(t, s.Complete(w, token, 1))
			}
		}
		assert.Equal(t, 25, handed)
		for i := range at {
			s.Cancel(engine.Key{}, w, AgentID(i), &at[i])
		}
		require.NoError(t, w.Advance(1))
	}
	d := deskOf(w, s)
	assert.Less(t, len(d.launched.all()), 100)
	assert.Len(t, d.cancelled.all(), 25*50, "neither completed nor told")
	assert.Less(t, len(d.slots), 25*50+200)
	told := 0
	for range s.Cancelled(w) {
		told++
	}
	assert.Equal(t, 25*50, told)
	assert.Equal(t, uint64(25*50), w.Stats().Stale, "the others were completed, then cancelled")
}

// Nothing grows if the system fetches nothing, or never fetches cancellations.
func TestLinesAreTidiedUnasked(t *testing.T) {
	w, s := New(Options{}), &System[int, int]{Name: "IDLE"}
	var at [10]Token
	for frame := range 400 {
		for i := range at {
			require.NoError(t, s.Launch(engine.Key{}, w, AgentID(i), &at[i], i))
		}
		var handed []Token
		if frame < 200 {
			for token := range s.Launched(w, 0) {
				handed = append(handed, token)
			}
		}
		require.NoError(t, w.Advance(1))
		for i := range at {
			s.Cancel(engine.Key{}, w, AgentID(i), &at[i])
		}
		require.NoError(t, w.Advance(1))
		for _, token := range handed {
			require.NoError(t, s.Complete(w, token, 1))
		}
	}
	d := deskOf(w, s)
	assert.Less(t, len(d.launched.all()), 50)
	assert.Less(t, len(d.cancelled.all()), 50)
	assert.Less(t, len(d.slots), 50)
	assert.Equal(t, uint64(2000), w.Stats().Stale)
	for range s.Cancelled(w) {
		t.Error("it was completed")
	}
}
