package blackboard

import (
	"fmt"
	"reflect"
	"strconv"
	"unsafe"
)

// appendValue appends a value as text. Going by its address, numbers, bools and strings are not put into an
// interface, which would allocate.
func appendValue[T any](dst []byte, value unsafe.Pointer) []byte {
	at := any((*T)(value))
	switch at.(type) {
	case fmt.Formatter, fmt.Stringer, error:
		return fmt.Appendf(dst, "%+v", at) // by its address, so that a method of *T counts as well
	}
	switch v := reflect.ValueOf(at).Elem(); v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(dst, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return strconv.AppendUint(dst, v.Uint(), 10)
	case reflect.Float32:
		return strconv.AppendFloat(dst, v.Float(), 'g', -1, 32)
	case reflect.Float64:
		return strconv.AppendFloat(dst, v.Float(), 'g', -1, 64)
	case reflect.String:
		return strconv.AppendQuote(dst, v.String())
	}
	return fmt.Appendf(dst, "%+v", *(*T)(value))
}
