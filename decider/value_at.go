package decider

import (
	"fmt"
	"unsafe"

	"github.com/decidertree/decidertree/internal/engine"
)

// Value is one blackboard value of one agent, for people and tools.
type Value struct {
	Key     string   // the key's name
	Scope   KeyScope // how many values it has
	Decider Label    // whose it is: the decider that declares it, or for the scopes Agent and Tree the root
	Place   int      // of Decider, in the order of its tree
	Tree    Label    // the root of that tree: the agent's own, or one that is plugged in
	Depth   int      // of Decider, 0 for the agent's root
	Active  bool     // Decider is active

	append func([]byte, unsafe.Pointer) []byte
	at     unsafe.Pointer
}

// ValueAt walks an agent's blackboard values in the order of [Memory.StateAt]: those of a decider follow each
// other, in the order it lists their keys. Begin with cursor 0 and go on with next until it is negative; then
// the Value is not valid. It allocates nothing. A memory that is not sound has no values. Call it between ticks.
func (m *Memory[A]) ValueAt(cursor int) (v Value, next int) {
	switch {
	case m == nil || m.tree == nil || cursor < 0 || m.at != nil:
		return Value{}, -1
	case !m.plugged():
		if cursor >= len(m.tree.board.values) {
			return Value{}, -1
		}
		return m.shown(&m.tree.board.values[cursor]), cursor + 1
	}
	left := cursor
	if !m.valueAfter(&left, &v) {
		return Value{}, -1
	}
	return v, cursor + 1
}

// valueAfter goes through the values of the tree and of what is plugged into it, skipping as many as are left to
// be skipped. It reports whether it found the one.
func (r *runner[A]) valueAfter(left *int, found *Value) bool {
	for _, p := range r.tree.order {
		values := r.tree.valuesOf(p)
		for i := range values {
			if !r.holds(&values[i]) {
				continue
			}
			if *left == 0 {
				*found = r.shown(&values[i])
				return true
			}
			*left--
		}
		if pl := r.pluggedAt(p); pl != nil {
			r.into(pl)
			ok := r.valueAfter(left, found)
			r.out()
			if ok {
				return true
			}
		}
	}
	return false
}

// holds reports whether a value is in use: one of scope Agent of a tree that is plugged in is not, since the
// agent's own tree has it.
func (r *runner[A]) holds(v *value) bool {
	return r.at == nil || r.tree.board.keys[v.key].Scope != engine.AgentScope
}

// AppendText appends the value as text: numbers and bools as in Go, strings in quotes, and everything else,
// also what has a String method, as fmt's %+v. The value is read here, so call it between the agent's ticks, in
// the goroutine that ticks it. For numbers, bools and strings it allocates nothing but what dst must grow.
func (v Value) AppendText(dst []byte) []byte {
	if v.append == nil {
		return dst
	}
	return v.append(dst, v.at)
}

// String is the key's name and the value: "hunger: 0.8".
func (v Value) String() string { return string(v.AppendText([]byte(v.Key + ": "))) }

// shown is a value with what people want to know about it.
func (r *runner[A]) shown(v *value) Value {
	k, in := &r.tree.board.keys[v.key], &r.tree.infos[v.place]
	return Value{
		Key: k.Name, Scope: KeyScope(k.Scope), Decider: in.label,
		Place: int(v.place), Tree: r.tree.infos[0].label, Depth: r.depth + in.depth,
		Active: r.isActive(v.place), append: k.Append, at: r.valueAt(v),
	}
}

// valueTexts are all values, for Inspect.
func (r *runner[A]) valueTexts(base int) map[string]string {
	texts := map[string]string{}
	for i := range r.tree.board.values {
		if !r.holds(&r.tree.board.values[i]) {
			continue
		}
		v := r.shown(&r.tree.board.values[i])
		texts[fmt.Sprintf("%s@%d", v.Key, base+v.Place)] = string(v.AppendText(nil))
	}
	return texts
}

// WhyValue is a blackboard value that a decider sees, as it was when Why was called.
type WhyValue struct {
	Key     string   // the key's name
	Scope   KeyScope // how many values it has
	Decider Label    // as in Value
	Text    string   // the value, as by Value.AppendText
}

// whyValues are the values that code of p sees, the widest scope first.
func (r *runner[A]) whyValues(p place) []WhyValue {
	var all []WhyValue
	b := &r.tree.board
	for i := range b.values {
		v := &b.values[i]
		if b.keys[v.key].Scope == engine.DeciderScope && b.nearest(v.key, p) != int32(i) {
			continue
		}
		s := r.shown(v)
		if !r.holds(v) {
			s = r.shownOfOwn(b.keys[v.key].ID, s)
		}
		all = append(all, WhyValue{Key: s.Key, Scope: s.Scope, Decider: s.Decider, Text: string(s.AppendText(nil))})
	}
	return all
}

// shownOfOwn is a value of scope Agent that a plugged tree names: the agent's own tree has it.
func (r *runner[A]) shownOfOwn(id uint32, s Value) Value {
	own := r.outermost()
	if row := own.tree.board.find(id); row != nil && row.scope == engine.AgentScope {
		s.Decider, s.at = own.tree.infos[0].label, own.valueAt(&own.tree.board.values[row.value])
	}
	return s
}

func (v WhyValue) words() string {
	if v.Scope == DeciderScope {
		return fmt.Sprintf("%s of %v: %s", v.Key, v.Decider, v.Text)
	}
	return fmt.Sprintf("%s: %s", v.Key, v.Text)
}

// keyBytes is what the values at p take of the agent's bytes.
func (t *Tree[A]) keyBytes(p place) int {
	size := 0
	for _, v := range t.valuesOf(p) {
		if !v.boxed {
			size += int(align8(uint32(t.board.keys[v.key].Block.Size)))
		}
	}
	return size
}

// boxBytes is what the values with pointers take beside the agent's bytes, without what they point to.
func (t *Tree[A]) boxBytes() int {
	size := 0
	for _, v := range t.board.values {
		if v.boxed {
			size += int(t.board.keys[v.key].Block.Size)
		}
	}
	return size
}

// valuesOf are the values shown at p: its own, and at the root those of the scopes Agent and Tree before them.
func (t *Tree[A]) valuesOf(p place) []value {
	b := &t.board
	first, last := int32(0), int32(0)
	switch {
	case p == 0:
		for int(last) < len(b.values) && b.values[last].place == 0 {
			last++
		}
	case b.owner != nil && b.owner[p] >= 0:
		if o := b.owners[b.owner[p]]; b.values[o.first].place == p {
			first, last = o.first, o.last
		}
	}
	return b.values[first:last]
}

// dumpValue is a value's line in the dump.
func (t *Tree[A]) dumpValue(v *value) string {
	k := &t.board.keys[v.key]
	text := fmt.Sprintf("value %s %v of scope %v", k.Name, k.Block.Type, KeyScope(k.Scope))
	switch {
	case v.boxed:
		return fmt.Sprintf("%s in box %d", text, v.at)
	case k.Block.Size == 0:
		return text
	}
	return fmt.Sprintf("%s at %d, %d bytes", text, v.at, k.Block.Size)
}
