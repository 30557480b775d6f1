package memory

import (
	"math"
	"unsafe"

	"github.com/decidertree/decidertree/internal/program"
)

// Records are one tree's part of an agent's bytes, read and written by the tree's layout. The engine, snapshots and
// playback all use them.
type Records struct {
	*program.Layout
	Base unsafe.Pointer // start of the bytes
}

// All returns the bytes.
func (b *Records) All() []byte { return unsafe.Slice((*byte)(b.Base), b.Size) }

// Part returns n bytes from an offset on.
func (b *Records) Part(offset, n uint32) []byte { return b.All()[offset : offset+n] }

// Header returns the header.
func (b *Records) Header() *program.Header { return (*program.Header)(b.Base) }

// Due returns the time at an offset.
func (b *Records) Due(offset uint32) *float64 { return (*float64)(unsafe.Add(b.Base, offset)) }

// bits returns the set of n bits at an offset.
func (b *Records) bits(offset uint32, n int) Bits {
	return unsafe.Slice((*uint64)(unsafe.Add(b.Base, offset)), program.WordsFor(n))
}

// Count returns the entry count of a Limit.
func (b *Records) Count(offset uint32) *uint64 { return (*uint64)(unsafe.Add(b.Base, offset)) }

// Start returns when p became active. It is valid while p is active.
func (b *Records) Start(p program.Place) *float64 { return b.Due(b.Spots[p].Frame) }

// Frame returns the whole frame of p, which is a group or the target of a Jump.
func (b *Records) Frame(p program.Place) *program.Frame {
	return (*program.Frame)(unsafe.Add(b.Base, b.Spots[p].Frame))
}

// Spent returns the children of a OneOff group that have had their run.
func (b *Records) Spent(p program.Place) Bits {
	s := &b.Spots[p]
	return b.bits(s.Frame+program.FrameSize, s.Children())
}

// Bag returns the children of a Shuffle group that have not had their turn.
func (b *Records) Bag(p program.Place) Bits { return b.bits(b.PartsOf(p).Bag, b.Spots[p].Children()) }

// MonitorBits returns the last answers of the Monitors, each followed by whether the Monitor was reached since its Selector
// began.
func (b *Records) MonitorBits() Bits { return b.bits(b.Monitors, b.MonitorCount) }

// Tally returns the counts of a Concurrent group.
func (b *Records) Tally(p program.Place) *program.Tally {
	return (*program.Tally)(unsafe.Add(b.Base, b.Spots[p].Frame+program.FrameSize))
}

// Branches returns the active children of a Concurrent group.
func (b *Records) Branches(p program.Place) Bits {
	s := &b.Spots[p]
	return b.bits(s.Frame+program.FrameSize+program.TallySize, s.Children())
}

// UnbegunBy returns the children of the Concurrent group p that count as accepted and have not begun: those that are
// pending and, while the group begins, those that accepted.
func (b *Records) UnbegunBy(p program.Place) Bits {
	s := &b.Spots[p]
	return b.bits(s.Frame+program.FrameSize+program.TallySize+uint32(program.WordsFor(s.Children()))*program.WordSize, s.Children())
}

// Repetition returns the iterations of a place with a Repeat.
func (b *Records) Repetition(p program.Place) *program.Repetition {
	return (*program.Repetition)(unsafe.Add(b.Base, b.PartsOf(p).Repeat))
}

// Rests reports whether p, which is active, begins its next iteration in the next tick. A resting leaf owes no
// Deactivate.
func (b *Records) Rests(p program.Place) bool {
	return b.Spots[p].Marks&program.Repeats != 0 && b.Repetition(p).Began == 0
}

// Pending returns the pending choice of a group. Only groups marked LeaveBelow have room for one.
func (b *Records) Pending(p program.Place) *program.Pending {
	return (*program.Pending)(unsafe.Add(b.Base, b.PartsOf(p).Pending))
}

// HasPending reports whether the active group p has a pending choice.
func (b *Records) HasPending(p program.Place) bool {
	return b.PartsOf(p).Pending != 0 && b.Frame(p).State&program.HasPending != 0
}

// PendingIn returns the pending choice of a group, or nil if it has none or is not active.
func (b *Records) PendingIn(p program.Place) *program.Pending {
	if b.PartsOf(p).Pending == 0 || b.Frame(p).State&program.HasPending == 0 || !b.IsActive(p) {
		return nil // an inactive place's frame holds arbitrary bytes
	}
	return b.Pending(p)
}

// FirstPending returns the first place of the chain of choices pending in group p; see program.Layout.Then.
func (b *Records) FirstPending(p program.Place) program.Place {
	w := b.Pending(p)
	if w.Jump != program.Nowhere {
		return b.Jumps[w.Jump].To
	}
	return w.Child
}

// KeptChild returns where group p keeps the child that it has delegated to while it is pending.
func (b *Records) KeptChild(p program.Place) *program.Place {
	return (*program.Place)(unsafe.Add(b.Base, b.Kept+uint32(b.PartsOf(p).Chosen)*program.PlaceSize))
}

// KeptBy returns the child that p, which is pending, has delegated to, or Nowhere.
func (b *Records) KeptBy(p program.Place) program.Place {
	if b.PartsOf(p).Chosen < 0 || b.Kept == 0 {
		return program.Nowhere
	}
	return *b.KeptChild(p)
}

// Pass returns the agent's pass for the gate of p.
func (b *Records) Pass(p program.Place) *program.Pass {
	return (*program.Pass)(unsafe.Add(b.Base, b.PartsOf(p).Pass))
}

// Membership returns the agent's membership in the squad of p.
func (b *Records) Membership(p program.Place) *program.Membership {
	return (*program.Membership)(unsafe.Add(b.Base, b.PartsOf(p).Member))
}

// Clear sets the bytes to those of an agent that was never ticked.
func (b *Records) Clear() {
	clear(b.All())
	*b.Header() = program.Header{Leaf: program.Nowhere}
	for i := range b.Spots { // places of one decider share its timers
		p := program.Place(i)
		for _, offset := range []uint32{b.PartsOf(p).Every, b.Spots[p].Cooldown} {
			if offset != 0 {
				*b.Due(offset) = Never
			}
		}
		if b.PartsOf(p).Bag != 0 {
			b.Bag(program.Place(p)).Fill(b.Spots[p].Children())
		}
	}
}

// Never is the due time of a timer that was never started: it is always reached.
var Never = math.Inf(-1)

// NotLeaving is the due time of a Leave that has not begun.
var NotLeaving = math.Inf(1)
