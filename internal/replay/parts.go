package replay

import (
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/see"
	"github.com/decidertree/decidertree/state"
)

// This file reports the values of user code in an agent's bytes to package history.

// PlayerPart is the block of an active behavior, or a blackboard value, in an agent's bytes.
type PlayerPart struct {
	Print   uint64      // the fingerprint of the tree in which Place counts
	Tree    event.Label // its root
	Place   int
	Decider event.Label
	Value   int // index into that tree's Description.Values; -1 for a block
	At      int // offset in the agent's bytes; -1 if it has pointers and so lies elsewhere
	Size    int // bytes
}

// Parts returns all parts, blocks before values, those of the agent's own tree before those of plugged trees.
func (p *Player) Parts() []PlayerPart {
	r := &p.memory.Runner
	base := uintptr(r.Base)
	var all []PlayerPart
	r.Each(func() {
		t, from := r.Tree, int(uintptr(r.Base)-base)
		for _, place := range t.Order {
			n := &t.Spots[place]
			if n.Marks&program.Acting == 0 || t.Act(place).Block.Type == nil || !r.IsActive(place) {
				continue
			}
			part := PlayerPart{Place: int(place), Value: -1, At: -1, Size: int(t.Act(place).Block.Size)}
			if n.Marks&program.Boxed == 0 {
				part.At = from + int(n.Block)
			}
			all = append(all, part.of(t))
		}
	})
	r.Each(func() {
		t, from := r.Tree, int(uintptr(r.Base)-base)
		for i := range t.Board.Values {
			v := &t.Board.Values[i]
			if !r.Holds(v) {
				continue
			}
			part := PlayerPart{Place: int(v.Place), Value: i, At: -1, Size: int(t.Board.Keys[v.Key].Block.Size)}
			if !v.Boxed {
				part.At = from + int(v.At)
			}
			all = append(all, part.of(t))
		}
	})
	return all
}

// of fills in the fields that depend on the tree.
func (p PlayerPart) of(t *program.Tree) PlayerPart {
	p.Print, p.Tree, p.Decider = t.Fingerprint(), t.Facts[0].Label, t.Facts[p.Place].Label
	return p
}

// ValueAt is Memory.ValueAt for the recorded agent.
func (p *Player) ValueAt(cursor int) (state.Value, int) { return see.ValueAt(&p.memory, cursor) }
