package snapshot

import (
	"encoding"
	"errors"
	"fmt"
	"hash/fnv"
	"reflect"
	"strings"
	"unsafe"
)

// This file writes values of user types. A value without pointers is written as its bytes in memory and identified by the
// form of its type. A value with pointers must implement encoding.BinaryMarshaler and BinaryUnmarshaler. A string needs
// neither. For a pointer, which may be nil, the type it points to must implement them.

// ErrNoMarshaler is the error for a type with pointers that does not implement the two interfaces.
var ErrNoMarshaler = errors.New("it has pointers and no MarshalBinary and UnmarshalBinary")

// Form returns a hash of a type's name and fields. Types of the same form have the same bytes in all programs.
func Form(t reflect.Type) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(t.String() + " " + spell(t)))
	return h.Sum64()
}

func spell(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), spell(t.Elem()))
	case reflect.Struct:
		var b strings.Builder
		for field := range t.Fields() {
			fmt.Fprintf(&b, "%s %s@%d;", field.Name, spell(field.Type), field.Offset)
		}
		return fmt.Sprintf("{%s}%d", b.String(), t.Size())
	}
	return fmt.Sprintf("%v%d", t.Kind(), t.Size())
}

// Bools reports whether all bools in a value without pointers are 0 or 1: no other byte is a bool.
func Bools(t reflect.Type, value unsafe.Pointer) bool {
	switch t.Kind() {
	case reflect.Bool:
		return *(*byte)(value) <= 1
	case reflect.Array:
		for i := range t.Len() {
			if !hasBools(t.Elem()) {
				break
			}
			if !Bools(t.Elem(), unsafe.Add(value, uintptr(i)*t.Elem().Size())) {
				return false
			}
		}
	case reflect.Struct:
		for field := range t.Fields() {
			if hasBools(field.Type) && !Bools(field.Type, unsafe.Add(value, field.Offset)) {
				return false
			}
		}
	}
	return true
}

func hasBools(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool:
		return true
	case reflect.Array:
		return hasBools(t.Elem())
	case reflect.Struct:
		for field := range t.Fields() {
			if hasBools(field.Type) {
				return true
			}
		}
	}
	return false
}

// marshaler returns the value that implements the interfaces: nil for a nil pointer, unless point allocates its target.
func marshaler(t reflect.Type, value unsafe.Pointer, point bool) (any, error) {
	v := reflect.NewAt(t, value)
	if t.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	_, writes := v.Interface().(encoding.BinaryMarshaler)
	_, reads := v.Interface().(encoding.BinaryUnmarshaler)
	if !writes || !reads {
		return nil, ErrNoMarshaler
	}
	if v.IsNil() {
		if !point {
			return nil, nil
		}
		v.Set(reflect.New(t.Elem()))
	}
	return v.Interface(), nil
}

// Marshal returns a value with pointers as bytes.
func Marshal(t reflect.Type, value unsafe.Pointer) (data []byte, err error) {
	if t.Kind() == reflect.String {
		return []byte(*(*string)(value)), nil
	}
	m, err := marshaler(t, value, false)
	if m == nil || err != nil {
		return nil, err
	}
	defer contain(&err)
	data, err = m.(encoding.BinaryMarshaler).MarshalBinary()
	return append([]byte{1}, data...), err
}

// Unmarshal sets a new value from the bytes of Marshal.
func Unmarshal(t reflect.Type, value unsafe.Pointer, data []byte) (err error) {
	switch {
	case t.Kind() == reflect.String:
		*(*string)(value) = string(data)
		return nil
	case len(data) == 0 && t.Kind() == reflect.Pointer:
		return nil
	case len(data) == 0 || data[0] != 1:
		return errors.New("it is empty")
	}
	m, err := marshaler(t, value, true)
	if err != nil {
		return err
	}
	defer contain(&err)
	return m.(encoding.BinaryUnmarshaler).UnmarshalBinary(data[1:])
}

// contain turns a panic into an error.
func contain(err *error) {
	if value := recover(); value != nil {
		*err = fmt.Errorf("it panicked: %v", value)
	}
}
