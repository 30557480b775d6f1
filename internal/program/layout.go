package program

import (
	"unsafe"

	"github.com/decidertree/decidertree/declaration"
)

// An agent's memory is one block of bytes, the same for all agents of a tree:
//
//	header | timers | counts | bags | monitors | passes and memberships | kept choices | reserves of slots | blackboard values | path
//
// All but the path are kept whatever is active. The path region holds a frame for each active place and behind
// it its behavior's block: a place's frame begins where its parent's part ends, so siblings, which are never
// active together, overlay; those of a Concurrent or reactive group, which can be, lie side by side. Everything
// is aligned to 8 bytes. Blocks with pointers lie in boxes beside it, since the garbage collector does not look
// into the bytes.

// header begins every agent's memory. 8 bytes.
type Header struct {
	Leaf  Place // the end of the active path where the quick way may apply; else nowhere
	State uint8 // a behavior.Status: of the root at the last tick, 0 before the first
	Up    bool  // the root is active
	Open  bool  // some gate or squad of the agent's needs a look at the end of its ticks
	_     [3]byte
}

// frame is a group's state while it is active. A leaf has only start, or all of it if a Jump leads to it.
// 16 bytes; what only some places need follows it: see compiler.lay.
type Frame struct {
	Start  float64 // when it became active, seconds
	Child  Place   // the active child, or nowhere; of several the one activated first (a Concurrent has a set)
	Cursor Place   // index of the next child in order; in a reactive group the second active child, or nowhere
	Jump   Place   // the Jump by which it was entered, or nowhere
	State  frameState
}

// repetition follows the frame of a place with a Repeat. 8 bytes.
type Repetition struct {
	Ended uint32 // iterations so far
	Began uint32 // the tick in which this one began; 0 while it rests until the next
}

// tally follows the frame of a Concurrent group, and behind it a bit a child for those that are active and those
// that accepted. 8 bytes.
type Tally struct {
	Accepted, Succeeded, Failed Place
	_                           Place
}

// pending follows the frame of a group whose child may need time to leave: what is to become active then. It
// counts while the frame's state says so. 8 bytes.
type Pending struct {
	Child Place // of the group
	Jump  Place // index of the Jump that leads through it, or nowhere
	_     [2]Place
}

type frameState uint16

const (
	Succeeded frameState = 1 << iota // the child that finished last did
	Stopped                          // its own behavior has ended it
	Waits                            // something is pending
)

// layout is where everything lies in an agent's memory: enough to walk through the bytes without the tree. Offsets of 0
// stand for nothing.
type Layout struct {
	Spots    []Spot
	Parts    []Parts
	Jumps    []Jump
	Size     uint32 // bytes of an agent's memory
	Kept     uint32 // offset of kept delegations, one place for each group that may delegate; 0 where nothing leaves slowly
	Choices  int    // groups that may delegate
	Monitors uint32 // offset of the Monitors' bits
	Watched  int    // how many Monitors there are
}

// parts are where the other records of a place lie, which only some places have. 52 bytes.
type Parts struct {
	Every    uint32 // its Every's due time
	Count    uint32 // of its Limit
	Bag      uint32 // of a Shuffle group
	Repeat   uint32 // its repetition
	LeaveDue uint32 // when its Leave has had its time
	Ticked   uint32 // when its behavior was ticked last, where that has a Period
	Pending  uint32 // what waits for a Leave below it
	Kept     uint32 // its DBlock while it waits for a Leave, where that has no pointers
	Pass     uint32 // what the agent has of its gate
	Member   uint32 // and of its squad
	Chosen   int    // index of the child it delegated to, in the scratch and among kept; -1 where it never delegates
	Monitor  int    // index of its Monitor bit; -1
	Slot     int    // index into ptree.slots; -1
}

// bounds are what an agent needs beside its bytes, and what a tick needs at most.
type bounds struct {
	Reserves []reserve // by slot
	everies  int       // Every timers
	Values   int       // values held at once by groups that weigh
	depth    int       // levels
	consults int       // Decide functions one tick can call at most while nothing finishes
}

// reserve is where a slot's plugged tree lies.
type reserve struct {
	At     Place
	Offset uint32
	Bytes  uint32
}

// frameSize is the bytes of a place's frame.
func (s *Spot) FrameSize() uint32 {
	if s.IsGroup() || s.Marks&Targeted != 0 {
		return FrameSize
	}
	return StartSize
}

// setsSize is the bytes of the sets of children that some groups keep behind their frame.
func (s *Spot) SetsSize() uint32 {
	words := uint32(WordsFor(s.Children())) * WordSize
	switch {
	case s.Policy == declaration.OneOff:
		return words
	case s.Policy == declaration.Concurrent && s.IsGroup():
		return TallySize + 2*words
	}
	return 0
}

// toward returns the child of group that holds p or is p; nowhere if p is not below group.
func (l *Layout) Toward(group, p Place) Place {
	for p != Nowhere {
		parent := l.Spots[p].Parent
		if parent == group {
			return p
		}
		p = parent
	}
	return Nowhere
}

const (
	HeaderSize     = uint32(unsafe.Sizeof(Header{}))
	FrameSize      = uint32(unsafe.Sizeof(Frame{}))
	StartSize      = uint32(unsafe.Sizeof(float64(0)))
	PlaceSize      = uint32(unsafe.Sizeof(Place(0)))
	PassSize       = uint32(unsafe.Sizeof(Pass{}))
	MembershipSize = uint32(unsafe.Sizeof(Membership{}))
	TallySize      = uint32(unsafe.Sizeof(Tally{}))
	WordSize       = 8
)

func align8(n uint32) uint32 { return (n + 7) &^ 7 }

// wordsFor is how many 64-bit words hold n bits.
func WordsFor(n int) int { return (n + 63) / 64 }

// then is the place whose choice waits with that of p, which waits: where p leads as a Jump, or the child that it has
// delegated to; nowhere where there is none. The first of such a chain is a pending child, or the target of the Jump
// that leads through it.
func (l *Layout) Then(p, delegated Place) Place {
	switch {
	case l.Spots[p].Marks&Jumping != 0:
		return l.JumpFrom(p)
	case l.Parts[p].Chosen >= 0 && l.Kept != 0:
		return delegated
	}
	return Nowhere
}

// jumpFrom is the target of the Jump at p; nowhere for none.
func (l *Layout) JumpFrom(p Place) Place {
	for i := range l.Jumps {
		if l.Jumps[i].From == p {
			return l.Jumps[i].To
		}
	}
	return Nowhere
}

// onWay reports whether p is a Jump's target or a group on the way to it.
func (t *Tree) OnWay(jump int, p Place) bool {
	j := &t.Jumps[jump]
	for q := j.To; q != j.Common; q = t.Spots[q].Parent {
		if q == p {
			return true
		}
	}
	return false
}
