package memory

import (
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/program"
)

// This file is what is active: a path in most trees; below Concurrent groups, and for a moment below reactive
// ones, several.

// rootIfUp is the root if it is active, else nowhere.
func (b *Records) RootIfUp() program.Place {
	if b.Header().Up {
		return 0
	}
	return program.Nowhere
}

// childOf is the active child of p, which is active; of several the first in order. It is nowhere for a leaf and
// for a group that waits.
func (b *Records) ChildOf(p program.Place) program.Place {
	n := &b.Spots[p]
	switch {
	case !n.IsGroup():
		return program.Nowhere
	case n.Policy == declaration.Concurrent:
		return b.NextBranch(p, n.First)
	case n.Policy.Reactive():
		f := b.Frame(p)
		return min(f.Child, f.Cursor) // nowhere is the greatest place
	}
	return b.Frame(p).Child
}

// lastChild is the child of p that was activated last of those active: the one that goes down first.
func (b *Records) LastChild(p program.Place) program.Place {
	n := &b.Spots[p]
	switch {
	case !n.IsGroup():
		return program.Nowhere
	case n.Policy == declaration.Concurrent:
		if i := b.Branches(p).last(); i >= 0 {
			return n.First + program.Place(i)
		}
		return program.Nowhere
	case n.Policy.Reactive():
		if f := b.Frame(p); f.Cursor != program.Nowhere {
			return f.Cursor
		}
	}
	return b.Frame(p).Child
}

// nextChild is the next active child of p from q on, in order; nowhere for none.
func (b *Records) NextChild(p, q program.Place) program.Place {
	n := &b.Spots[p]
	switch {
	case !n.IsGroup():
		return program.Nowhere
	case n.Policy == declaration.Concurrent:
		return b.NextBranch(p, q)
	}
	f := b.Frame(p)
	first, second := f.Child, program.Nowhere
	if n.Policy.Reactive() {
		first, second = min(f.Child, f.Cursor), max(f.Child, f.Cursor)
	}
	if f.Child == program.Nowhere && !n.Policy.Reactive() {
		return program.Nowhere
	}
	switch {
	case first != program.Nowhere && q <= first:
		return first
	case second != program.Nowhere && q <= second:
		return second
	}
	return program.Nowhere
}

// isActive reports whether p is on the active path.
func (b *Records) IsActive(p program.Place) bool {
	parent := b.Spots[p].Parent
	if parent == program.Nowhere {
		return b.Header().Up
	}
	if !b.IsActive(parent) {
		return false
	}
	switch n, f := &b.Spots[parent], b.Frame(parent); {
	case n.Policy == declaration.Concurrent:
		return b.Branches(parent).Has(int(p - n.First))
	case n.Policy.Reactive():
		return f.Child == p || f.Cursor == p
	default:
		return f.Child == p
	}
}

// join makes p one of its group's active children.
func (b *Records) Join(group, p program.Place) {
	n, f := &b.Spots[group], b.Frame(group)
	switch {
	case n.Policy == declaration.Concurrent:
		b.Branches(group).Set(int(p - n.First))
	case n.Policy.Reactive() && f.Child != program.Nowhere:
		f.Cursor = p // beside the one that ran before
	default:
		f.Child = p
	}
}

// unlink makes p active no more.
func (b *Records) Unlink(p program.Place) {
	group := b.Spots[p].Parent
	if group == program.Nowhere {
		b.Header().Up = false
		return
	}
	n, f := &b.Spots[group], b.Frame(group)
	switch {
	case n.Policy == declaration.Concurrent:
		b.Branches(group).Unset(int(p - n.First))
	case !n.Policy.Reactive():
		f.Child = program.Nowhere
	default:
		if f.Child == p {
			f.Child = f.Cursor
		}
		f.Cursor = program.Nowhere
	}
}

// nextBranch is the next active child of a Concurrent group from q on; nowhere for none.
func (b *Records) NextBranch(p, q program.Place) program.Place { return b.NextOf(p, b.Branches(p), q) }

// nextOf is the next child of a group from q on whose bit is set; nowhere for none.
func (b *Records) NextOf(p program.Place, set Bits, q program.Place) program.Place {
	first := b.Spots[p].First
	if i := set.Next(int(q - first)); i >= 0 {
		return first + program.Place(i)
	}
	return program.Nowhere
}
