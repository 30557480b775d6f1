package memory

import (
	"math"
	"unsafe"

	"github.com/decidertree/decidertree/internal/program"
)

// records are one tree's part of an agent's bytes: what lies in them, as the tree's layout tells. They are the same for
// the engine, for snapshots and for what is executed again.
type Records struct {
	*program.Layout
	Base unsafe.Pointer // where the bytes begin
}

// all are the bytes.
func (b *Records) All() []byte { return unsafe.Slice((*byte)(b.Base), b.Size) }

// part are some of them.
func (b *Records) Part(offset, n uint32) []byte { return b.All()[offset : offset+n] }

func (b *Records) Header() *program.Header { return (*program.Header)(b.Base) }

func (b *Records) Due(offset uint32) *float64 { return (*float64)(unsafe.Add(b.Base, offset)) }

func (b *Records) bits(offset uint32, n int) Bits {
	return unsafe.Slice((*uint64)(unsafe.Add(b.Base, offset)), program.WordsFor(n))
}

// count is the count of a Limit.
func (b *Records) Count(offset uint32) *uint64 { return (*uint64)(unsafe.Add(b.Base, offset)) }

// start is when p became active; meaningful while it is.
func (b *Records) Start(p program.Place) *float64 { return b.Due(b.Spots[p].Frame) }

// frame is the whole frame of a group, or of a leaf that is a Jump's target.
func (b *Records) Frame(p program.Place) *program.Frame {
	return (*program.Frame)(unsafe.Add(b.Base, b.Spots[p].Frame))
}

// spent are a OneOff group's children that had their run.
func (b *Records) Spent(p program.Place) Bits {
	s := &b.Spots[p]
	return b.bits(s.Frame+program.FrameSize, s.Children())
}

// bag is the children of a Shuffle group whose turn is left.
func (b *Records) Bag(p program.Place) Bits { return b.bits(b.Parts[p].Bag, b.Spots[p].Children()) }

// answers are the answers that Monitors gave last.
func (b *Records) Answers() Bits { return b.bits(b.Monitors, b.Watched) }

// tally is what a Concurrent group counts.
func (b *Records) Tally(p program.Place) *program.Tally {
	return (*program.Tally)(unsafe.Add(b.Base, b.Spots[p].Frame+program.FrameSize))
}

// branches are the active children of a Concurrent group.
func (b *Records) Branches(p program.Place) Bits {
	s := &b.Spots[p]
	return b.bits(s.Frame+program.FrameSize+program.TallySize, s.Children())
}

// acceptedBy are the children that accepted when a Concurrent group was entered.
func (b *Records) AcceptedBy(p program.Place) Bits {
	s := &b.Spots[p]
	return b.bits(s.Frame+program.FrameSize+program.TallySize+uint32(program.WordsFor(s.Children()))*program.WordSize, s.Children())
}

// repetition is what a place with a Repeat counts.
func (b *Records) Repetition(p program.Place) *program.Repetition {
	return (*program.Repetition)(unsafe.Add(b.Base, b.Parts[p].Repeat))
}

// rests reports whether p, which is active, waits for the next tick to begin its next iteration. A leaf that rests
// owes no Deactivate.
func (b *Records) Rests(p program.Place) bool {
	return b.Spots[p].Marks&program.Repeats != 0 && b.Repetition(p).Began == 0
}

// pending is what waits in a group; only groups below which something may leave slowly have room for it.
func (b *Records) Pending(p program.Place) *program.Pending {
	return (*program.Pending)(unsafe.Add(b.Base, b.Parts[p].Pending))
}

// waits reports whether something is pending in p, which is active.
func (b *Records) Waits(p program.Place) bool {
	return b.Parts[p].Pending != 0 && b.Frame(p).State&program.Waits != 0
}

// waiting is what is pending in a group; nil if nothing is, or it is not active.
func (b *Records) Waiting(p program.Place) *program.Pending {
	if b.Parts[p].Pending == 0 || b.Frame(p).State&program.Waits == 0 || !b.IsActive(p) {
		return nil // of what is not active the frame is whatever lies there, so that counts for nothing
	}
	return b.Pending(p)
}

// firstPending is the first of the chain of places whose choices wait in group p; see layout.then.
func (b *Records) FirstPending(p program.Place) program.Place {
	w := b.Pending(p)
	if w.Jump != program.Nowhere {
		return b.Jumps[w.Jump].To
	}
	return w.Child
}

// keptChild is where a group keeps the child that it has delegated to, while it is pending.
func (b *Records) KeptChild(p program.Place) *program.Place {
	return (*program.Place)(unsafe.Add(b.Base, b.Kept+uint32(b.Parts[p].Chosen)*program.PlaceSize))
}

// keptBy is the child that p, which is pending, has delegated to; nowhere for none.
func (b *Records) KeptBy(p program.Place) program.Place {
	if b.Parts[p].Chosen < 0 || b.Kept == 0 {
		return program.Nowhere
	}
	return *b.KeptChild(p)
}

// pass is what the agent has of p's gate.
func (b *Records) Pass(p program.Place) *program.Pass {
	return (*program.Pass)(unsafe.Add(b.Base, b.Parts[p].Pass))
}

// membership is what the agent has of p's squad.
func (b *Records) Membership(p program.Place) *program.Membership {
	return (*program.Membership)(unsafe.Add(b.Base, b.Parts[p].Member))
}

// clear makes the bytes those of an agent in which nothing has happened.
func (b *Records) Clear() {
	clear(b.All())
	*b.Header() = program.Header{Leaf: program.Nowhere}
	for p := range b.Parts { // the places of one decider share their timers
		for _, offset := range []uint32{b.Parts[p].Every, b.Spots[p].Cooldown} {
			if offset != 0 {
				*b.Due(offset) = Never
			}
		}
		if b.Parts[p].Bag != 0 {
			b.Bag(program.Place(p)).Fill(b.Spots[p].Children())
		}
	}
}

// never is a due time that has always been reached.
var Never = math.Inf(-1)

// notLeaving is the due time of a Leave that has not begun.
var NotLeaving = math.Inf(1)
