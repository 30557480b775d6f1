package memory

import (
	"encoding/binary"
	"unsafe"

	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/program"
)

// newPlug makes a plug for the slot of an index in an instance.
func (ts *Trees) NewPlug(in *Instance, slot int, tree *program.Tree) *Plug {
	at := &in.Tree.Bounds.Reserves[slot]
	pl := &Plug{Place: at.At, Around: in.At, Instance: NewInstance(tree, unsafe.Add(in.Base, at.Offset))}
	pl.At = pl
	own := ts.Outermost()
	own.Planned++
	pl.Number = own.Planned
	pl.Depth = in.Depth + in.Tree.Facts[at.At].Depth + 1
	return pl
}

// contains reports whether a tree is the one a slot stands in, or one around that.
func (ts *Trees) Contains(in *Instance, tree *program.Tree) bool {
	for pl := in.At; pl != nil; pl = pl.Around {
		if pl.Tree == tree {
			return true
		}
	}
	return ts.Outermost().Tree == tree
}

// lookFor finds the tree a slot stands in, of those that will be there: the one the running code is in, those
// around it, or any other.
func (ts *Trees) LookFor(slot *plain.Slot) *Instance {
	own := ts.Outermost()
	for pl := ts.At; pl != nil; pl = pl.Around {
		if pl.Tree.SlotIndex(slot) >= 0 && own.willHold(pl) {
			return &pl.Instance
		}
	}
	return own.lookInto(slot)
}

func (in *Instance) lookInto(slot *plain.Slot) *Instance {
	if in.Tree.SlotIndex(slot) >= 0 {
		return in
	}
	for _, pl := range in.Plans {
		if pl != nil {
			if found := pl.lookInto(slot); found != nil {
				return found
			}
		}
	}
	return nil
}

// willHold reports whether a plugged tree will still be in this one, at any depth.
func (in *Instance) willHold(target *Plug) bool {
	for _, pl := range in.Plans {
		if pl != nil && (pl == target || pl.willHold(target)) {
			return true
		}
	}
	return false
}

// within calls f inside a plugged tree, if it is still plugged in; nil is the agent's own tree.
func (ts *Trees) Within(target *Plug, f func()) {
	ts.Each(func() {
		if ts.At == target {
			f()
		}
	})
}

// allow allows a tick more entries, for what is in a tree that is plugged in.
func (ts *Trees) Allow(tree *program.Tree) { ts.Outermost().More += 2 * len(tree.Spots) }

// limit is how many deciders may become active in one tick (RULES R8).
func (ts *Trees) Limit() int {
	own := ts.Outermost()
	return own.Tree.Entries + own.More
}

// dropPlans forgets what was to be plugged in and taken out.
func (in *Instance) DropPlans() {
	copy(in.Plans, in.Plugs)
	for _, pl := range in.Plugs {
		if pl != nil {
			pl.DropPlans()
		}
	}
}

// appendPlugs tells what is plugged in: for each slot 0, or 1, the tree's fingerprint and what is plugged into that.
func (in *Instance) AppendPlugs(b []byte, fingerprint func(*program.Tree) uint64) []byte {
	for _, pl := range in.Plugs {
		if pl == nil {
			b = append(b, 0)
			continue
		}
		b = append(b, 1)
		b = binary.LittleEndian.AppendUint64(b, fingerprint(pl.Tree))
		b = pl.AppendPlugs(b, fingerprint)
	}
	return b
}

// wayTo are the slots through which a tree is reached that is plugged in, or will be; nil is the agent's own.
func (in *Instance) WayTo(target *Plug, way []int) ([]int, bool) {
	if target == nil {
		return way, true
	}
	for i, pl := range in.Plans {
		if pl == nil {
			continue
		}
		if pl == target {
			return append(way, i), true
		}
		if found, ok := pl.WayTo(target, append(way, i)); ok {
			return found, true
		}
	}
	return nil, false
}

// plugsNow tells what is plugged in as a take has it.
func (in *Instance) PlugsNow(b []byte) []byte {
	if !in.Plugged() {
		return b
	}
	return in.AppendPlugs(b, (*program.Tree).Fingerprint)
}

// pluggedAt is what is plugged in at p; nil where it is no slot, or an empty one.
func (in *Instance) PluggedAt(p program.Place) *Plug {
	if in.Tree.Spots[p].Marks&program.Connected == 0 {
		return nil
	}
	return in.Plugs[in.Tree.Parts[p].Slot]
}
