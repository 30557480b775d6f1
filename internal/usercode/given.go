package usercode

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"unsafe"
)

// Given is the parameter of a behavior.Given, for people and tools.
type Given struct {
	Type string          // of the value
	Text string          // the value as fmt's %+v and a string in quotes; its type if it is not plain data
	JSON json.RawMessage // the value, unexported fields included; nil if it is not plain data
}

// Give returns the behavior of a WithDBlock that always starts with the same value. The value lies behind the pointer
// and must not change.
func Give(b Behavior, value reflect.Value) Behavior {
	at, taking := value.UnsafePointer(), b.ActivateTaking
	if taking != nil {
		b.ActivateTaking = nil
		b.ActivateBlock = func(c *Context, block unsafe.Pointer) uint8 { return taking(c, at, block) }
	}
	b.Given = givenOf(value.Elem())
	return b
}

// IsNil reports whether an interface holds nothing or a nil pointer.
func IsNil(v any) bool {
	if v == nil {
		return true
	}
	r := reflect.ValueOf(v)
	return r.Kind() == reflect.Pointer && r.IsNil()
}

func givenOf(v reflect.Value) *Given {
	g := &Given{Type: v.Type().String()}
	var plain bool
	if g.JSON, plain = appendJSON(nil, v); !plain {
		g.Text, g.JSON = g.Type, nil
		return g
	}
	g.Text = fmt.Sprintf("%+v", v.Interface())
	if v.Kind() == reflect.String {
		g.Text = strconv.Quote(g.Text)
	}
	return g
}

// appendJSON appends a value as JSON. It reports whether the value is plain data: numbers, bools and strings, and arrays,
// slices and structs of these. encoding/json would leave out unexported fields.
func appendJSON(dst []byte, v reflect.Value) ([]byte, bool) {
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool()), true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(dst, v.Int(), 10), true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return strconv.AppendUint(dst, v.Uint(), 10), true
	case reflect.Float32, reflect.Float64:
		if f := v.Float(); math.Abs(f) <= math.MaxFloat64 {
			return strconv.AppendFloat(dst, f, 'g', -1, v.Type().Bits()), true
		}
		return strconv.AppendQuote(dst, fmt.Sprint(v.Float())), true // JSON has no NaN and no infinities
	case reflect.String:
		quoted, err := json.Marshal(v.String())
		return append(dst, quoted...), err == nil
	case reflect.Array, reflect.Slice:
		return appendJSONAll(dst, '[', ']', v.Len(), func(dst []byte, i int) ([]byte, bool) { return appendJSON(dst, v.Index(i)) })
	case reflect.Struct:
		return appendJSONAll(dst, '{', '}', v.NumField(), func(dst []byte, i int) ([]byte, bool) {
			return appendJSON(append(strconv.AppendQuote(dst, v.Type().Field(i).Name), ':'), v.Field(i))
		})
	}
	return dst, false
}

// appendJSONAll appends n elements between brackets. It stops at one that is not plain data.
func appendJSONAll(dst []byte, open, end byte, n int, element func(dst []byte, i int) ([]byte, bool)) (_ []byte, plain bool) {
	dst = append(dst, open)
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		if dst, plain = element(dst, i); !plain {
			return dst, false
		}
	}
	return append(dst, end), true
}
