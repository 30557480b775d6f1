package engine

import (
	"reflect"
	"unsafe"
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
		Type: t, Size: t.Size(), Align: uintptr(t.Align()), Pointers: HasPointers(t),
		New:   func() unsafe.Pointer { return unsafe.Pointer(new(M)) },
		Clear: func(p unsafe.Pointer) { var zero M; *(*M)(p) = zero },
		Copy:  func(dst, src unsafe.Pointer) { *(*M)(dst) = *(*M)(src) },
	}
	if reset != nil {
		b.Clear = func(p unsafe.Pointer) { reset((*M)(p)) }
	}
	return b
}

// HasPointers reports whether a value of type t holds anything the garbage collector must follow. Such
// values cannot lie in plain bytes: not in a stimulus, not in an agent's packed memory.
func HasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return false
	case reflect.Array:
		return t.Len() > 0 && HasPointers(t.Elem())
	case reflect.Struct:
		for field := range t.Fields() {
			if HasPointers(field.Type) {
				return true
			}
		}
		return false
	}
	return true
}
