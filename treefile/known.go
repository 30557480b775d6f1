package treefile

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// This file finds things of the game by their names, and their names.

// function is a kind of function in a Registry.
type function uint8

const (
	decides function = iota
	keyFuncs
	canPlays
	functions // number of kinds
)

// String is the Registry's field.
func (f function) String() string { return [...]string{"Decides", "KeyFuncs", "CanPlays"}[f] }

// known is a Registry without the agent's type. All maps go by names.
type known struct {
	names        debugprint.Names
	functions    [functions]map[string]any
	behaviors    map[string]*runner
	dblocks      map[string]any
	gates        map[string]*world.Gate
	squads       map[string]*world.Squad
	slots        map[string]*place
	keys         map[string]decider.Key
	declarations map[string]*declared

	madeGates  map[string]*world.Gate // for files
	madeSquads map[string]*world.Squad
	madeSlots  map[string]*place
}

// keep adds something under its name, if nothing has that name.
func keep[T any](among map[string]T, name string, it T) {
	if _, taken := among[name]; !taken {
		among[name] = it
	}
}

// namesIn are the names of a map, in order.
func namesIn[T any](among map[string]T) []string { return slices.Sorted(maps.Keys(among)) }

// nameOf returns the name that a map has for a function, a DBlock or another thing, the first of several.
func nameOf(it any, among map[string]any) (name string, ok bool) {
	for _, n := range namesIn(among) {
		if same(it, among[n]) {
			return n, true
		}
	}
	return "", false
}

// same reports whether two things are the same. Functions are if they are one declared function, or one closure: two that one
// function literal has made are not, since they may see other variables.
func same(a, b any) bool {
	v, w := reflect.ValueOf(a), reflect.ValueOf(b)
	if v.Kind() == reflect.Func && w.Kind() == reflect.Func {
		return v.Type() == w.Type() && closure(a) == closure(b)
	}
	return v.IsValid() && w.IsValid() && v.Comparable() && w.Comparable() && a == b
}

// closure returns what a function value points to, which reflect does not tell: its code and the variables it sees.
func closure(f any) unsafe.Pointer {
	return (*struct{ kind, data unsafe.Pointer })(unsafe.Pointer(&f)).data
}

// bits turns names of flags into a set.
func (l *loading) bits(names debugprint.BitNames, n *node, field string, list []word) (set uint64) {
	for i, w := range list {
		at := spot{w.at, n.path, fmt.Sprintf("%s[%d]", field, i)}
		if hex, ok := strings.CutPrefix(w.text, "0x"); ok {
			bits, err := strconv.ParseUint(hex, 16, 64)
			if err != nil || bits == 0 {
				l.add(at, ErrField, short(w.text)+" is not a set of flags", `write names, or bits like "0x10"`)
			}
			set |= bits
		} else if bit := slices.Index(names, w.text); bit < 0 || w.text == "" || bit > 63 {
			l.unknown(at, "flag", w.text, names, "add it to the Registry's Names")
		} else {
			set |= 1 << bit
		}
	}
	return set
}

// flags turns a set into names of flags.
func flags(names debugprint.BitNames, set uint64) (list []word) {
	for i, name := range names {
		if bit := uint64(1) << i; i < 64 && set&bit != 0 && name != "" {
			list = append(list, word{text: name})
			set &^= bit
		}
	}
	if set != 0 {
		list = append(list, word{text: fmt.Sprintf("%#x", set)})
	}
	return list
}

// unknown reports a name that nothing has.
func (r *report) unknown(at spot, what, name string, names []string, otherwise string) {
	r.add(at, ErrUnknown, fmt.Sprintf("there is no %s %s", what, short(name)), suggest("write", name, names, otherwise))
}
