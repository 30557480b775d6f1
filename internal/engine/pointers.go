package engine

import "reflect"

// HasPointers reports whether values of type t hold pointers for the garbage collector. Such values cannot lie in plain
// bytes, neither in a stimulus nor in an agent's packed memory.
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
