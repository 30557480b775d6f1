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

// This file is values of the user's types. One without pointers is written as it lies in memory, and goes by the form of
// its type; one with pointers writes and reads itself, by encoding.BinaryMarshaler and BinaryUnmarshaler. A string
// needs neither; of a pointer it is what it points to that has them, and it may be nil.

// ErrNoMarshaler is the error for a type with pointers that cannot write and read itself.
var ErrNoMarshaler = errors.New("it has pointers and no MarshalBinary and UnmarshalBinary")

// Form is a hash of a type's name and fields: two types of one form have the same bytes, whatever program they are in.
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

// Bools reports whether all bools in a value without pointers are true or false: other bytes are no bool.
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

// marshaler is what writes and reads a value; nil for a nil pointer, which with point is made to point at something.
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

// Marshal is a value with pointers as bytes.
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

// Unmarshal makes a new value have the bytes that Marshal made.
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
