package memory

import (
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/program"
)

// This file finds the active places. They form one path in most trees, and several below Concurrent groups and, within a
// tick, below reactive groups.

// RootIfUp returns the root if it is active, else Nowhere.
func (b *Records) RootIfUp() program.Place {
	if b.Header().Up {
		return 0
	}
	return program.Nowhere
}

// ChildOf returns the active child of p, which is active: the first in order if there are several, and Nowhere for a leaf
// or a waiting group.
func (b *Records) ChildOf(p program.Place) program.Place {
	n := &b.Spots[p]
	switch {
	case !n.IsGroup():
		return program.Nowhere
	case n.Policy == declaration.Concurrent:
		return b.NextBranch(p, n.First)
	case n.Policy.Reactive():
		if f := b.Frame(p); f.Child != program.Nowhere {
			return min(f.Child, f.Cursor) // Nowhere is the greatest Place
		}
		return program.Nowhere
	}
	return b.Frame(p).Child
}

// LastChild returns the active child of p that was activated last and so is deactivated first, or Nowhere.
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
		if f := b.Frame(p); f.Child != program.Nowhere && f.Cursor != program.Nowhere {
			return f.Cursor
		}
	}
	return b.Frame(p).Child
}

// NextChild returns the first active child of p at or after q, or Nowhere.
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
	if f.Child == program.Nowhere {
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

// IsActive reports whether p is active.
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
		return f.Child == p || f.Cursor == p && f.Child != program.Nowhere
	default:
		return f.Child == p
	}
}

// Join makes p one of its group's active children.
func (b *Records) Join(group, p program.Place) {
	n, f := &b.Spots[group], b.Frame(group)
	switch {
	case n.Policy == declaration.Concurrent:
		b.Branches(group).Set(int(p - n.First))
	case n.Policy.Reactive() && f.Child != program.Nowhere:
		f.Cursor = p // beside the child that ran before
	case n.Policy.Reactive():
		f.Child, f.Cursor = p, program.Nowhere
	default:
		f.Child = p
	}
}

// Unlink makes p inactive.
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

// NextBranch returns the first active child of a Concurrent group at or after q, or Nowhere.
func (b *Records) NextBranch(p, q program.Place) program.Place { return b.NextOf(p, b.Branches(p), q) }

// NextOf returns the first child of a group at or after q whose bit is set, or Nowhere.
func (b *Records) NextOf(p program.Place, set Bits, q program.Place) program.Place {
	first := b.Spots[p].First
	if i := set.Next(int(q - first)); i >= 0 {
		return first + program.Place(i)
	}
	return program.Nowhere
}
