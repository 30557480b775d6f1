package description

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/declaration"
)

// Err is wrapped by the errors of [Tree.Validate], and of JSON with unknown names.
var Err = errors.New("decider: not a sound description of a tree")

// Error says what is wrong with a Tree. It wraps [Err].
type Error struct {
	Where  string // "deciders[3]"
	Detail string // what is wrong
}

func (e *Error) Error() string {
	return fmt.Sprintf("%v: %s: %s; it was changed, or made by another version", Err, e.Where, e.Detail)
}

func (e *Error) Unwrap() error { return Err }

// Limits of a Tree of unknown origin, beside those of declared trees.
const (
	maxDescribedKeys = 1 << 16
	maxFieldDepth    = 64      // types inside types
	maxFields        = 1 << 20 // of all types together
	maxName          = 1 << 16 // bytes
	maxPaths         = 1 << 26 // bytes of all paths together
)

// Validate returns the first fault that distinguishes the Tree from one that Describe made, so that a valid one can
// be used without further checks: indices within their lists, no decider below itself, places that match the
// deciders, fields inside their types, the right fingerprint. Its cost is bounded by the size of the description. It
// does not check whether InitializeTreeData would accept the tree.
func (d *Tree) Validate() error {
	if d == nil {
		return &Error{"it", "it is nil"}
	}
	v := describedCheck{d: d}
	for _, check := range []func(){v.lists, v.deciders, v.places, v.values, v.hashes} {
		if check(); v.err != nil {
			return v.err
		}
	}
	return nil
}

type describedCheck struct {
	d      *Tree
	fields int
	depths []int // by decider: levels at and below it, 0 if not known
	counts []int // by decider: places at and below it
	err    error
}

func (v *describedCheck) fail(where, format string, args ...any) {
	if v.err == nil {
		v.err = &Error{where, fmt.Sprintf(format, args...)}
	}
}

// lists checks each part by itself: sizes, names, numbers, types.
func (v *describedCheck) lists() {
	d := v.d
	switch n := len(d.Deciders); {
	case n == 0 || n > declaration.MaxPlaces:
		v.fail("deciders", "there are %d; there must be 1 to %d", n, declaration.MaxPlaces)
	case len(d.Places) == 0 || len(d.Places) > declaration.MaxPlaces:
		v.fail("places", "there are %d; there must be 1 to %d", len(d.Places), declaration.MaxPlaces)
	case len(d.Keys) > maxDescribedKeys || len(d.Values) > maxDescribedKeys*4:
		v.fail("keys", "there are %d with %d values", len(d.Keys), len(d.Values))
	case max(len(d.Slots), len(d.Gates), len(d.Squads)) > declaration.MaxPlaces:
		v.fail("slots, gates and squads", "there are %d, %d and %d", len(d.Slots), len(d.Gates), len(d.Squads))
	case d.Size < word8 || d.Size > 2*declaration.MaxMemory || d.Size%word8 != 0:
		v.fail("size", "an agent's memory takes %d bytes", d.Size)
	}
	for i := range d.Keys {
		k, where := &d.Keys[i], fmt.Sprintf("keys[%d]", i)
		v.name(where, k.Name)
		v.typed(where, &k.Type)
		if k.Scope > declaration.DeciderScope {
			v.fail(where, "it is of scope %v", k.Scope)
		}
	}
	for i, s := range d.Slots {
		where := fmt.Sprintf("slots[%d]", i)
		v.name(where, s.Name)
		if s.Reserve < 0 || s.Reserve > declaration.MaxReserve {
			v.fail(where, "it reserves %d bytes", s.Reserve)
		}
	}
	for i, g := range d.Gates {
		where := fmt.Sprintf("gates[%d]", i)
		v.name(where, g.Name)
		v.numbers(where, g.Cooldown, g.AgentCooldown)
		if g.Max < 1 {
			v.fail(where, "it lets in %d", g.Max)
		}
	}
	for i, s := range d.Squads {
		where := fmt.Sprintf("squads[%d]", i)
		v.name(where, s.Name)
		if s.Agents < 1 || len(s.Roles) != 0 && len(s.Roles) != s.Agents ||
			slices.ContainsFunc(s.Roles, func(role int) bool { return role < 1 || role > math.MaxUint8 }) {
			v.fail(where, "it is of %d agents with the roles %v", s.Agents, s.Roles[:min(len(s.Roles), 16)])
		}
	}
}

func (v *describedCheck) name(where, name string) {
	if name == "" || len(name) > maxName {
		v.fail(where, "its name has %d bytes", len(name))
	}
}

func (v *describedCheck) numbers(where string, numbers ...float64) {
	for _, x := range numbers {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			v.fail(where, "a number is %v", x)
		}
	}
}

func (v *describedCheck) index(where, what string, i, below int) {
	if i < 0 || i >= below {
		v.fail(where, "%s is %d of %d", what, i, below)
	}
}

