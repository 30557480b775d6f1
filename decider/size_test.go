package decider

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
)

// The engine's tables are read by every tick of every agent; what they take is decided, not drifted into.
func TestEngineSizes(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("the sizes are those of 64-bit machines")
	}
	assert.Equal(t, 64, int(unsafe.Sizeof(ask[int]{})), "a candidate is one cache line")
	assert.Equal(t, 48, int(unsafe.Sizeof(node[int]{})))
	assert.Equal(t, 40, int(unsafe.Sizeof(before{})))
	assert.Equal(t, 72, int(unsafe.Sizeof(quick[int]{})))
	assert.Equal(t, 56, int(unsafe.Sizeof(step[int]{})))
	assert.Equal(t, 2, int(unsafe.Sizeof(place(0))))
}

// What an agent's memory is made of is the same on every machine.
func TestAgentSizes(t *testing.T) {
	assert.Equal(t, 8, int(unsafe.Sizeof(header{})))
	assert.Equal(t, 16, int(unsafe.Sizeof(frame{})))
	assert.Equal(t, 8, int(startSize))
	assert.Equal(t, 8, int(unsafe.Sizeof(repetition{})), "for each place with a Repeat")
	assert.Equal(t, 8, int(tallySize), "for each Concurrent group")
	assert.Equal(t, 8, int(unsafe.Sizeof(pending{})), "for each group below which something has a Leave")
}
