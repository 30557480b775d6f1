package program_test

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/internal/program"
)

// The tables that every tick reads are made of cache lines; what they take is decided, not drifted into.
func TestEngineSizes(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("the sizes are those of 64-bit machines")
	}
	assert.Equal(t, 64, int(unsafe.Sizeof(program.Ask{})), "a candidate is one cache line")
	assert.Equal(t, 24, int(unsafe.Sizeof(program.Spot{})))
	assert.Equal(t, 64, int(unsafe.Sizeof(program.Code{})), "a behavior is one cache line")
	assert.Equal(t, 40, int(unsafe.Sizeof(program.Before{})))
	assert.Equal(t, 80, int(unsafe.Sizeof(program.Quick{})))
	assert.Equal(t, 48, int(unsafe.Sizeof(program.Step{})))
	assert.Equal(t, 2, int(unsafe.Sizeof(program.Place(0))))
}

// What an agent's memory is made of is the same on every machine.
func TestAgentSizes(t *testing.T) {
	assert.Equal(t, 8, int(unsafe.Sizeof(program.Header{})))
	assert.Equal(t, 16, int(unsafe.Sizeof(program.Frame{})))
	assert.Equal(t, 8, int(program.StartSize))
	assert.Equal(t, 8, int(unsafe.Sizeof(program.Repetition{})), "for each place with a Repeat")
	assert.Equal(t, 8, int(program.TallySize), "for each Concurrent group")
	assert.Equal(t, 8, int(unsafe.Sizeof(program.Pending{})), "for each group below which something has a Leave")
}
