package decider_test

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/description"
)

// described is the description of a type, after a way through JSON, and a value's bytes.
func described[T any](t *testing.T, value *T) (*description.Type, []byte) {
	t.Helper()
	key := blackboard.Key[T]{Name: "key"}
	d := decider.MustInitializeTreeData(&plain{Name: "ROOT", Keys: decider.Keys{&key}, Behavior: &idle}).Describe()
	text, err := json.Marshal(d)
	require.NoError(t, err)
	var again description.Tree
	require.NoError(t, json.Unmarshal(text, &again))
	require.NoError(t, again.Validate())
	return &again.Keys[0].Type, unsafe.Slice((*byte)(unsafe.Pointer(value)), unsafe.Sizeof(*value))
}

func checkText[T any](t *testing.T, values ...T) {
	t.Helper()
	for i := range values {
		of, bytes := described(t, &values[i])
		assert.Equal(t, fmt.Sprintf("%+v", values[i]), of.Text(bytes))
		assert.Equal(t, reflect.TypeFor[T]().String(), of.Name)
		assert.NotPanics(t, func() { of.Text(bytes[:len(bytes)/2]); of.Values(bytes[:len(bytes)/2]) })
	}
}

// Bytes are shown as fmt shows the value.
func TestTextOfTypes(t *testing.T) {
	checkText(t, true, false)
	checkText(t, 0, -1, math.MinInt, math.MaxInt)
	checkText[int8](t, -128, 127)
	checkText[int16](t, -32768)
	checkText[int32](t, -1)
	checkText[int64](t, math.MinInt64)
	checkText[uint](t, math.MaxUint)
	checkText[uint8](t, 200)
	checkText[uint16](t, 60000)
	checkText[uint32](t, 1<<31)
	checkText[uint64](t, math.MaxUint64)
	checkText[uintptr](t, 3)
	checkText[float32](t, 0.1, 1e30)
	checkText(t, 0.1, math.NaN(), math.Inf(-1), 1e6, 1e21)
	checkText[complex64](t, 1-2i)
	checkText(t, 1-2i)
	checkText(t, struct{}{})
	checkText(t, [3]int{1, 2, 3})
	checkText(t, [0]int{})
	checkText(t, manifold{Seen: [3]bool{true, false, true}, At: pathOf{1, 2}, Path: [2]pathOf{{}, {5, 6}}, Left: -3, Mind: 2i, Count: 9})
	checkText(t, [2][2]pathOf{{{1, 2}}, {{}, {3, 4}}})
}

func TestValuesOfTypes(t *testing.T) {
	of, bytes := described(t, &manifold{Seen: [3]bool{true, false, true}, At: pathOf{1, 2}, Left: -3})
	assert.Equal(t, []description.FieldValue{
		{Name: "Seen[0]", Type: "bool", Value: "true"}, {Name: "Seen[1]", Type: "bool", Value: "false"}, {Name: "Seen[2]", Type: "bool", Value: "true"},
		{Name: "At.X", Type: "float32", Value: "1"}, {Name: "At.Y", Type: "float32", Value: "2"},
		{Name: "Path[0].X", Type: "float32", Value: "0"}, {Name: "Path[0].Y", Type: "float32", Value: "0"}, {Name: "Path[1].X", Type: "float32", Value: "0"}, {Name: "Path[1].Y", Type: "float32", Value: "0"},
		{Name: "Left", Type: "int16", Value: "-3"}, {Name: "Mind", Type: "complex64", Value: "(0+0i)"}, {Name: "Count", Type: "uint64", Value: "0"},
	}, of.Values(bytes))
	assert.Equal(t, "?", of.Values(nil)[0].Value)

	number := 7
	of, bytes = described(t, &number)
	assert.Equal(t, []description.FieldValue{{Name: "", Type: "int", Value: "7"}}, of.Values(bytes))

	route := []int{1}
	of, bytes = described(t, &route)
	assert.True(t, of.Pointers)
	assert.Equal(t, "?", of.Text(bytes))

	var long [4000]uint16
	of, bytes = described(t, &long)
	assert.Len(t, of.Values(bytes), 65)
	assert.Equal(t, description.FieldValue{Name: "[64…]", Type: "uint16", Value: "…"}, of.Values(bytes)[64])
	assert.Less(t, len(of.Text(bytes)), 200)
}
