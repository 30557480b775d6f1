package treefile

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/decidertree/decidertree/internal/near"
)

// This file puts values into Go variables: those of a file into the structs of document.go, and the parameters of
// behaviors into the game's own types.

// decoder decodes values. Errors go to the report, and what is wrong stays zero.
type decoder struct {
	*report
	path string // of the decider, for errors
}

// positioned is embedded by structs that know where they stood in the file.
type positioned struct {
	at     int
	fields map[string]int // offsets of the values
}

func (p *positioned) place() *positioned { return p }

// special is implemented by types that take some values in a way of their own. fromValue reports whether it took v.
type special interface {
	fromValue(d *decoder, v value, name string) bool
}

// decode puts a value into a variable.
func (d *decoder) decode(v value, into reflect.Value, name string) {
	wants := func(k kind) bool {
		if v.kind != k {
			d.add(spot{v.at, d.path, name}, ErrField, fmt.Sprintf("here stands %v, not %v", v.kind, k), "")
		}
		return v.kind == k
	}
	if into.CanAddr() {
		if s, ok := into.Addr().Interface().(special); ok && s.fromValue(d, v, name) {
			return
		}
	}
	switch into.Kind() {
	case reflect.Pointer:
		if v.kind != isNull {
			into.Set(reflect.New(into.Type().Elem()))
			d.decode(v, into.Elem(), name)
		}
	case reflect.Bool:
		if wants(isBool) {
			into.SetBool(v.text == "true")
		}
	case reflect.String:
		if wants(isString) {
			into.SetString(v.text)
		}
	case reflect.Struct:
		if wants(isObject) {
			d.object(v, into, name)
		}
	case reflect.Slice:
		if wants(isArray) {
			into.Set(reflect.MakeSlice(into.Type(), len(v.items), len(v.items)))
			for i, item := range v.items {
				d.decode(item, into.Index(i), fmt.Sprintf("%s[%d]", name, i))
			}
		}
	case reflect.Array:
		if wants(isArray) {
			if len(v.items) != into.Len() {
				d.add(spot{v.at, d.path, name}, ErrField, fmt.Sprintf("the list has %d elements, not %d", len(v.items), into.Len()), "")
			}
			for i, item := range v.items[:min(len(v.items), into.Len())] {
				d.decode(item, into.Index(i), fmt.Sprintf("%s[%d]", name, i))
			}
		}
	default:
		d.number(v, into, name)
	}
}

// number decodes a number. Infinities and NaN, which JSON does not have, are strings.
func (d *decoder) number(v value, into reflect.Value, name string) {
	if v.kind != isNumber && (v.kind != isString || !into.CanFloat()) {
		d.add(spot{v.at, d.path, name}, ErrField, fmt.Sprintf("here stands %v, not a number", v.kind), "")
		return
	}
	bits, err := into.Type().Bits(), error(nil)
	switch {
	case into.CanFloat():
		var f float64
		f, err = strconv.ParseFloat(v.text, bits)
		into.SetFloat(f)
	case into.CanInt():
		var i int64
		i, err = strconv.ParseInt(v.text, 10, bits)
		into.SetInt(i)
	case into.CanUint():
		var u uint64
		u, err = strconv.ParseUint(v.text, 10, bits)
		into.SetUint(u)
	}
	if err != nil {
		d.add(spot{v.at, d.path, name}, ErrField, fmt.Sprintf("%s is not a number of the type %v", short(v.text), into.Type()), "")
		into.SetZero()
	}
}

// object decodes a struct. Fields are named by their json tags or else by themselves.
func (d *decoder) object(v value, into reflect.Value, name string) {
	if n, ok := into.Addr().Interface().(*node); ok {
		outer := d.path
		defer func() { d.path = outer }()
		for i, f := range v.names {
			if f.name == "name" && v.items[i].kind == isString {
				d.path = join(outer, v.items[i].text)
			}
		}
		n.path, name = d.path, ""
	}
	place := &positioned{}
	if p, ok := into.Addr().Interface().(interface{ place() *positioned }); ok {
		place = p.place()
	}
	place.at, place.fields = v.at, map[string]int{}
	known := fieldsOf(into.Type())
	for i, f := range v.names {
		at := spot{f.at, d.path, strings.TrimPrefix(name+"."+f.name, ".")}
		j := slices.IndexFunc(known, func(s reflect.StructField) bool { return jsonName(s) == f.name })
		switch _, twice := place.fields[f.name]; {
		case j < 0:
			var names []string
			for _, s := range known {
				names = append(names, jsonName(s))
			}
			at.field = name
			d.add(at, ErrField, fmt.Sprintf("there is no field %s", short(f.name)), suggest("write", f.name, names, ""))
			continue
		case twice:
			d.add(at, ErrField, "the field stands here twice", "remove one")
			continue
		}
		place.fields[f.name] = v.items[i].at
		into := into.FieldByIndex(known[j].Index)
		if !known[j].IsExported() { // of a parameter's type
			into = reflect.NewAt(into.Type(), unsafe.Pointer(into.UnsafeAddr())).Elem()
		}
		d.decode(v.items[i], into, at.field)
	}
}

// fieldsOf returns the fields of a struct that a file may have: those with a tag of the form's own structs, all of the game's,
// without tags, since every other view of a parameter names them as Go does.
func fieldsOf(t reflect.Type) (all []reflect.StructField) {
	own := t.PkgPath() == reflect.TypeFor[node]().PkgPath()
	for i := range t.NumField() {
		f := t.Field(i)
		if !own {
			f.Tag = ""
		}
		if !own || f.Tag != "" {
			all = append(all, f)
		}
	}
	return all
}

// jsonName is the name of a field in a file.
func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return cmp.Or(name, f.Name)
}

// suggest is a remedy for an unknown name: the most similar ones.
func suggest(do, name string, names []string, otherwise string) string {
	like := near.Names(name, slices.Values(names))
	for i, n := range like {
		like[i] = short(n)
	}
	all := like
	if otherwise != "" {
		all = append(all, otherwise)
	}
	switch {
	case len(like) == 0 && otherwise == "" && len(names) <= 20:
		slices.Sort(names)
		return do + " one of " + strings.Join(names, ", ")
	case len(like) == 0:
		return otherwise
	}
	return do + " " + strings.Join(all, ", or ")
}

// short quotes a text of a file for a message, cut to a length that a line holds.
func short(s string) string {
	if r := []rune(s); len(r) > 60 {
		s = string(r[:60]) + "…"
	}
	quoted, _ := json.Marshal(s)
	return string(quoted)
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + " > " + name
}