func (v *describedCheck) typed(where string, t *Type) {
	if t == nil {
		return
	}
	if t.Align < 1 || t.Align > 64 || t.Align&(t.Align-1) != 0 {
		v.fail(where, "its type is aligned to %d bytes", t.Align)
	}
	if !t.Pointers && t.Size > declaration.MaxBlock {
		v.fail(where, "its type takes %d bytes", t.Size)
	}
	f := t.field()
	v.field(where, &f, 0)
}

// kindSizes are the sizes of kinds without fields or elements; 0 for those of one or two words.
var kindSizes = map[string]int{
	"bool": 1, "int": 0, "int8": 1, "int16": 2, "int32": 4, "int64": 8, "uint": 0, "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8,
	"uintptr": 0, "float32": 4, "float64": 8, "complex64": 8, "complex128": 16,
	"ptr": 0, "unsafe.Pointer": 0, "map": 0, "chan": 0, "func": 0, "string": 0, "interface": 0, "slice": 0,
}

func (v *describedCheck) field(where string, f *Field, depth int) {
	if v.fields++; v.fields > maxFields || depth > maxFieldDepth {
		v.fail(where, "its type has too many fields, or types inside types")
	}
	if f.Size < 0 || f.Len < 0 || len(f.Type) > maxName || len(f.Name) > maxName {
		v.fail(where, "the field %.40q is of %d bytes, %d elements", f.Name, f.Size, f.Len)
	}
	if v.err != nil {
		return
	}
	switch size, simple := kindSizes[f.Kind]; {
	case f.Kind == "array":
		if len(f.Fields) != 1 || f.Fields[0].Size < 0 || f.Fields[0].Size > 0 && f.Len > f.Size/f.Fields[0].Size ||
			f.Len*f.Fields[0].Size != f.Size || f.Fields[0].Offset != 0 {
			v.fail(where, "an array of %d elements takes %d bytes", f.Len, f.Size)
			return
		}
		v.field(where, &f.Fields[0], depth+1)
	case f.Kind == "struct":
		for i := range f.Fields {
			in := &f.Fields[i]
			if in.Offset < 0 || in.Size < 0 || in.Offset > f.Size || in.Size > f.Size-in.Offset {
				v.fail(where, "the field %.40q lies outside of its struct", in.Name)
				return
			}
			v.field(where, in, depth+1)
		}
	case !simple || len(f.Fields) > 0 || size > 0 && f.Size != size:
		v.fail(where, "the field %.40q is a %.40q of %d bytes", f.Name, f.Kind, f.Size)
	case size == 0 && !slices.Contains([]int{4, 8, 12, 16, 24}, f.Size):
		v.fail(where, "the field %.40q is a %s of %d bytes", f.Name, f.Kind, f.Size)
	}
}

// deciders checks each decider, and that they form a tree.
func (v *describedCheck) deciders() {
	d := v.d
	for i := range d.Deciders {
		v.decider(fmt.Sprintf("deciders[%d]", i), &d.Deciders[i])
	}
	if v.err != nil {
		return
	}
	v.depths, v.counts = make([]int, len(d.Deciders)), make([]int, len(d.Deciders))
	v.measure(0, 1)
	if v.err == nil && v.counts[0] != len(d.Places) {
		v.fail("places", "there are %d; the deciders make %d", len(d.Places), v.counts[0])
	}
	if i := slices.Index(v.counts, 0); v.err == nil && i >= 0 {
		v.fail(fmt.Sprintf("deciders[%d]", i), "it stands nowhere in the tree")
	}
	if v.err == nil && d.Name != d.Deciders[0].Name {
		v.fail("name", "it is %.40q and the root's %.40q", d.Name, d.Deciders[0].Name)
	}
}

func (v *describedCheck) decider(where string, of *Decider) {
	d := v.d
	v.name(where, of.Name)
	v.numbers(where, of.Cooldown, of.Every, of.Weight, of.Margin, of.Modifiers.Timeout)
	if of.Policy >= declaration.Policies || of.Options&^declaration.AllOptions != 0 || of.Modifiers.Until > declaration.UntilFailure || of.Modifiers.Outcome > declaration.AlwaysFailure {
		v.fail(where, "its policy is %v, its options are %v, its modifiers %v", of.Policy, of.Options, of.Modifiers)
	}
	for _, c := range of.Children {
		v.index(where, "a child", c, len(d.Deciders))
	}
	for _, k := range of.Keys {
		v.index(where, "a key", k, len(d.Keys))
	}
	for _, i := range []struct {
		what      string
		at, below int
	}{{"the squad", of.Squad, len(d.Squads)}, {"the gate", of.Gate, len(d.Gates)}, {"the slot", of.Slot, len(d.Slots)}} {
		if i.at != -1 {
			v.index(where, i.what, i.at, i.below)
		}
	}
	v.typed(where, of.DBlock)
	if len(of.Jump) > maxName {
		v.fail(where, "its Jump has %d bytes", len(of.Jump))
	}
	if of.DBlock != nil && (of.Behavior == nil || of.Decide == nil) {
		v.fail(where, "its DBlock lacks a Decide or a Behavior")
	}
	if b := of.Behavior; b != nil {
		v.name(where, b.Name)
		v.numbers(where, b.LeaveTimeout, b.Period)
		v.typed(where, b.Block)
		if b.Deferred && b.Block == nil {
			v.fail(where, "its behavior is deferred and has no block")
		}
		if g := b.Given; g != nil && (of.DBlock != nil || b.Block == nil || len(g.Type) > maxName || g.Value != nil && !json.Valid(g.Value)) {
			v.fail(where, "its behavior's parameter is not sound")
		}
	}
}

