package description

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
)

// Type describes the type of a behavior's block, a DBlock or a blackboard value, in enough detail to read its bytes.
type Type struct {
	Name     string  `json:"name"`     // "nest.target"
	Kind     string  `json:"kind"`     // as reflect names it: "struct", "float64"
	Size     int     `json:"size"`     // bytes
	Align    int     `json:"align"`    // bytes
	Pointers bool    `json:"pointers"` // its values lie outside the agent's bytes and cannot be read from them
	Form     uint64  `json:"form"`     // a hash of name and fields; 0 with Pointers
	Len      int     `json:"len"`      // of an array
	Fields   []Field `json:"fields"`   // of a struct; for an array one, which describes the element
}

// Field describes a field of a struct, or the element of an array.
type Field struct {
	Name   string  `json:"name"` // "" for an element
	Type   string  `json:"type"` // "world.AgentID"
	Kind   string  `json:"kind"` // "uint64"
	Offset int     `json:"offset"`
	Size   int     `json:"size"`
	Len    int     `json:"len"`
	Fields []Field `json:"fields"`
}

// FieldValue is a field and its value as text.
type FieldValue struct {
	Name  string `json:"name"` // "Target", "At.X", "Seen[3]"; "" for a value without fields
	Type  string `json:"type"`
	Value string `json:"value"`
}

// field is the type as a field without a name.
func (t *Type) field() Field {
	return Field{Type: t.Name, Kind: t.Kind, Size: t.Size, Len: t.Len, Fields: t.Fields}
}

// maxElements limits the elements shown of an array, and maxShown all values; the rest is "…".
const (
	maxElements = 64
	maxShown    = 1024
)

// Text formats a value as fmt's %+v does: "{Target:7 Left:0.5}". Pointers, and bytes too few for the type, are shown
// as "?". Long values are cut off.
func (t *Type) Text(value []byte) string {
	f := t.field()
	shown := 0
	return string(f.appendText(nil, value, &shown))
}

// Values returns the fields of a value, including those of inner structs and arrays: (At.X, 3), (Seen[0], true).
func (t *Type) Values(value []byte) []FieldValue {
	f := t.field()
	return f.appendValues(nil, "", value)
}

// part is the bytes of a field at an offset; nil if they end too early.
func (f *Field) part(value []byte, offset int) []byte {
	if offset < 0 || f.Size < 0 || offset > len(value) || f.Size > len(value)-offset {
		return nil
	}
	return value[offset : offset+f.Size : offset+f.Size]
}

func (f *Field) appendText(dst, value []byte, shown *int) []byte {
	if *shown++; *shown > maxShown {
		return append(dst, "…"...)
	}
	switch {
	case f.isArray():
		dst = append(dst, '[')
		for i := range min(f.Len, maxElements) {
			if i > 0 {
				dst = append(dst, ' ')
			}
			e := &f.Fields[0]
			dst = e.appendText(dst, e.part(value, i*e.Size), shown)
		}
		if f.Len > maxElements {
			dst = append(dst, " …"...)
		}
		return append(dst, ']')
	case f.Kind == "struct":
		dst = append(dst, '{')
		for i := range f.Fields {
			if i > 0 {
				dst = append(dst, ' ')
			}
			field := &f.Fields[i]
			dst = append(append(dst, field.Name...), ':')
			dst = field.appendText(dst, field.part(value, field.Offset), shown)
		}
		return append(dst, '}')
	}
	return f.appendNumber(dst, value)
}

func (f *Field) isArray() bool { return f.Kind == "array" && len(f.Fields) == 1 }

func (f *Field) appendValues(dst []FieldValue, name string, value []byte) []FieldValue {
	if len(dst) >= maxShown {
		return dst
	}
	switch {
	case f.isArray():
		e := &f.Fields[0]
		for i := range min(f.Len, maxElements) {
			dst = e.appendValues(dst, name+"["+strconv.Itoa(i)+"]", e.part(value, i*e.Size))
		}
		if f.Len > maxElements {
			dst = append(dst, FieldValue{Name: name + "[" + strconv.Itoa(maxElements) + "…]", Type: e.Type, Value: "…"})
		}
		return dst
	case f.Kind == "struct":
		if name != "" {
			name += "."
		}
		for i := range f.Fields {
			field := &f.Fields[i]
			dst = field.appendValues(dst, name+field.Name, field.part(value, field.Offset))
		}
		return dst
	}
	return append(dst, FieldValue{Name: name, Type: f.Type, Value: string(f.appendNumber(nil, value))})
}

// appendNumber appends a value that is neither struct nor array. Its bytes are in this machine's order.
func (f *Field) appendNumber(dst, value []byte) []byte {
	value = f.part(value, 0)
	bits, ok := word(value)
	if size, known := kindSizes[f.Kind]; !ok || !known || size > 0 && size != len(value) || size == 0 && len(value) > word8 {
		return append(dst, '?')
	}
	switch size := len(value); f.Kind {
	case "bool":
		return strconv.AppendBool(dst, bits != 0)
	case "int", "int8", "int16", "int32", "int64":
		unused := 64 - 8*size
		return strconv.AppendInt(dst, int64(bits<<unused)>>unused, 10)
	case "uint", "uint8", "uint16", "uint32", "uint64", "uintptr":
		return strconv.AppendUint(dst, bits, 10)
	case "float32":
		return fmt.Append(dst, math.Float32frombits(uint32(bits)))
	case "float64":
		return fmt.Append(dst, math.Float64frombits(bits))
	case "complex64":
		n := binary.NativeEndian
		return fmt.Append(dst, complex(math.Float32frombits(n.Uint32(value)), math.Float32frombits(n.Uint32(value[4:]))))
	case "complex128":
		low, _ := word(value[8:])
		return fmt.Append(dst, complex(math.Float64frombits(bits), math.Float64frombits(low)))
	}
	return append(dst, '?')
}

// word8 is the size of the words of an agent's memory.
const word8 = 8

// word is a number of 1, 2, 4 or 8 bytes, or the first half of one of 16.
func word(value []byte) (uint64, bool) {
	n := binary.NativeEndian
	switch len(value) {
	case 1:
		return uint64(value[0]), true
	case 2:
		return uint64(n.Uint16(value)), true
	case 4:
		return uint64(n.Uint32(value)), true
	case 8, 16:
		return n.Uint64(value), true
	}
	return 0, false
}
