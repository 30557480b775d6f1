package memory

import (
	"unsafe"

	"github.com/decidertree/decidertree/internal/program"
)

// Instance is one tree of one agent: its own tree, or one plugged into a slot. It holds exactly the state that depends on
// the tree a walk is in. A runner holds the current Instance by value, so entering a plugged tree costs a copy and agents
// without plugs pay nothing.
type Instance struct {
	Tree    *program.Tree
	Records        // the agent's bytes for this tree
	*Extras        // never nil
	At      *Plug  // the plug of a plugged tree; nil for the agent's own
	Depth   int    // depth of the root
	Number  uint64 // number of the plug, from 1 on; 0 for the agent's own tree
	*Scratch
}

// Plug is a plugged tree. While a walk is in it, the runner holds its Instance, and Outer that of the surrounding tree.
type Plug struct {
	Instance
	Place  program.Place // place of the slot in the surrounding tree
	Around *Plug         // plug of the surrounding tree; nil for the agent's own tree
	Outer  Instance      // the surrounding tree, while the walk is in this one
}

// NewInstance returns an Instance over the bytes at base, with its own Extras and Scratch.
func NewInstance(t *program.Tree, base unsafe.Pointer) Instance {
	return Instance{Tree: t, Records: Records{&t.Layout, base}, Extras: NewExtras(t), Scratch: NewScratch(t)}
}

// Trees are all trees of one agent; the embedded Instance is the one that the walk is in.
type Trees struct {
	Instance       // the agent's own tree, or the plugged tree that the walk is in
	Wants    wants // what must be done before the tick ends
	Stirred  bool  // this tick has changed something
}

// wants are the tasks left for the end of a tick. A tick in which nothing changes has none.
type wants uint8

// The tasks for the end of a tick.
const (
	WantUnmask wants = 1 << iota // clear the masks of deciders
	WantTidy                     // clear the rest of the scratch
	WantReport                   // return errors
	WantShared                   // look after the agent's gates and squads
	WantLapse                    // after a tick: let claims and wants lapse that were not renewed
	WantOps                      // carry out the requests of user code
	WantClosed                   // close the memory
	WantTape                     // finish the open take
)

// Into enters a plugged tree.
func (ts *Trees) Into(pl *Plug) {
	pl.Outer, ts.Instance = ts.Instance, pl.Instance
}

// Out returns from the plugged tree that Into entered.
func (ts *Trees) Out() {
	pl := ts.At
	pl.Instance, ts.Instance = ts.Instance, pl.Outer
	pl.Outer = Instance{}
}

// Outermost returns the agent's own tree, wherever the walk is.
func (ts *Trees) Outermost() *Instance {
	in := &ts.Instance
	for in.At != nil {
		in = &in.At.Outer
	}
	return in
}

// Surface returns to the agent's own tree after a panic.
func (ts *Trees) Surface() {
	for ts.At != nil {
		ts.Out()
	}
}

// Each calls f inside every tree of the agent: its own first, and each plugged tree before those inside it.
func (ts *Trees) Each(f func()) {
	f()
	for _, pl := range ts.Plugs {
		if pl != nil {
			ts.Into(pl)
			ts.Each(f)
			ts.Out()
		}
	}
}

// Knows reports whether this tree, or one plugged into it, has a decider of that name.
func (in *Instance) Knows(name string) bool {
	if in.Tree.Named(name, 0) != program.Nowhere {
		return true
	}
	for _, pl := range in.Plugs {
		if pl != nil && pl.Knows(name) {
			return true
		}
	}
	return false
}

// BlockOf returns the block of p's behavior.
func (in *Instance) BlockOf(p program.Place) unsafe.Pointer {
	n := &in.Tree.Spots[p]
	if n.Marks&program.Boxed != 0 {
		return in.Boxes[n.Block]
	}
	return unsafe.Add(in.Base, n.Block)
}

// FromOutside calls f in the agent's own tree, wherever the walk is.
func (ts *Trees) FromOutside(f func()) {
	if pl := ts.At; pl != nil {
		ts.Out()
		ts.FromOutside(f)
		ts.Into(pl)
		return
	}
	f()
}

// Plugged reports whether anything is plugged in.
func (in *Instance) Plugged() bool {
	for _, pl := range in.Plugs {
		if pl != nil {
			return true
		}
	}
	return false
}

// Path returns the names of the deciders from the agent's own root to p.
func (in *Instance) Path(p program.Place) string {
	if in.At == nil {
		return in.Tree.Path(p)
	}
	return in.At.Outer.Path(in.At.Place) + " > " + in.Tree.Path(p)
}

// Allocate makes the memory of an agent of a tree.
func (ts *Trees) Allocate(t *program.Tree) {
	ts.Instance = NewInstance(t, unsafe.Pointer(unsafe.SliceData(make([]uint64, t.Size/program.WordSize))))
}

// ClearMemory clears the memory of this tree, in which nothing is active.
func (in *Instance) ClearMemory() {
	in.Records.Clear()
	in.clearBoxes()
	in.Publish()
}

// EachSegment calls f for the parts of an agent's bytes that lie between the reserves of slots. compact is the offset of
// the part when the reserves are left out.
func (in *Instance) EachSegment(f func(from, to, compact uint32)) {
	from, cut := uint32(0), uint32(0)
	for _, reserve := range in.Tree.Bounds.Reserves { // in the order of their offsets
		f(from, reserve.Offset, from-cut)
		from = reserve.Offset + reserve.Bytes
		cut += reserve.Bytes
	}
	f(from, in.Tree.Size, from-cut)
}

// EachActive calls f for each active place at and below p, in the order of the declaration and inside its own tree.
func (ts *Trees) EachActive(p program.Place, f func(program.Place)) {
	if p == program.Nowhere {
		return
	}
	f(p)
	if pl := ts.PluggedAt(p); pl != nil {
		ts.Into(pl)
		ts.EachActive(ts.RootIfUp(), f)
		ts.Out()
	}
	for q := ts.ChildOf(p); q != program.Nowhere; q = ts.NextChild(p, q+1) {
		ts.EachActive(q, f)
	}
}
