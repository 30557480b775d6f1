package reference

import (
	"errors"
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// Declare registers the declaration of a compiled tree, so that the tree can be plugged into a slot.
func (r *Reference[A]) Declare(tree *decider.Tree[A], root *decider.Decider[A]) {
	r.compiled[root] = tree
	r.declared[tree] = root
}

// Plug plugs a tree into a slot, as [decider.Memory.Plug] does.
func (r *Reference[A]) Plug(slot *decider.Slot[A], tree *decider.Tree[A]) error {
	if tree == nil {
		return decider.ErrNilTree
	}
	return r.exchange(slot, tree)
}

// Unplug empties a slot, as [decider.Memory.Unplug] does.
func (r *Reference[A]) Unplug(slot *decider.Slot[A]) error { return r.exchange(slot, nil) }

// exchange checks at once whether a slot can be filled or, for nil, emptied, after all earlier requests. The exchange happens
// at once or, from inside a tick, at its end.
func (r *Reference[A]) exchange(slot *decider.Slot[A], tree *decider.Tree[A]) error {
	if r.closed {
		return decider.ErrClosed
	}
	at := r.findSlot(slot)
	switch {
	case at == nil:
		return decider.ErrNoSlot
	case tree == nil && at.next == nil:
		return decider.ErrNotPlugged
	case tree == nil:
		at.next = nil
		return r.end(func() { r.replace(at, nil) })
	}
	t, err := r.fit(at, tree)
	if err != nil {
		return err
	}
	at.next = t
	return r.end(func() { r.replace(at, t) })
}

// findSlot returns the place of a slot: in the tree of the running code, in those around it, or in any other.
func (r *Reference[A]) findSlot(slot *decider.Slot[A]) *place[A] {
	all := r.treesToBe()
	t := r.own
	if r.code.place != nil {
		t = r.code.place.tree
	}
	near := []*treeState[A]{t}
	for ; t != r.own; near = append(near, t) {
		t = t.root.parent.tree
	}
	for _, t := range append(near, all...) {
		for _, p := range t.places {
			if slot != nil && p.decider.Slot == slot && slices.Contains(all, t) {
				return p
			}
		}
	}
	return nil
}

// fit returns the state of a tree for a slot, if it may be plugged in there.
func (r *Reference[A]) fit(at *place[A], tree *decider.Tree[A]) (*treeState[A], error) {
	root := r.declared[tree]
	if root == nil {
		return nil, errors.New("decidertest: the Reference was not told of this tree: see Declare")
	}
	for t := at.tree; ; t = t.root.parent.tree {
		if t.declared == root {
			return nil, decider.ErrSlotCycle
		}
		if t == r.own {
			break
		}
	}
	if bytes, reserve := tree.MemoryRequirements().Bytes, at.decider.Slot.Reserve; bytes > reserve {
		return nil, fmt.Errorf("%w: %d of %d bytes", decider.ErrSlotOverflow, bytes, reserve)
	}
	t, err := newTreeState(root, at)
	if err != nil {
		return nil, err
	}
	return t, r.missesKeys(t)
}

// replace does what exchange has checked. It does nothing if the slot's own tree has been unplugged meanwhile.
func (r *Reference[A]) replace(at *place[A], t *treeState[A]) {
	if r.closed || !slices.Contains(r.trees(), at.tree) {
		return
	}
	r.unplug(at)
	if t != nil {
		at.plug = t
		r.tellAbout(at, event.Event{Kind: event.Plugged, Target: t.root.label()})
	}
}

// unplug takes out what is plugged into a slot, and what is plugged into that. The slot's decider stays active.
func (r *Reference[A]) unplug(at *place[A]) {
	t := at.plug
	if t == nil {
		return
	}
	if t.root.active {
		r.endEarly(t.root, behavior.Removed)
	}
	r.unplugAll(t)
	r.dropShared(t, behavior.Removed)
	at.plug = nil
	r.tellAbout(at, event.Event{Kind: event.Unplugged, Target: t.root.label()})
}

// unplugAll takes out everything that is plugged into a tree.
func (r *Reference[A]) unplugAll(t *treeState[A]) {
	for _, p := range t.places {
		r.unplug(p)
	}
}

// enterPlugged enters the plugged tree. An empty slot fails.
func (r *Reference[A]) enterPlugged(p *place[A]) behavior.Status {
	if p.plug == nil {
		return behavior.Failure
	}
	return r.finishPlugged(p, r.enter(p.plug.root, nil))
}

// visitPlugged visits the plugged tree, or enters one that was plugged in meanwhile.
func (r *Reference[A]) visitPlugged(p *place[A]) behavior.Status {
	if p.child() == nil {
		return r.enterPlugged(p)
	}
	return r.finishPlugged(p, r.visit(p.child()))
}

// finishPlugged leaves a root that has ended.
func (r *Reference[A]) finishPlugged(p *place[A], status behavior.Status) behavior.Status {
	if done(status) {
		r.leave(p.plug.root, finishing(status))
	}
	return status
}
