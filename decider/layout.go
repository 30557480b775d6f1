package decider

import (
	"math"
	mathbits "math/bits"
	"unsafe"
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
type header struct {
	leaf  place // the end of the active path where the quick way may apply; else nowhere
	state uint8 // a behavior.Status: of the root at the last tick, 0 before the first
	up    bool  // the root is active
	open  bool  // some gate or squad of the agent's needs a look at the end of its ticks
	_     [3]byte
}

// frame is a group's state while it is active. A leaf has only start, or all of it if a Jump leads to it.
// 16 bytes; what only some places need follows it: see compiler.lay.
type frame struct {
	start  float64 // when it became active, seconds
	child  place   // the active child, or nowhere; of several the one activated first (a Concurrent has a set)
	cursor place   // index of the next child in order; in a reactive group the second active child, or nowhere
	jump   place   // the Jump by which it was entered, or nowhere
	state  frameState
}

// repetition follows the frame of a place with a Repeat. 8 bytes.
type repetition struct {
	ended uint32 // iterations so far
	began uint32 // the tick in which this one began; 0 while it rests until the next
}

// tally follows the frame of a Concurrent group, and behind it a bit a child for those that are active and those
// that accepted. 8 bytes.
type tally struct {
	accepted, succeeded, failed place
	_                           place
}

// pending follows the frame of a group whose child may need time to leave: what is to become active then. It
// counts while the frame's state says so. 8 bytes.
type pending struct {
	child place // of the group
	jump  place // index of the Jump that leads through it, or nowhere
	_     [2]place
}

type frameState uint16

const (
	succeeded frameState = 1 << iota // the child that finished last did
	stopped                          // its own behavior has ended it
	waits                            // something is pending
)

// layout is the shape of an agent's memory and of the scratch a tick needs.
type layout struct {
	size     uint32   // bytes of an agent's memory
	timers   []uint32 // offsets of all due times
	counts   []uint32 // offsets of all Limit counts
	bags     []bag    // all Shuffle bags
	monitors uint32   // offset of the Monitors' bits
	watched  []place  // places that are Monitors, by bit
	kept     uint32   // offset of kept delegations, one place for each that may delegate; 0 where nothing leaves slowly
	reserves []reserve
	boxed    []place // places whose blocks have pointers, by box
	everies  int     // Every timers
	handed   []place // places with DBlocks
	keptD    []place // places whose kept DBlocks have pointers
	chosen   int     // groups that may delegate
	values   int     // values held at once by groups that weigh
	depth    int     // levels
	consults int     // Decide functions one tick can call at most while nothing finishes
}

// bag is where a Shuffle group keeps whose turn is left: one bit a child.
type bag struct {
	offset   uint32
	children int
}

// reserve is where a slot's plugged tree lies.
type reserve struct {
	at     place
	offset uint32
	bytes  uint32
}

const (
	headerSize     = uint32(unsafe.Sizeof(header{}))
	frameSize      = uint32(unsafe.Sizeof(frame{}))
	startSize      = uint32(unsafe.Sizeof(float64(0)))
	placeSize      = uint32(unsafe.Sizeof(place(0)))
	passSize       = uint32(unsafe.Sizeof(pass{}))
	membershipSize = uint32(unsafe.Sizeof(membership{}))
	tallySize      = uint32(unsafe.Sizeof(tally{}))
	wordSize       = 8
)

func align8(n uint32) uint32 { return (n + 7) &^ 7 }

// wordsFor is how many 64-bit words hold n bits.
func wordsFor(n int) int { return (n + 63) / 64 }

// bits is a row of bits in 64-bit words.
type bits []uint64

func (b bits) has(i int) bool { return b[i>>6]&(1<<(i&63)) != 0 }
func (b bits) set(i int)      { b[i>>6] |= 1 << (i & 63) }
func (b bits) unset(i int)    { b[i>>6] &^= 1 << (i & 63) }

// next is the first that is set from i on; -1 for none.
func (b bits) next(i int) int {
	for w := i >> 6; w < len(b); w++ {
		word := b[w]
		if w == i>>6 {
			word &= math.MaxUint64 << (i & 63)
		}
		if word != 0 {
			return w<<6 + mathbits.TrailingZeros64(word)
		}
	}
	return -1
}

// last is the last that is set; -1 for none.
func (b bits) last() int {
	for w := len(b) - 1; w >= 0; w-- {
		if b[w] != 0 {
			return w<<6 + mathbits.Len64(b[w]) - 1
		}
	}
	return -1
}

// fill sets the first n bits and clears the rest.
func (b bits) fill(n int) {
	for i := range b {
		b[i] = 1<<min(max(n-64*i, 0), 63) - 1
		if n-64*i >= 64 {
			b[i] = math.MaxUint64
		}
	}
}
