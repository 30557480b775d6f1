package decider

import "unsafe"

// instance is one tree of one agent: its own, or one that is plugged into a slot. It holds what depends on which
// tree a walk is in, and nothing else; a runner has the one it is in by value, so that going into a plugged tree
// costs a copy and an agent without plugs pays nothing.
type instance[A any] struct {
	tree       *Tree[A]
	base       unsafe.Pointer   // its bytes
	boxes      []unsafe.Pointer // its blocks that have pointers
	keptD      []unsafe.Pointer // its kept DBlocks that have pointers
	valueBoxes []unsafe.Pointer // its blackboard values that have pointers
	plugs      []*plug[A]       // by index of its slots; nil where nothing is plugged in
	plans      []*plug[A]       // what plugs will be when all that waits for the end of the tick is done
	at         *plug[A]         // what it is, where it is a plugged tree; nil for the agent's own
	depth      int              // of its root
	number     uint64           // of the plug, from 1 on; 0 for the agent's own tree
	scratch
}

// plug is a tree that is plugged in. While a walk is in it the instance lies in the runner, and the one around it
// here.
type plug[A any] struct {
	instance[A]
	place  place       // of its slot, in the tree around it
	around *plug[A]    // that tree; nil where it is the agent's own
	outer  instance[A] // while the walk is in this one
}

// newInstance makes what a tree needs beside its bytes.
func newInstance[A any](t *Tree[A], base unsafe.Pointer) instance[A] {
	in := instance[A]{
		tree: t, base: base, scratch: newScratch(t),
		boxes: make([]unsafe.Pointer, len(t.layout.boxed)),
		keptD: make([]unsafe.Pointer, len(t.layout.keptD)),
		plugs: make([]*plug[A], len(t.layout.reserves)),
		plans: make([]*plug[A], len(t.layout.reserves)),
	}
	for i, p := range t.layout.boxed {
		in.boxes[i] = t.infos[p].calls.Block.New()
	}
	for i, p := range t.layout.keptD {
		in.keptD[i] = t.infos[p].dblock.New()
	}
	in.makeValueBoxes()
	return in
}

// into goes into a plugged tree.
func (r *runner[A]) into(pl *plug[A]) {
	pl.outer, r.instance = r.instance, pl.instance
}

// out comes back from the plugged tree that into went into.
func (r *runner[A]) out() {
	pl := r.at
	pl.instance, r.instance = r.instance, pl.outer
	pl.outer = instance[A]{}
}

// outermost is the agent's own tree, wherever the walk is.
func (r *runner[A]) outermost() *instance[A] {
	in := &r.instance
	for in.at != nil {
		in = &in.at.outer
	}
	return in
}

// surface comes back to the agent's own tree, after a panic anywhere.
func (r *runner[A]) surface() {
	for r.at != nil {
		r.out()
	}
}

// each calls f inside every tree of the agent: its own, then those plugged in, each before those inside it.
func (r *runner[A]) each(f func()) {
	f()
	for _, pl := range r.plugs {
		if pl != nil {
			r.into(pl)
			r.each(f)
			r.out()
		}
	}
}