// measure computes depths and counts.
func (v *describedCheck) measure(i, level int) {
	if v.err != nil || v.counts[i] > 0 {
		if level+max(v.depths[i], 1)-1 > declaration.MaxDepth {
			v.fail(fmt.Sprintf("deciders[%d]", i), "the tree has more than %d levels", declaration.MaxDepth)
		}
		return
	}
	if level > declaration.MaxDepth {
		v.fail(fmt.Sprintf("deciders[%d]", i), "the tree has more than %d levels, or it is its own descendant", declaration.MaxDepth)
		return
	}
	depth, count := 0, 1
	for _, c := range v.d.Deciders[i].Children {
		v.measure(c, level+1)
		depth, count = max(depth, v.depths[c]), count+v.counts[c]
		if count > declaration.MaxPlaces {
			v.fail(fmt.Sprintf("deciders[%d]", i), "it makes more than %d places", declaration.MaxPlaces)
		}
		if v.err != nil {
			return
		}
	}
	v.depths[i], v.counts[i] = depth+1, count
}

// places checks that places and order match the deciders.
func (v *describedCheck) places() {
	d := v.d
	if len(d.Order) != len(d.Places) {
		v.fail("order", "it has %d of %d places", len(d.Order), len(d.Places))
		return
	}
	next, rank, paths := 1, 0, 0
	var walk func(p, parent, number, depth, index int, above string)
	walk = func(p, parent, number, depth, index int, above string) {
		q, of, where := &d.Places[p], &d.Deciders[number], fmt.Sprintf("places[%d]", p)
		if paths += len(q.Path); paths > maxPaths {
			v.fail(where, "all paths together are too long")
			return
		}
		name, isBelow := strings.CutPrefix(q.Path, above)
		if q.Place != p || q.Parent != parent || q.Decider != number || q.Depth != depth || q.Index != index || !isBelow || name != of.Name ||
			len(q.Children) != len(of.Children) {
			v.fail(where, "it is not where its decider stands")
			return
		}
		v.block(where, q, of)
		if d.Order[rank] != p {
			v.fail(fmt.Sprintf("order[%d]", rank), "it is place %d and should be %d", d.Order[rank], p)
		}
		rank++
		first := next
		next += len(of.Children)
		for i, c := range of.Children {
			if q.Children[i] != first+i {
				v.fail(where, "its children are not %d and those after it", first)
			}
			if v.err != nil {
				return
			}
			walk(first+i, p, c, depth+1, i, q.Path+Arrow)
		}
	}
	walk(0, -1, 0, 0, 0, "")
}

// block checks the position of a place's block.
func (v *describedCheck) block(where string, q *Place, of *Decider) {
	size, plain := 0, false
	if of.Behavior != nil && of.Behavior.Block != nil {
		size, plain = of.Behavior.Block.Size, !of.Behavior.Block.Pointers && of.Behavior.Block.Size > 0
	}
	switch {
	case q.BlockSize != size:
		v.fail(where, "its block takes %d bytes, its behavior's %d", q.BlockSize, size)
	case plain && !v.fits(q.BlockAt, size), !plain && q.BlockAt != -1:
		v.fail(where, "its block of %d bytes lies at %d of %d", size, q.BlockAt, v.d.Size)
	}
}

// fits reports whether size bytes fit there in an agent's memory.
func (v *describedCheck) fits(at, size int) bool {
	return at >= 0 && at%word8 == 0 && at <= v.d.Size && size <= v.d.Size-at
}

// values checks the positions of the blackboard values.
func (v *describedCheck) values() {
	for i, of := range v.d.Values {
		where := fmt.Sprintf("values[%d]", i)
		v.index(where, "its key", of.Key, len(v.d.Keys))
		v.index(where, "its place", of.Place, len(v.d.Places))
		if v.err != nil {
			return
		}
		t := &v.d.Keys[of.Key].Type
		if plain := !t.Pointers && t.Size > 0; plain && !v.fits(of.At, t.Size) || !plain && of.At != -1 {
			v.fail(where, "%d bytes lie at %d of %d", t.Size, of.At, v.d.Size)
		}
	}
}

func (v *describedCheck) hashes() {
	if print := v.d.Sum(); print != v.d.Fingerprint {
		v.fail("fingerprint", "it is %x and should be %x", v.d.Fingerprint, print)
	}
}
