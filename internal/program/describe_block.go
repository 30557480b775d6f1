package program

import (
	"reflect"

	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/internal/usercode"
)

// describeType describes the type of a block.
func describeType(b *usercode.Block) description.Type {
	f := describeFieldOf(b.Type)
	t := description.Type{Name: f.Type, Kind: f.Kind, Size: f.Size, Align: int(b.Align), Pointers: b.Pointers, Len: f.Len, Fields: f.Fields}
	if !b.Pointers {
		t.Form = snapshot.Form(b.Type)
	}
	return t
}

// describeFieldOf describes a type as a field without a name.
func describeFieldOf(t reflect.Type) description.Field {
	f := description.Field{Type: t.String(), Kind: t.Kind().String(), Size: int(t.Size()), Fields: []description.Field{}}
	switch t.Kind() {
	case reflect.Array:
		f.Len = t.Len()
		f.Fields = append(f.Fields, describeFieldOf(t.Elem()))
	case reflect.Struct:
		for field := range t.Fields() {
			of := describeFieldOf(field.Type)
			of.Name, of.Offset = field.Name, int(field.Offset)
			f.Fields = append(f.Fields, of)
		}
	}
	return f
}
