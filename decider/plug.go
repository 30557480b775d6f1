package decider

import (
	"fmt"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
)

// This file is what is plugged into slots, per agent (slot.go is the declaration).

// visitPlugged visits what is plugged in at p, or enters it. An emptied slot fails.
func (r *runner[A]) visitPlugged(p place) (st behavior.Status) {
	pl := r.pluggedAt(p)
	if pl == nil {
		return behavior.Failure
	}
	r.into(pl)
	if r.header().up {
		st = r.visit(0)
	} else {
		st = r.enter(0)
	}
	if st == behavior.Success || st == behavior.Failure {
		r.leave(0, reasonOf(st))
	}
	r.out()
	return st
}

// exchangeOp looks for the slot and checks that what is asked for can be done, after what was asked for before.
func (r *runner[A]) exchangeOp(slot *Slot[A], tree *Tree[A]) (o op[A], err error) {
	o = op[A]{kind: opPlug, slot: slot, tree: tree}
	if tree == nil {
		o.kind = opUnplug
	}
	if slot == nil {
		return o, fmt.Errorf("%w: the slot is nil", ErrNoSlot)
	}
	found := r.lookFor(slot)
	if found == nil {
		return o, fmt.Errorf("%w: %q", ErrNoSlot, slot.Name)
	}
	o.into = found.at
	switch {
	case tree == nil:
		if !r.willBePlugged(o, found) {
			return o, fmt.Errorf("%w: %q", ErrNotPlugged, slot.Name)
		}
		return o, nil
	case r.contains(found, tree):
		return o, fmt.Errorf("%w: %q lies in %v itself", ErrSlotCycle, slot.Name, tree.infos[0].label)
	case tree.layout.size > align8(uint32(slot.Reserve)):
		return o, fmt.Errorf("%w: %v takes %d bytes, %q reserves %d", ErrSlotOverflow, tree.infos[0].label, tree.layout.size, slot.Name, slot.Reserve)
	}
	return o, tree.missingKeys(r.outermost().tree)
}

// contains reports whether a tree is the one a slot stands in, or one around that.
func (r *runner[A]) contains(in *instance[A], tree *Tree[A]) bool {
	for pl := in.at; pl != nil; pl = pl.around {
		if pl.tree == tree {
			return true
		}
	}
	return r.outermost().tree == tree
}

// lookFor finds the tree a slot stands in: the one the running code is in, those around it, or any other.
func (r *runner[A]) lookFor(slot *Slot[A]) *instance[A] {
	for around := &r.instance; ; around = &around.at.outer {
		if around.tree.slotIndex(slot) >= 0 {
			return around
		}
		if around.at == nil {
			return around.lookInto(slot)
		}
	}
}

func (in *instance[A]) lookInto(slot *Slot[A]) *instance[A] {
	for _, pl := range in.plugs {
		if pl == nil {
			continue
		}
		if pl.tree.slotIndex(slot) >= 0 {
			return &pl.instance
		}
		if found := pl.lookInto(slot); found != nil {
			return found
		}
	}
	return nil
}

func (t *Tree[A]) slotIndex(slot *Slot[A]) int {
	for i, s := range t.slots {
		if s == slot {
			return i
		}
	}
	return -1
}

// willBePlugged reports whether something will be in the slot when o's turn comes.
func (r *runner[A]) willBePlugged(o op[A], in *instance[A]) bool {
	there := in.plugs[in.tree.slotIndex(o.slot)] != nil
	for _, before := range r.ops {
		switch {
		case before.kind == opReset, before.kind == opClose:
			there = false
		case before.slot == o.slot && before.into == o.into:
			there = before.kind == opPlug
		}
	}
	return there
}

// replace unplugs what is in the slot and plugs in what is to be there. If what the slot stands in was unplugged
// meanwhile there is nothing to be done.
func (r *runner[A]) replace(o op[A]) {
	r.within(o.into, func() {
		i := r.tree.slotIndex(o.slot)
		if r.plugs[i] != nil {
			r.unplug(i)
		}
		if o.kind == opPlug {
			r.plugIn(i, o.tree)
		}
	})
}

// within calls f inside a plugged tree, if it is still plugged in; nil is the agent's own tree.
func (r *runner[A]) within(target *plug[A], f func()) {
	r.each(func() {
		if r.at == target {
			f()
		}
	})
}

func (r *runner[A]) plugIn(i int, tree *Tree[A]) {
	at := &r.tree.layout.reserves[i]
	pl := &plug[A]{slot: at.at, around: r.at, instance: newInstance(tree, unsafe.Add(r.base, at.offset))}
	pl.at = pl
	pl.depth = r.depth + r.tree.infos[at.at].depth + 1
	r.into(pl)
	r.clearMemory()
	r.out()
	r.plugs[i] = pl
	r.limit += 2 * len(tree.nodes)
	if r.level >= 2 {
		r.tellPlugged(Plugged, at.at, tree)
	}
}

// unplug takes a tree out, with all that is plugged into it.
func (r *runner[A]) unplug(i int) {
	pl := r.plugs[i]
	r.into(pl)
	if r.header().up {
		r.tear(0, behavior.Removed)
	}
	r.unplugAll()
	r.out()
	r.plugs[i] = nil
	r.limit -= 2 * len(pl.tree.nodes)
	if r.level >= 2 {
		r.tellPlugged(Unplugged, pl.slot, pl.tree)
	}
}

// unplugAll takes everything out.
func (r *runner[A]) unplugAll() {
	for i, pl := range r.plugs {
		if pl != nil {
			r.unplug(i)
		}
	}
}
