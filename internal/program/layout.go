package program

import (
	"unsafe"

	"github.com/decidertree/decidertree/declaration"
)

// An agent's memory is one block of bytes, the same for all agents of a tree:
//
//	header | timers | counts | bags | monitors | passes and memberships | kept choices | reserves of slots | blackboard values | path
//
// All but the path is kept whatever is active. The path holds a frame for each active place, followed by the block of its
// behavior. A place's frame begins where its parent's part ends, so siblings overlay, since they are never active
// together; children of Concurrent and reactive groups can be, and lie side by side. Everything is aligned to 8 bytes.
// Blocks with pointers lie in boxes outside the bytes, because the garbage collector does not scan the bytes.

// Header begins every agent's memory. 8 bytes.
type Header struct {
	Leaf  Place // end of the active path if the quick way may apply, else Nowhere
	State uint8 // a behavior.Status of the root in the last tick; 0 before the first tick
	Up    bool  // the root is active
	Open  bool  // the agent has a pass or a membership
	_     [3]byte
}

// Frame is a group's state while it is active. A leaf has only Start, or a whole frame if it is a Jump's target. 16 bytes;
// records that only some places need follow it, see compiler.lay.
type Frame struct {
	Start  float64 // when the place became active, in seconds
	Child  Place   // the active child or Nowhere; of two the one activated first (Concurrent groups have a set instead)
	Cursor Place   // index of the next child in order; in a reactive group the second active child or, if none is active, the one waited for, or Nowhere
	Jump   Place   // index of the Jump by which the place was entered, or Nowhere
	State  frameState
}

// Repetition follows the frame of a place with a Repeat. 8 bytes.
type Repetition struct {
	Ended uint32 // iterations so far
	Began uint32 // stamp of the tick in which the current iteration began; 0 while the place rests until the next tick
}

// Tally follows the frame of a Concurrent group. The sets of active children and of children that have not begun follow it. 8
// bytes.
type Tally struct {
	Accepted, Succeeded, Failed Place
	_                           Place
}

// Pending is a choice that waits for a Leave. It follows the frame of groups marked LeaveBelow and is valid while the frame's
// State has HasPending. 8 bytes.
type Pending struct {
	Child Place // the group's child that becomes active next
	Jump  Place // index of the Jump that leads through the child, or Nowhere
	_     [2]Place
}

// frameState is a set of facts about an active group.
type frameState uint16

// The facts about an active group.
const (
	Succeeded  frameState = 1 << iota // the child that finished last succeeded
	Stopped                           // the group's own behavior has ended it
	HasPending                        // the group has a pending choice
	FiredBelow                        // the choice pending in a Selector is to begin anew, since a Monitor below that child has fired
	Unbegun                           // the group waits, and none of its children has been entered yet
)

// Layout tells where everything lies in an agent's memory. It suffices to walk through the bytes without the tree. An offset
// of 0 stands for none.
type Layout struct {
	Spots        []Spot
	parts        []Parts // records of places, equal ones once
	partAt       []Place // by place: index into parts
	Jumps        []Jump
	Size         uint32 // size of an agent's memory in bytes
	Kept         uint32 // offset of kept delegations, a Place for each group that may delegate; 0 if the tree has no Leave
	Choices      int    // number of groups that may delegate
	Monitors     uint32 // offset of the Monitors' bits
	MonitorCount int    // number of Monitors' bits: for each its last answer and whether it was reached since its Selector began
}

// PartsOf returns the records of p.
func (l *Layout) PartsOf(p Place) *Parts { return &l.parts[l.partAt[p]] }

// AddParts gives the next place records of its own.
func (l *Layout) AddParts(o Parts) {
	l.partAt = append(l.partAt, Place(len(l.parts)))
	l.parts = append(l.parts, o)
}

// OwnParts gives each place of a copy of a Layout records that can be changed.
func (l *Layout) OwnParts() {
	of := *l
	l.parts, l.partAt = nil, nil
	for p := range of.partAt {
		l.AddParts(*of.PartsOf(Place(p)))
	}
}

// Parts holds the offsets of records that only some places have. 64 bytes.
type Parts struct {
	Every    uint32 // of the due time of its Every
	Count    uint32 // of its Limit
	Bag      uint32 // of a Shuffle group
	Repeat   uint32 // of its Repetition
	LeaveDue uint32 // of the due time of its Leave
	Ticked   uint32 // of the time of the last Tick, if its behavior has a Period
	Pending  uint32 // of its Pending
	Kept     uint32 // of its DBlock while it is pending, if the DBlock has no pointers
	Pass     uint32 // of its Pass
	Member   uint32 // of its Membership
	Chosen   int    // index of its delegated child in the scratch and among the kept ones; -1 if it never delegates
	Monitor  int    // index of its Monitor bit; -1 for none
	Slot     int    // index into Tree.Slots; -1 for none
}

// bounds are the reserves of slots, and the most that a tick can need.
type bounds struct {
	Reserves []reserve // by slot
	everies  int       // number of Every timers
	Values   int       // weights held at once by Random and Shuffle groups
	depth    int       // number of levels
	consults int       // Decide functions that a tick can call while nothing finishes
}

// reserve is the room for the tree plugged into a slot.
type reserve struct {
	At     Place
	Offset uint32
	Bytes  uint32
}

// FrameSize returns the size of a place's frame in bytes.
func (s *Spot) FrameSize() uint32 {
	if s.IsGroup() || s.Marks&Targeted != 0 {
		return FrameSize
	}
	return StartSize
}

// SetsSize returns the size of the tally and the sets of children that follow the frame of some groups, in bytes.
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

// Toward returns the child of group that contains p or is p, or Nowhere if p is not below group.
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

// Sizes of records in bytes.
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

// align8 rounds n up to a multiple of 8.
func align8(n uint32) uint32 { return (n + 7) &^ 7 }

// WordsFor returns how many 64-bit words hold n bits.
func WordsFor(n int) int { return (n + 63) / 64 }

// Then returns the next place in the chain of a pending choice after p: the target of a Jump, or the child that p has
// delegated to; Nowhere at the end. The chain begins with the pending child, or with the target of the Jump that leads
// through it.
func (l *Layout) Then(p, delegated Place) Place {
	switch {
	case l.Spots[p].Marks&Jumping != 0:
		return l.JumpFrom(p)
	case l.PartsOf(p).Chosen >= 0 && l.Kept != 0:
		return delegated
	}
	return Nowhere
}

// JumpFrom returns the target of the Jump at p, or Nowhere.
func (l *Layout) JumpFrom(p Place) Place {
	for i := range l.Jumps {
		if l.Jumps[i].From == p {
			return l.Jumps[i].To
		}
	}
	return Nowhere
}

// OnWay reports whether p is a Jump's target or a group on the way to it.
func (t *Tree) OnWay(jump int, p Place) bool {
	j := &t.Jumps[jump]
	for q := j.To; q != j.Common; q = t.Spots[q].Parent {
		if q == p {
			return true
		}
	}
	return false
}
