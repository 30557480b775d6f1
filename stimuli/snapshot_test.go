package stimuli_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/stimuli"
)

type savedHit struct {
	By     int32
	Ranged bool
}

const (
	savedHits stimuli.StimuliFlags = 1 << iota
	savedNotes
)

const savedHitKind = stimuli.Kind[savedHit](savedHits)

func TestSetsAreSavedWithTheirData(t *testing.T) {
	set := stimuli.NewSet(6)
	set.Update(3)
	for i := range 5 {
		require.NoError(t, set.Add(savedHitKind.New(savedHit{By: int32(i), Ranged: i%2 == 1}, float64(i)+0.5)))
	}
	require.NoError(t, set.Add(stimuli.Note(savedNotes, math.Inf(1))))
	data, err := set.MarshalBinary()
	require.NoError(t, err)

	back := stimuli.NewSet(6)
	require.NoError(t, back.UnmarshalBinary(data))
	again, err := back.MarshalBinary()
	require.NoError(t, err)
	assert.Equal(t, data, again, "the same bytes again")
	newest, ok := savedHitKind.Get(back)
	assert.True(t, ok)
	assert.Equal(t, savedHit{By: 4}, newest)
	_, ok = stimuli.Kind[int32](savedHits).Get(back)
	assert.False(t, ok, "it is no other type")
	assert.Equal(t, savedHits|savedNotes, back.Update(4))
	var by []int32
	for hit := range savedHitKind.All(back) {
		by = append(by, hit.By)
	}
	assert.Equal(t, []int32{4}, by, "the others have reached their end")

	small := &stimuli.Set{}
	require.NoError(t, small.UnmarshalBinary(data))
	assert.Equal(t, 4, small.Len())
	by = nil
	for hit := range savedHitKind.All(small) {
		by = append(by, hit.By)
	}
	assert.Equal(t, []int32{4, 3, 2}, by, "those nearest their end are left out")
}

func TestBytesThatAreNoSet(t *testing.T) {
	set := stimuli.NewSet(4)
	require.NoError(t, set.Add(savedHitKind.New(savedHit{Ranged: true}, 1)))
	data, err := set.MarshalBinary()
	require.NoError(t, err)
	for n := range data {
		assert.ErrorIs(t, set.UnmarshalBinary(data[:n]), stimuli.ErrSnapshot)
		changed := append([]byte{}, data...)
		changed[n] ^= 0x40
		assert.ErrorIs(t, set.UnmarshalBinary(changed), stimuli.ErrSnapshot)
	}
	assert.Equal(t, 1, set.Len(), "nothing has changed")
	assert.ErrorIs(t, (*stimuli.Set)(nil).UnmarshalBinary(data), stimuli.ErrNilSet)
}
