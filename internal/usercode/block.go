package usercode

import (
	"reflect"
	"unsafe"

	"github.com/decidertree/decidertree/internal/engine"
)

// Block says how a behavior's, a DBlock's or a blackboard key's memory is laid out and kept.
type Block struct {
	Type     reflect.Type
	Size     uintptr // bytes; 0 for none
	Align    uintptr
	Pointers bool                  // it cannot lie in plain bytes
	New      func() unsafe.Pointer // a zero one on the heap
	Clear    func(unsafe.Pointer)  // makes it as new: the user's Reset, or zeroing
	Copy     func(dst, src unsafe.Pointer)
}

// BlockOf is the Block of a type; reset makes one as new, nil zeroes it.
func BlockOf[M any](reset func(*M)) Block {
	t := reflect.TypeFor[M]()
	b := Block{
		Type: t, Size: t.Size(), Align: uintptr(t.Align()), Pointers: engine.HasPointers(t),
		New:   func() unsafe.Pointer { return unsafe.Pointer(new(M)) },
		Clear: func(p unsafe.Pointer) { var zero M; *(*M)(p) = zero },
		Copy:  func(dst, src unsafe.Pointer) { *(*M)(dst) = *(*M)(src) },
	}
	if reset != nil {
		b.Clear = func(p unsafe.Pointer) { reset((*M)(p)) }
	}
	return b
}
