package memory

import (
	"unsafe"

	"github.com/decidertree/decidertree/internal/program"
)

// instance is one tree of one agent: its own, or one that is plugged into a slot. It holds what depends on which
// tree a walk is in, and nothing else; a runner has the one it is in by value, so that going into a plugged tree
// costs a copy and an agent without plugs pays nothing.
type Instance struct {
	Tree    *program.Tree
	Records        // its bytes
	*Extras        // never nil
	At      *Plug  // what it is, where it is a plugged tree; nil for the agent's own
	Depth   int    // of its root
	Number  uint64 // of the plug, from 1 on; 0 for the agent's own tree
	*Scratch
}

// plug is a tree that is plugged in. While a walk is in it the instance lies in the runner, and the one around it
// here.
type Plug struct {
	Instance
	Place  program.Place // of its slot, in the tree around it
	Around *Plug         // that tree; nil where it is the agent's own
	Outer  Instance      // while the walk is in this one
}

// newInstance makes what a tree of an agent needs beside its bytes.
func NewInstance(t *program.Tree, base unsafe.Pointer) Instance {
	return Instance{Tree: t, Records: Records{&t.Layout, base}, Extras: NewExtras(t), Scratch: NewScratch(t)}
}

// trees are all trees of one agent, with the one that a walk is in.
type Trees struct {
	Instance       // that one: the agent's own, or while a walk is inside a plugged one, that
	Wants    wants // what must be done before the tick is over
	Stirred  bool  // something has changed in this tick
}

// wants are the things a tick may have to do at its end. A quiet tick has none.
type wants uint8

const (
	WantUnmask wants = 1 << iota // deciders are masked
	WantTidy                     // another part of the scratch has been written to
	WantReport                   // there are errors
	WantShared                   // the agent has something of gates or squads
	WantLapse                    // and has ticked: what it did not ask for again lapses
	WantOps                      // user code asked for something that waits for the end of the tick
	WantClosed                   // the memory was closed
	WantTape                     // a take is open
)

// into goes into a plugged tree.
func (ts *Trees) Into(pl *Plug) {
	pl.Outer, ts.Instance = ts.Instance, pl.Instance
}

// out comes back from the plugged tree that into went into.
func (ts *Trees) Out() {
	pl := ts.At
	pl.Instance, ts.Instance = ts.Instance, pl.Outer
	pl.Outer = Instance{}
}

// outermost is the agent's own tree, wherever the walk is.
func (ts *Trees) Outermost() *Instance {
	in := &ts.Instance
	for in.At != nil {
		in = &in.At.Outer
	}
	return in
}

// surface comes back to the agent's own tree, after a panic anywhere.
func (ts *Trees) Surface() {
	for ts.At != nil {
		ts.Out()
	}
}

// each calls f inside every tree of the agent: its own, then those plugged in, each before those inside it.
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

func (in *Instance) BlockOf(p program.Place) unsafe.Pointer {
	n := &in.Tree.Spots[p]
	if n.Marks&program.Boxed != 0 {
		return in.Boxes[n.Block]
	}
	return unsafe.Add(in.Base, n.Block)
}

// fromOutside calls f in the agent's own tree, wherever the walk is.
func (ts *Trees) FromOutside(f func()) {
	if pl := ts.At; pl != nil {
		ts.Out()
		ts.FromOutside(f)
		ts.Into(pl)
		return
	}
	f()
}

// plugged reports whether anything is plugged in.
func (in *Instance) Plugged() bool {
	for _, pl := range in.Plugs {
		if pl != nil {
			return true
		}
	}
	return false
}

// path is p's names from the root, in words; of what is plugged in, from the agent's own root.
func (in *Instance) Path(p program.Place) string {
	if in.At == nil {
		return in.Tree.Path(p)
	}
	return in.At.Outer.Path(in.At.Place) + " > " + in.Tree.Path(p)
}

// become makes room for an agent of a tree.
func (ts *Trees) Become(t *program.Tree) {
	ts.Instance = NewInstance(t, unsafe.Pointer(unsafe.SliceData(make([]uint64, t.Size/program.WordSize))))
}

// clearMemory makes the bytes of the tree the runner is in as new. Nothing is active in it.
func (in *Instance) ClearMemory() {
	in.Records.Clear()
	in.clearBoxes()
}

// eachSegment calls f for the parts of an agent's bytes between the reserves, with where each begins in the compact
// bytes.
func (in *Instance) EachSegment(f func(from, to, compact uint32)) {
	from, cut := uint32(0), uint32(0)
	for _, reserve := range in.Tree.Bounds.Reserves { // in the order in which they lie
		f(from, reserve.Offset, from-cut)
		from = reserve.Offset + reserve.Bytes
		cut += reserve.Bytes
	}
	f(from, in.Tree.Size, from-cut)
}

// eachActive calls f for what is active at and below p, in the order of the declaration, inside the tree it is in.
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
