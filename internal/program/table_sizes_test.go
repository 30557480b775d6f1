package program

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/usercode"
)

// The sizes that MemoryRequirements counts with are those of a 64-bit machine.
func TestTableSizes(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("this machine has other sizes")
	}
	for _, row := range []struct {
		is   uintptr
		want int
	}{
		{unsafe.Sizeof(Place(0)), placeSize}, {unsafe.Sizeof(Spot{}), spotSize}, {unsafe.Sizeof(Ask{}), askSize},
		{unsafe.Sizeof(Code{}), codeSize}, {unsafe.Sizeof(Quick{}), quickSize}, {unsafe.Sizeof(Step{}), stepSize},
		{unsafe.Sizeof(facts{}), factsSize}, {unsafe.Sizeof(refs{}), refsSize}, {unsafe.Sizeof(condition{}), conditionSize},
		{unsafe.Sizeof(group{}), groupSize}, {unsafe.Sizeof(declaration.Modifiers{}), modifiersSize}, {unsafe.Sizeof(Parts{}), partsSize},
		{unsafe.Sizeof(usercode.Behavior{}), behaviorSize}, {unsafe.Sizeof(dblock{}), dblockSize}, {unsafe.Sizeof(Jump{}), jumpSize},
		{unsafe.Sizeof(Carry{}), carrySize}, {unsafe.Sizeof(gateAt{}), gateSize}, {unsafe.Sizeof(squadAt{}), squadSize},
		{unsafe.Sizeof(event.Label{}), labelSize}, {unsafe.Sizeof(any(nil)), sourceSize}, {unsafe.Sizeof(usercode.Key{}), keySize},
		{unsafe.Sizeof(declaredChecks{}), checksSize},
	} {
		assert.Equal(t, row.want, int(row.is))
	}
}
