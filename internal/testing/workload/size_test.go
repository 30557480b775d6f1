package workload_test

import (
	"testing"
	"unsafe"

	"github.com/decidertree/decidertree/internal/testing/workload"
)

func TestCreaturesLieAlike(t *testing.T) {
	if size := unsafe.Sizeof(workload.Creature{}); size != 256 {
		t.Errorf("a creature is %d bytes, want 256", size)
	}
}
