package tick

import (
	"fmt"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/refusal"
)

// This file has the trees that one agent has plugged into its slots.

// visitPlugged visits or enters the tree plugged in at p. An emptied slot fails.
func (r *Runner) visitPlugged(p program.Place) (st behavior.Status) {
	pl := r.PluggedAt(p)
	if pl == nil {
		return behavior.Failure
	}
	r.Into(pl)
	if r.Header().Up {
		st = r.visit(0)
	} else {
		st = r.enter(0)
	}
	if st == behavior.Success || st == behavior.Failure {
		r.leave(0, reasonOf(st))
	}
	r.Out()
	return st
}

// Plan looks for a slot and checks that a tree can be plugged into it or, for a nil tree, that the slot has one. It
// assumes that all queued requests are done.
func (r *Runner) Plan(slot *plain.Slot, tree *program.Tree) (o Op, err error) {
	if slot == nil {
		return o, fmt.Errorf("%w: the slot is nil", refusal.ErrNoSlot)
	}
	in := r.LookFor(slot)
	if in == nil {
		return o, fmt.Errorf("%w: %q", refusal.ErrNoSlot, slot.Name)
	}
	i := in.Tree.SlotIndex(slot)
	o = Op{Kind: OpExchange, Index: i, In: in.At}
	switch {
	case tree == nil:
		if in.Plans[i] == nil {
			return o, fmt.Errorf("%w: %q", refusal.ErrNotPlugged, slot.Name)
		}
		return o, nil
	case r.Contains(in, tree):
		return o, fmt.Errorf("%w: %v cannot be plugged into %q, which lies in it", refusal.ErrSlotCycle, tree.Facts[0].Label, slot.Name)
	case int(tree.Size) > slot.Reserve:
		return o, fmt.Errorf("%w: %v takes %d bytes, %q reserves %d; raise its Reserve", refusal.ErrSlotOverflow, tree.Facts[0].Label, tree.Size, slot.Name, slot.Reserve)
	}
	if err := tree.MissingKeys(r.Outermost().Tree); err != nil {
		return o, err
	}
	if err := tree.Bind(r.Context.World); err != nil {
		return o, err
	}
	o.Plug = r.NewPlug(in, i, tree)
	return o, nil
}

// exchangePlug replaces the tree in a slot.
func (r *Runner) exchangePlug(o Op) {
	r.Within(o.In, func() {
		if r.Plugs[o.Index] != nil {
			r.unplug(o.Index)
		}
		if o.Plug != nil {
			r.plugIn(o.Index, o.Plug)
		}
	})
}

func (r *Runner) plugIn(i int, pl *memory.Plug) {
	r.Into(pl)
	r.ClearMemory()
	r.Out()
	r.Plugs[i] = pl
	r.AllowEntries(pl.Tree)
	if r.tellsChanges() {
		r.tellPlugged(event.Plugged, pl.Place, pl.Tree)
	}
}

// unplug takes a tree out, with all trees that are plugged into it.
func (r *Runner) unplug(i int) {
	pl := r.Plugs[i]
	r.Into(pl)
	if r.Header().Up {
		r.tear(0, behavior.Removed)
	}
	r.unplugAll()
	r.DropShared(behavior.Removed)
	r.Out()
	clear(unsafe.Slice((*uint64)(pl.Base), pl.Tree.Size/program.WordSize)) // an unplugged tree leaves no trace in the agent's bytes
	r.Plugs[i] = nil
	r.Outermost().MoreEntries -= 2 * len(pl.Tree.Spots)
	if r.tellsChanges() {
		r.tellPlugged(event.Unplugged, pl.Place, pl.Tree)
	}
}

// unplugAll empties all slots.
func (r *Runner) unplugAll() {
	for i, pl := range r.Plugs {
		if pl != nil {
			r.unplug(i)
		}
	}
}
