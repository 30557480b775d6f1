package nest

import (
	"encoding"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAPatrolIsSavedAndLoaded(t *testing.T) {
	var _ encoding.BinaryMarshaler = (*patrolBlock)(nil)
	b := patrolBlock{Route: []Vec{{1, 2}, {3, 4}, {-0.5, 1e9}}, Next: 2}
	data, err := b.MarshalBinary()
	require.NoError(t, err)
	var back patrolBlock
	require.NoError(t, back.UnmarshalBinary(data))
	assert.Equal(t, b, back)
	for n := range data {
		switch n {
		case 4 + 16, 4 + 32: // shorter routes, which end before Next
			assert.ErrorContains(t, back.UnmarshalBinary(data[:n]), "beyond")
		default:
			assert.Error(t, back.UnmarshalBinary(data[:n]), "%d bytes", n)
		}
	}
	data[0] = 3
	assert.ErrorContains(t, back.UnmarshalBinary(data), "beyond its route")
}

func TestPlacesAreSavedToTheLastBit(t *testing.T) {
	v, back := Vec{0.1, -3e-300}, Vec{}
	data, err := v.MarshalBinary()
	require.NoError(t, err)
	require.NoError(t, back.UnmarshalBinary(data))
	assert.Equal(t, v, back)
	assert.Error(t, back.UnmarshalBinary(data[:15]))
}
