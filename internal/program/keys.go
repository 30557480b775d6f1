package program

import (
	"errors"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/usercode"
)

// board is the layout of a tree's blackboard values in the memory of its agents. Everything but the table follows the order
// of the declaration, because the IDs of keys differ from one run of a program to the next.
type board struct {
	Keys   []usercode.Key // each once
	table  []KeyRow       // hash table by ID: its size is a power of two, and at least half of it is empty
	Values []Value        // first those of scope Agent and Tree, then those of each owner
	owners []owner        // places that have values of their own
	owner  []int32        // by place: the nearest owner at or above it, -1 for none; nil without owners
	bytes  int            // bytes that the values take of an agent's bytes
}

// KeyRow is what a tick needs to find a value by its key. 16 bytes.
type KeyRow struct {
	id    uint32 // 0 in an empty row
	Key   int32
	Value int32 // index of the only value; -1 if every owner has its own
	Scope usercode.Scope
}

// Value is the layout of one blackboard value. 12 bytes.
type Value struct {
	Key   int32
	At    uint32 // offset in the agent's bytes, or the index of its box if Boxed
	Place Place  // the owner; the root for scopes Agent and Tree
	Boxed bool   // the value has pointers
}

// owner is a place that declares keys of scope Decider.
type owner struct {
	first, last int32 // its values
	above       int32 // index of the next owner above, or -1
}

// keepKeys lays out the blackboard values, which are kept whatever is active.
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
				c.addValue(i, 0)
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
			if b.owner == nil { // this is the first owner
				b.owner = make([]int32, len(t.Spots))
				for i := range b.owner {
					b.owner[i] = -1
				}
			}
			o := owner{first: int32(len(b.Values)), above: above}
			for _, i := range own {
				c.addValue(i, p)
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

// addValue gives place p a value of key k.
func (c *compiler) addValue(k int32, p Place) {
	t, b := c.tree, &c.tree.Board
	v := Value{Key: k, Place: p} // offset 0 for a value of no size, whose address must lie within the memory too
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

// tabulate makes the table. So far Values holds those of scope Agent and Tree only.
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

// Find returns the row of a key by its ID, or nil if the tree does not declare it. Successive IDs do not collide, so the
// first probe usually succeeds.
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

// Nearest returns the index of the value of a key of scope Decider for code of place p, which is that of the nearest decider
// at or above p that declares the key; -1 if there is none. It takes a step for each owner above p.
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

// MissingKeys returns an error, which wraps event.ErrKey, if the tree cannot be plugged into an agent of tree own because it
// declares keys of scope Agent that own does not declare.
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

// keyBytes returns how many of the agent's bytes the values at p take.
func (t *Tree) keyBytes(p Place) int {
	size := 0
	for _, v := range t.ValuesOf(p) {
		if !v.Boxed {
			size += int(align8(uint32(t.Board.Keys[v.Key].Block.Size)))
		}
	}
	return size
}

// ValuesOf returns the values shown at p: its own and, before them at the root, those of scope Agent and Tree.
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
