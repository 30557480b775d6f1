package decider

import (
	"errors"

	"github.com/decidertree/decidertree/internal/engine"
)

//go:generate go tool -modfile=../tools/go.mod stringer -type=KeyScope -linecomment -output=keyscope_string.go

// Keys are the blackboard keys a decider declares: a list of *blackboard.Key.
type Keys []Key

// Key is a blackboard key of any type. It is sealed: a *blackboard.Key is one.
type Key interface {
	// Declared is for the packages of this module.
	Declared(engine.Key) engine.KeyDeclaration
}

// KeyScope is how many values a blackboard key has and who sees them (Pereira's three). Package blackboard
// calls it Scope, and its constants Agent, Tree and Decider.
type KeyScope uint8

const (
	AgentScope   KeyScope = iota // Agent
	TreeScope                    // Tree
	DeciderScope                 // Decider
)

// board is where the blackboard values of a tree lie in its agents' memories: found out once, by Tree. The
// order of everything is that of the declaration; nothing but the table goes by IDs, which differ from one run
// of a program to the next.
type board struct {
	keys   []engine.KeyDeclaration // each once
	table  []keyRow                // by ID: a power of two, more than half of it empty
	values []value                 // first those of scope Agent and Tree, then those of each owner
	owners []owner                 // the places that have values of their own
	owner  []int32                 // by place: the nearest owner at or above it, -1 for none; nil without owners
	bytes  int                     // of the values in the agent's bytes
	boxes  int                     // values with pointers, each allocated by itself
}

// keyRow is what a tick needs of a key. 16 bytes.
type keyRow struct {
	id    uint32 // 0 in an empty row
	key   int32
	value int32 // the only one; -1 where every owner has its own
	scope engine.KeyScope
}

// value is one value of an agent. 12 bytes.
type value struct {
	key   int32
	at    uint32 // offset in the agent's bytes; with boxed its index among the valueBoxes
	place place  // the owner; the root for scopes Agent and Tree
	boxed bool   // it has pointers
}

// owner is a place that declares keys of scope Decider.
type owner struct {
	first, last int32 // its values
	above       int32 // the next owner above it, or -1
}

// keepKeys lays out the blackboard values. They are kept whatever is active.
func (c *compiler[A]) keepKeys() {
	t := c.tree
	b := &t.board
	known := map[uint32]int32{} // keys by ID
	scopes := map[*Decider[A]][]int32{}
	for _, p := range t.order {
		d := c.decided[p]
		if _, seen := scopes[d]; seen {
			continue
		}
		scopes[d] = nil
		for _, k := range d.Keys {
			decl := k.Declared(key)
			i, ok := known[decl.ID]
			if !ok {
				i = int32(len(b.keys))
				known[decl.ID] = i
				b.keys = append(b.keys, decl)
			}
			switch {
			case decl.Scope == engine.DeciderScope:
				scopes[d] = append(scopes[d], i)
			case !ok:
				c.hold(i, 0)
			}
		}
	}
	b.tabulate()
	for _, p := range t.order {
		above := int32(-1)
		if parent := t.nodes[p].parent; parent != nowhere && b.owner != nil {
			above = b.owner[parent]
		}
		if own := scopes[c.decided[p]]; len(own) > 0 {
			if b.owner == nil { // nothing before this place has any
				b.owner = make([]int32, len(t.nodes))
				for i := range b.owner {
					b.owner[i] = -1
				}
			}
			o := owner{first: int32(len(b.values)), above: above}
			for _, i := range own {
				c.hold(i, p)
			}
			o.last = int32(len(b.values))
			above = int32(len(b.owners))
			b.owners = append(b.owners, o)
		}
		if b.owner != nil {
			b.owner[p] = above
		}
	}
}

// hold gives place p a value of a key.
func (c *compiler[A]) hold(k int32, p place) {
	l, b := &c.tree.layout, &c.tree.board
	v := value{key: k, place: p} // of no size: its address must lie within the memory
	switch block := &b.keys[k].Block; {
	case block.Pointers:
		v.boxed, v.at = true, uint32(b.boxes)
		b.boxes++
	case block.Size > 0:
		v.at = l.size
		l.size = align8(l.size + uint32(block.Size))
		b.bytes += int(l.size - v.at)
	}
	b.values = append(b.values, v)
}

// tabulate makes the table. It holds the values of scope Agent and Tree so far.
func (b *board) tabulate() {
	if len(b.keys) == 0 {
		return
	}
	size := 2
	for size < 2*len(b.keys) {
		size *= 2
	}
	b.table = make([]keyRow, size)
	only := make([]int32, len(b.keys))
	for k := range only {
		only[k] = -1
	}
	for v := range b.values {
		only[b.values[v].key] = int32(v)
	}
	for k := range b.keys {
		id := b.keys[k].ID
		i := int(id) & (size - 1)
		for b.table[i].id != 0 {
			i = (i + 1) & (size - 1)
		}
		b.table[i] = keyRow{id: id, key: int32(k), value: only[k], scope: b.keys[k].Scope}
	}
}

// find is a key of the tree by its ID; nil if it declares none. IDs that follow each other do not collide, so
// it mostly looks once.
func (b *board) find(id uint32) *keyRow {
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
func (b *board) nearest(key int32, p place) int32 {
	for o := b.owner[p]; o >= 0; o = b.owners[o].above {
		for v := b.owners[o].first; v < b.owners[o].last; v++ {
			if b.values[v].key == key {
				return v
			}
		}
	}
	return -1
}

// missingKeys tells which values of scope Agent a tree that is to be plugged in would not find, since the
// agent's own tree does not have them: an error wrapping [ErrKey], or nil.
func (t *Tree[A]) missingKeys(own *Tree[A]) error {
	var errs []error
	for i := range t.board.keys {
		k := &t.board.keys[i]
		if k.Scope != engine.AgentScope {
			continue
		}
		if row := own.board.find(k.ID); row != nil && row.scope == engine.AgentScope {
			continue
		}
		e := &KeyError{Key: k.Name, Decider: t.infos[0].label.Name,
			Detail: "its scope is Agent, and the agent's own tree " + own.infos[0].label.String() + " does not declare it",
			Remedy: "list it in the Keys of " + own.infos[0].label.Name + " as well"}
		for j := range own.board.keys {
			if own.board.keys[j].Name == k.Name {
				e.Detail = "its scope is Agent, and the agent's own tree " + own.infos[0].label.String() + " declares another key of this name"
				e.Remedy = "list one variable in both trees, or rename one"
			}
		}
		errs = append(errs, e)
	}
	return errors.Join(errs...)
}
