package program

import (
	"errors"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/usercode"
)

// board is where the blackboard values of a tree lie in its agents' memories: found out once, by Tree. The
// order of everything is that of the declaration; nothing but the table goes by IDs, which differ from one run
// of a program to the next.
type board struct {
	Keys   []usercode.Key // each once
	table  []KeyRow       // by ID: a power of two, more than half of it empty
	Values []Value        // first those of scope Agent and Tree, then those of each owner
	owners []owner        // the places that have values of their own
	owner  []int32        // by place: the nearest owner at or above it, -1 for none; nil without owners
	bytes  int            // of the values in the agent's bytes
}

// keyRow is what a tick needs of a key. 16 bytes.
type KeyRow struct {
	id    uint32 // 0 in an empty row
	Key   int32
	Value int32 // the only one; -1 where every owner has its own
	Scope usercode.Scope
}

// value is one value of an agent. 12 bytes.
type Value struct {
	Key   int32
	At    uint32 // offset in the agent's bytes; with boxed the index of its box
	Place Place  // the owner; the root for scopes Agent and Tree
	Boxed bool   // it has pointers
}

// owner is a place that declares keys of scope Decider.
type owner struct {
	first, last int32 // its values
	above       int32 // the next owner above it, or -1
}

// keepKeys lays out the blackboard values. They are kept whatever is active.
func (c *compiler) keepKeys() {
	t := c.tree
	b := &t.Board
	known := map[uint32]int32{} // keys by ID
	scopes := map[*plain.Decider][]int32{}
	for _, p := range t.Order {
		d := c.decided[p]
		if _, seen := scopes[d]; seen {
			continue
		}
		scopes[d] = nil
		for _, k := range d.Keys {
			decl := *k
			i, ok := known[decl.ID]
			if !ok {
				i = int32(len(b.Keys))
				known[decl.ID] = i
				b.Keys = append(b.Keys, decl)
			}
			switch {
			case decl.Scope == usercode.DeciderScope:
				scopes[d] = append(scopes[d], i)
			case !ok:
				c.hold(i, 0)
			}
		}
	}
	b.tabulate()
	for _, p := range t.Order {
		above := int32(-1)
		if parent := t.Spots[p].Parent; parent != Nowhere && b.owner != nil {
			above = b.owner[parent]
		}
		if own := scopes[c.decided[p]]; len(own) > 0 {
			if b.owner == nil { // nothing before this place has any
				b.owner = make([]int32, len(t.Spots))
				for i := range b.owner {
					b.owner[i] = -1
				}
			}
			o := owner{first: int32(len(b.Values)), above: above}
			for _, i := range own {
				c.hold(i, p)
			}
			o.last = int32(len(b.Values))
			above = int32(len(b.owners))
			b.owners = append(b.owners, o)
		}
		if b.owner != nil {
			b.owner[p] = above
		}
	}
}

// hold gives place p a value of a key.
func (c *compiler) hold(k int32, p Place) {
	t, b := c.tree, &c.tree.Board
	v := Value{Key: k, Place: p} // of no size: its address must lie within the memory
	switch block := &b.Keys[k].Block; {
	case block.Pointers:
		v.Boxed, v.At = true, uint32(t.newBox(ValueBox, len(b.Values)))
	case block.Size > 0:
		v.At = t.Size
		t.Size = align8(t.Size + uint32(block.Size))
		b.bytes += int(t.Size - v.At)
	}
	b.Values = append(b.Values, v)
}

// tabulate makes the table. It holds the values of scope Agent and Tree so far.
func (b *board) tabulate() {
	if len(b.Keys) == 0 {
		return
	}
	size := 2
	for size < 2*len(b.Keys) {
		size *= 2
	}
	b.table = make([]KeyRow, size)
	only := make([]int32, len(b.Keys))
	for k := range only {
		only[k] = -1
	}
	for v := range b.Values {
		only[b.Values[v].Key] = int32(v)
	}
	for k := range b.Keys {
		id := b.Keys[k].ID
		i := int(id) & (size - 1)
		for b.table[i].id != 0 {
			i = (i + 1) & (size - 1)
		}
		b.table[i] = KeyRow{id: id, Key: int32(k), Value: only[k], Scope: b.Keys[k].Scope}
	}
}

// find is a key of the tree by its ID; nil if it declares none. IDs that follow each other do not collide, so
// it mostly looks once.
func (b *board) Find(id uint32) *KeyRow {
	last := len(b.table) - 1
	if last < 0 || id == 0 {
		return nil
	}
	for i := int(id) & last; b.table[i].id != 0; i = (i + 1) & last {
		if b.table[i].id == id {
			return &b.table[i]
		}
	}
	return nil
}

// nearest is the index of the value of a key of scope Decider that code of place p sees: that of the nearest
// decider at or above it that declares the key; -1 for none. It takes a step for each owner above p.
func (b *board) Nearest(key int32, p Place) int32 {
	for o := b.owner[p]; o >= 0; o = b.owners[o].above {
		for v := b.owners[o].first; v < b.owners[o].last; v++ {
			if b.Values[v].Key == key {
				return v
			}
		}
	}
	return -1
}

// missingKeys tells which values of scope Agent a tree that is to be plugged in would not find, since the
// agent's own tree does not have them: an error wrapping [ErrKey], or nil.
func (t *Tree) MissingKeys(own *Tree) error {
	var errs []error
	for i := range t.Board.Keys {
		k := &t.Board.Keys[i]
		if k.Scope != usercode.AgentScope {
			continue
		}
		if row := own.Board.Find(k.ID); row != nil && row.Scope == usercode.AgentScope {
			continue
		}
		e := &event.KeyError{Key: k.Name, Decider: t.Facts[0].Label.Name,
			Detail: "its scope is Agent, and the agent's own tree " + own.Facts[0].Label.String() + " does not declare it",
			Remedy: "list it in the Keys of " + own.Facts[0].Label.Name + " as well"}
		for j := range own.Board.Keys {
			if own.Board.Keys[j].Name == k.Name {
				e.Detail = "its scope is Agent, and the agent's own tree " + own.Facts[0].Label.String() + " declares another key of this name"
				e.Remedy = "list one variable in both trees, or rename one"
			}
		}
		errs = append(errs, e)
	}
	return errors.Join(errs...)
}

// keyBytes is what the values at p take of the agent's bytes.
func (t *Tree) keyBytes(p Place) int {
	size := 0
	for _, v := range t.ValuesOf(p) {
		if !v.Boxed {
			size += int(align8(uint32(t.Board.Keys[v.Key].Block.Size)))
		}
	}
	return size
}

// valuesOf are the values shown at p: its own, and at the root those of the scopes Agent and Tree before them.
func (t *Tree) ValuesOf(p Place) []Value {
	b := &t.Board
	first, last := int32(0), int32(0)
	switch {
	case p == 0:
		for int(last) < len(b.Values) && b.Values[last].Place == 0 {
			last++
		}
	case b.owner != nil && b.owner[p] >= 0:
		if o := b.owners[b.owner[p]]; b.Values[o.first].Place == p {
			first, last = o.first, o.last
		}
	}
	return b.Values[first:last]
}
