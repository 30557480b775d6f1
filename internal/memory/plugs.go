package memory

import (
	"encoding/binary"
	"unsafe"

	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/program"
)

// NewPlug returns a plug of tree for a slot, given by its index, of the instance.
func (ts *Trees) NewPlug(in *Instance, slot int, tree *program.Tree) *Plug {
	at := &in.Tree.Bounds.Reserves[slot]
	pl := &Plug{Place: at.At, Around: in.At, Instance: NewInstance(tree, unsafe.Add(in.Base, at.Offset))}
	pl.At = pl
	own := ts.Outermost()
	own.PlugCount++
	pl.Number = own.PlugCount
	pl.Depth = in.Depth + int(in.Tree.Facts[at.At].Depth) + 1
	return pl
}

// Contains reports whether the tree is that of the instance or of one around it.
func (ts *Trees) Contains(in *Instance, tree *program.Tree) bool {
	for pl := in.At; pl != nil; pl = pl.Around {
		if pl.Tree == tree {
			return true
		}
	}
	return ts.Outermost().Tree == tree
}

// LookFor returns the instance whose tree has the slot, once all pending requests are done: first the trees that the
// running code is in, from the inside out, then any other. It returns nil if there is none.
func (ts *Trees) LookFor(slot *plain.Slot) *Instance {
	own := ts.Outermost()
	for pl := ts.At; pl != nil; pl = pl.Around {
		if pl.Tree.SlotIndex(slot) >= 0 && own.willHold(pl) {
			return &pl.Instance
		}
	}
	return own.lookInto(slot)
}

// lookInto is LookFor in this tree and those planned to be plugged into it.
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

// willHold reports whether target will still be plugged into this tree, at any depth.
func (in *Instance) willHold(target *Plug) bool {
	for _, pl := range in.Plans {
		if pl != nil && (pl == target || pl.willHold(target)) {
			return true
		}
	}
	return false
}

// Within calls f inside a plugged tree if it is still plugged in. A nil target is the agent's own tree.
func (ts *Trees) Within(target *Plug, f func()) {
	ts.Each(func() {
		if ts.At == target {
			f()
		}
	})
}

// AllowEntries raises the limit of entries per tick for a tree that is plugged in.
func (ts *Trees) AllowEntries(tree *program.Tree) { ts.Outermost().MoreEntries += 2 * len(tree.Spots) }

// EntryLimit returns how many deciders may become active in one tick (RULES R8).
func (ts *Trees) EntryLimit() int {
	own := ts.Outermost()
	return own.Tree.Entries + own.MoreEntries
}

// DropPlans drops all pending plugs and unplugs.
func (in *Instance) DropPlans() {
	copy(in.Plans, in.Plugs)
	for _, pl := range in.Plugs {
		if pl != nil {
			pl.DropPlans()
		}
	}
}

// AppendPlugs appends what is plugged in. Each slot is a 0, or a 1 followed by the tree's fingerprint and that tree's own
// slots.
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

// WayTo appends the slots that lead to target, which is plugged in or will be, and reports whether there is such a way. A
// nil target is the agent's own tree.
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

// PlugsNow is AppendPlugs for a take: it appends nothing if nothing is plugged in.
func (in *Instance) PlugsNow(b []byte) []byte {
	if !in.Plugged() {
		return b
	}
	return in.AppendPlugs(b, (*program.Tree).Fingerprint)
}

// PluggedAt returns the plug at p, or nil if p is not a slot or is empty.
func (in *Instance) PluggedAt(p program.Place) *Plug {
	if in.Tree.Spots[p].Marks&program.Connected == 0 {
		return nil
	}
	return in.Plugs[in.Tree.PartsOf(p).Slot]
}
