package decider

import (
	"unsafe"

	"github.com/decidertree/decidertree/internal/engine"
)

// This file is what user code keeps in an agent's bytes, as a Player tells it to package history.

// PlayerPart is the block of a behavior that is active, or a blackboard value, in an agent's bytes.
type PlayerPart struct {
	Print   uint64 // the fingerprint of the tree that Place counts in
	Tree    Label  // its root
	Place   int
	Decider Label
	Value   int // index into that tree's Description.Values; -1 for a block
	At      int // where it lies in the agent's bytes; -1 where it has pointers, and lies elsewhere
	Size    int // bytes
}

// Parts is for package history: all there are now, blocks before values, those of the agent's own tree before those of trees that
// are plugged in.
func (p *Player) Parts(engine.Key) []PlayerPart {
	r := &p.memory.runner
	base := uintptr(r.base)
	var all []PlayerPart
	r.each(func() {
		t, from := r.tree, int(uintptr(r.base)-base)
		for _, place := range t.order {
			n := &t.nodes[place]
			if n.marks&acting == 0 || t.infos[place].calls.Block.Type == nil || !r.isActive(place) {
				continue
			}
			part := PlayerPart{Place: int(place), Value: -1, At: -1, Size: int(t.infos[place].calls.Block.Size)}
			if n.marks&boxed == 0 {
				part.At = from + int(n.block)
			}
			all = append(all, part.of(t))
		}
	})
	r.each(func() {
		t, from := r.tree, int(uintptr(r.base)-base)
		for i := range t.board.values {
			v := &t.board.values[i]
			if !r.holds(v) {
				continue
			}
			part := PlayerPart{Place: int(v.place), Value: i, At: -1, Size: int(t.board.keys[v.key].Block.Size)}
			if !v.boxed {
				part.At = from + int(v.at)
			}
			all = append(all, part.of(t))
		}
	})
	return all
}

// of fills in what goes by the tree.
func (p PlayerPart) of(t *Tree[nobody]) PlayerPart {
	p.Print, p.Tree, p.Decider = t.fingerprint(), t.infos[0].label, t.infos[p.Place].label
	return p
}

// ValueAt is [Memory.ValueAt] of the agent as it was.
func (p *Player) ValueAt(cursor int) (Value, int) { return p.memory.ValueAt(cursor) }

// Fixed is for package history: the value with the text it has now.
func (v Value) Fixed(engine.Key) Value {
	text := string(v.AppendText(nil))
	v.append, v.at = func(dst []byte, _ unsafe.Pointer) []byte { return append(dst, text...) }, nil
	return v
}
