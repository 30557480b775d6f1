package description

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ErrValue is wrapped by the error for a field or text that does not fit a type.
var ErrValue = errors.New("description: no such value")

// Set sets a part of a value, given as its bytes, from text. field is a name of [Type.Values], and text is in the form of its
// values. An error, which wraps [ErrValue], says what would fit; then nothing has changed.
func (t *Type) Set(value []byte, field, text string) error {
	if t.Pointers {
		return fmt.Errorf("%w: values of type %s have pointers, and lie elsewhere", ErrValue, t.Name)
	}
	f := t.field()
	var names []string
	at, part := f.find("", field, value, &names)
	if at == nil {
		return fmt.Errorf("%w: type %s has no field %q; it has %s", ErrValue, t.Name, field, strings.Join(names, ", "))
	}
	return at.setNumber(part, strings.TrimSpace(text))
}

// mostNames are listed in an error.
const mostNames = 24

// find finds the field of a name that is neither struct nor array, and its bytes. It collects the names it passes.
func (f *Field) find(name, wanted string, value []byte, names *[]string) (*Field, []byte) {
	switch {
	case f.isArray():
		e := &f.Fields[0]
		for i := range min(f.Len, mostNames) {
			if at, part := e.find(name+"["+strconv.Itoa(i)+"]", wanted, e.part(value, i*e.Size), names); at != nil {
				return at, part
			}
		}
		rest, ours := strings.CutPrefix(wanted, name+"[")
		number, _, closed := strings.Cut(rest, "]")
		if i, err := strconv.Atoi(number); ours && closed && err == nil && i >= mostNames && i < f.Len {
			return e.find(name+"["+number+"]", wanted, e.part(value, i*e.Size), names)
		}
		return nil, nil
	case f.Kind == "struct":
		if name != "" {
			name += "."
		}
		for i := range f.Fields {
			field := &f.Fields[i]
			if at, part := field.find(name+field.Name, wanted, field.part(value, field.Offset), names); at != nil {
				return at, part
			}
		}
		return nil, nil
	case name == wanted:
		return f, f.part(value, 0)
	}
	switch {
	case name == "":
		name = `"", as it has no fields`
	case len(*names) == mostNames:
		name = "…"
	}
	if len(*names) <= mostNames {
		*names = append(*names, name)
	}
	return nil, nil
}

// setNumber sets a value that is neither struct nor array. Its bytes are in this machine's order.
func (f *Field) setNumber(value []byte, text string) error {
	bits := 8 * len(value)
	var x uint64
	var err error
	expected := "a whole number"
	switch f.Kind {
	case "bool":
		var is bool
		expected = "true or false"
		if is, err = strconv.ParseBool(text); is {
			x = 1
		}
	case "int", "int8", "int16", "int32", "int64":
		var n int64
		if bits > 0 {
			expected = fmt.Sprintf("a whole number from %d to %d", int64(math.MinInt64)>>(64-bits), int64(math.MaxInt64)>>(64-bits))
		}
		n, err = strconv.ParseInt(text, 10, max(bits, 1))
		x = uint64(n)
	case "uint", "uint8", "uint16", "uint32", "uint64", "uintptr":
		if bits > 0 {
			expected = fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64)>>(64-bits))
		}
		x, err = strconv.ParseUint(text, 10, max(bits, 1))
	case "float32":
		var n float64
		expected = "a number"
		n, err = strconv.ParseFloat(text, 32)
		x = uint64(math.Float32bits(float32(n)))
	case "float64":
		var n float64
		expected = "a number"
		n, err = strconv.ParseFloat(text, 64)
		x = math.Float64bits(n)
	default:
		return fmt.Errorf("%w: a %s cannot be set from text", ErrValue, f.Type)
	}
	if err != nil {
		return fmt.Errorf("%w: %q is not of type %s, which needs %s", ErrValue, clip(text), f.Type, expected)
	}
	n := binary.NativeEndian
	switch len(value) {
	case 1:
		value[0] = byte(x)
	case 2:
		n.PutUint16(value, uint16(x))
	case 4:
		n.PutUint32(value, uint32(x))
	case 8:
		n.PutUint64(value, x)
	default:
		return fmt.Errorf("%w: a %s of %d bytes cannot be set", ErrValue, f.Type, len(value))
	}
	return nil
}

// clip shortens text for an error.
func clip(text string) string {
	if len(text) > 80 {
		return text[:80] + "…"
	}
	return text
}
