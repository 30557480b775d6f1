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

// plan looks for a slot and checks that a tree can be plugged into it, or for nil that there is something to take
// out. It goes by what will be there when all that waits is done.
func (r *runner[A]) plan(slot *Slot[A], tree *Tree[A]) (o op[A], err error) {
	if slot == nil {
		return o, fmt.Errorf("%w: the slot is nil", ErrNoSlot)
	}
	in := r.lookFor(slot)
	if in == nil {
		return o, fmt.Errorf("%w: %q", ErrNoSlot, slot.Name)
	}
	i := in.tree.slotIndex(slot)
	o = op[A]{kind: opExchange, index: i, in: in.at}
	switch {
	case tree == nil:
		if in.plans[i] == nil {
			return o, fmt.Errorf("%w: %q", ErrNotPlugged, slot.Name)
		}
		return o, nil
	case r.contains(in, tree):
		return o, fmt.Errorf("%w: %v cannot be plugged into %q, which lies in it", ErrSlotCycle, tree.infos[0].label, slot.Name)
	case int(tree.layout.size) > slot.Reserve:
		return o, fmt.Errorf("%w: %v takes %d bytes, %q reserves %d; raise its Reserve", ErrSlotOverflow, tree.infos[0].label, tree.layout.size, slot.Name, slot.Reserve)
	}
	if err := tree.missingKeys(r.outermost().tree); err != nil {
		return o, err
	}
	if err := tree.bind(r.world); err != nil {
		return o, err
	}
	o.plug = r.newPlug(in, i, tree)
	return o, nil
}

// newPlug makes a plug for the slot of an index in an instance.
func (r *runner[A]) newPlug(in *instance[A], slot int, tree *Tree[A]) *plug[A] {
	at := &in.tree.layout.reserves[slot]
	pl := &plug[A]{place: at.at, around: in.at, instance: newInstance(tree, unsafe.Add(in.base, at.offset))}
	pl.at = pl
	r.planned++
	pl.number = r.planned
	pl.depth = in.depth + in.tree.infos[at.at].depth + 1
	return pl
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

// lookFor finds the tree a slot stands in, of those that will be there: the one the running code is in, those
// around it, or any other.
func (r *runner[A]) lookFor(slot *Slot[A]) *instance[A] {
	own := r.outermost()
	for pl := r.at; pl != nil; pl = pl.around {
		if pl.tree.slotIndex(slot) >= 0 && own.willHold(pl) {
			return &pl.instance
		}
	}
	return own.lookInto(slot)
}

func (in *instance[A]) lookInto(slot *Slot[A]) *instance[A] {
	if in.tree.slotIndex(slot) >= 0 {
		return in
	}
	for _, pl := range in.plans {
		if pl != nil {
			if found := pl.lookInto(slot); found != nil {
				return found
			}
		}
	}
	return nil
}

// willHold reports whether a plugged tree will still be in this one, at any depth.
func (in *instance[A]) willHold(target *plug[A]) bool {
	for _, pl := range in.plans {
		if pl != nil && (pl == target || pl.willHold(target)) {
			return true
		}
	}
	return false
}

func (t *Tree[A]) slotIndex(slot *Slot[A]) int {
	for i, s := range t.slots {
		if s == slot {
			return i
		}
	}
	return -1
}

// exchangePlug takes out what is in a slot and plugs in what is to be there.
func (r *runner[A]) exchangePlug(o op[A]) {
	r.within(o.in, func() {
		if r.plugs[o.index] != nil {
			r.unplug(o.index)
		}
		if o.plug != nil {
			r.plugIn(o.index, o.plug)
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

func (r *runner[A]) plugIn(i int, pl *plug[A]) {
	r.into(pl)
	r.clearMemory()
	r.out()
	r.plugs[i] = pl
	r.limit += 2 * len(pl.tree.nodes)
	if r.level >= 2 {
		r.tellPlugged(Plugged, pl.place, pl.tree)
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
	r.dropShared()
	r.out()
	clear(unsafe.Slice((*uint64)(pl.base), pl.tree.layout.size/wordSize)) // what agents do not have does not show in their bytes
	r.plugs[i] = nil
	r.limit -= 2 * len(pl.tree.nodes)
	if r.level >= 2 {
		r.tellPlugged(Unplugged, pl.place, pl.tree)
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
