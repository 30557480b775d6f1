package plain

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Whatever is set in a declaration is set in its copies, also a field that is added later.
func TestCopiesHaveEveryField(t *testing.T) {
	apart := map[string]bool{"Name": true, "Children": true, "Copy": true, "Sources": true, "Within": true, "Flaws": true} // they have tests of their own
	for field := range reflect.TypeFor[Decider]().Fields() {
		if apart[field.Name] {
			continue
		}
		of := &Decider{Name: "OF"}
		set(reflect.ValueOf(of).Elem().FieldByIndex(field.Index))
		root := Unfold(&Decider{Name: "ROOT", Children: []*Decider{{Name: "A", Copy: of}}})
		assert.False(t, reflect.ValueOf(root.Children[0]).Elem().FieldByIndex(field.Index).IsZero(), field.Name)
	}
}

// set gives a field some value.
func set(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("X")
	case reflect.Int:
		v.SetInt(1)
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(1)
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.Struct:
		set(v.Field(0))
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), nil))
	default:
		panic("a field of kind " + v.Kind().String())
	}
}

// What is unfolded has deciders of its own, and the declaration is as before. Without Copies nothing is made.
func TestUnfoldWritesToNothing(t *testing.T) {
	egg := &Decider{Name: "EGG"}
	nest := &Decider{Name: "NEST", Children: []*Decider{egg}}
	plain := &Decider{Name: "ROOT", Children: []*Decider{nest}}
	assert.Same(t, plain, Unfold(plain))

	root := &Decider{Name: "ROOT", Children: []*Decider{nest, {Name: "A", Copy: nest}}}
	made := Unfold(root)
	assert.Equal(t, []*Decider{egg}, nest.Children)
	assert.Same(t, nest, root.Children[1].Copy)
	assert.Equal(t, "NEST", nest.Name)
	assert.NotSame(t, nest, made.Children[0])
	assert.Equal(t, "A/EGG", made.Children[1].Children[0].Name)
	assert.Nil(t, made.Children[1].Copy)
}
