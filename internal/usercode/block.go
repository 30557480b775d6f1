package usercode

import (
	"reflect"
	"unsafe"

	"github.com/decidertree/decidertree/internal/engine"
)

// Block describes the memory of a behavior, a DBlock or a blackboard key: its layout and how to make, clear and copy it.
type Block struct {
	Type     reflect.Type
	Size     uintptr // in bytes; 0 for no block
	Align    uintptr
	Pointers bool                  // it has pointers, so it cannot lie in plain bytes
	Resets   bool                  // Clear is the user's Reset
	New      func() unsafe.Pointer // allocates a zero value on the heap
	Clear    func(unsafe.Pointer)  // the user's Reset, or zeroing
	Copy     func(dst, src unsafe.Pointer)
}

// BlockOf returns the Block of type M. Clear calls reset, or zeroes the value if reset is nil.
func BlockOf[M any](reset func(*M)) Block {
	t := reflect.TypeFor[M]()
	b := Block{
		Type: t, Size: t.Size(), Align: uintptr(t.Align()), Pointers: engine.HasPointers(t),
		New:   func() unsafe.Pointer { return unsafe.Pointer(new(M)) },
		Clear: func(p unsafe.Pointer) { var zero M; *(*M)(p) = zero },
		Copy:  func(dst, src unsafe.Pointer) { *(*M)(dst) = *(*M)(src) },
	}
	if reset != nil {
		b.Clear, b.Resets = func(p unsafe.Pointer) { reset((*M)(p)) }, true
	}
	return b
}
