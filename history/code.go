package history

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/decidertree/decidertree/internal/tape"
)

// This file is how takes are written down, each told against the one before:
//
//	head | gap | clock | inputs | answers | image
//
// head is a byte of bits for those that follow. With headRun set there is nothing but a count: so many takes that are the
// same as the one before, a stride of frames after each other.

const (
	headGap     = 1 << iota // frames since the take before, where that is not the stride, which it becomes: uvarint
	headClock               // the clock has changed: its number, and what it needs
	headInputs              // a byte of bits for those that have changed, and these
	headAnswers             // others than before
	headImage               // the words that have changed
	headUnknown             // what was before is not known: recording begins here
	_
	headRun // the low 7 bits are the count - 1; all set, the count - 128 follows as uvarint
)

// Of headInputs.
const (
	inputFlags = 1 << iota
	inputStimuli
	inputMarks
	inputPlugged
	inputLost // the answers were too many to be kept: the take cannot be executed again
	inputsEnd
)

// clock is where a take's time and DT come from.
type clock uint8

const (
	clockWorld  clock = iota // both are the frame's
	clockOwn                 // DT is as before, and time has gone on by it
	clockRate                // time is the frame's, DT as before
	clockStill               // both are as before: of what is done between ticks. The take after goes by the clock before
	clockSetOwn              // both are told. The takes after go by clockOwn
	clockSetDT               // DT is told, time is the frame's. The takes after go by clockRate
	clocks
)

// appendRun appends that so many takes were the same.
func appendRun(b []byte, n uint32) []byte {
	switch {
	case n == 0:
		return b
	case n < 128:
		return append(b, headRun|byte(n-1))
	}
	return binary.AppendUvarint(append(b, headRun|127), uint64(n-128))
}

// appendChange appends how some bytes have become others: how many are the same at the beginning and at the end, and
// those between.
func appendChange(b, old, now []byte) []byte {
	least := min(len(old), len(now))
	head := 0
	for head < least && old[head] == now[head] {
		head++
	}
	tail := 0
	for tail < least-head && old[len(old)-1-tail] == now[len(now)-1-tail] {
		tail++
	}
	b = binary.AppendUvarint(b, uint64(head))
	b = binary.AppendUvarint(b, uint64(tail))
	middle := now[head : len(now)-tail]
	b = binary.AppendUvarint(b, uint64(len(middle)))
	return append(b, middle...)
}

// appendImage appends which words of an image have become others. Of each a byte tells how many words before it have not
// changed (2 bits; 3: more, uvarint), how many bytes of its difference are 0 at the low end (3 bits), and how many follow
// (3 bits, less 1).
func appendImage(b, old, now []byte) []byte {
	old = old[:len(now)]
	count, skipped := 0, 0
	start := len(b)
	b = append(b, 0)
	for at := 0; at+8 <= len(now); at += 8 {
		if at%64 == 0 {
			for at+64 <= len(now) && *(*[64]byte)(now[at:]) == *(*[64]byte)(old[at:]) { // mostly nothing has changed
				at += 64
				skipped += 8
			}
			if at+8 > len(now) {
				break
			}
		}
		diff := binary.LittleEndian.Uint64(old[at:]) ^ binary.LittleEndian.Uint64(now[at:])
		if diff == 0 {
			skipped++
			continue
		}
		count++
		low := bits.TrailingZeros64(diff) / 8
		n := 8 - low - bits.LeadingZeros64(diff)/8
		control := byte(n-1) | byte(low)<<3
		if skipped < 3 {
			b = append(b, control|byte(skipped)<<6)
		} else {
			b = append(b, control|3<<6)
			b = binary.AppendUvarint(b, uint64(skipped-3))
		}
		b = binary.LittleEndian.AppendUint64(b, diff>>(8*low))
		b = b[:len(b)-8+n]
		skipped = 0
	}
	if count < 128 {
		b[start] = byte(count)
		return b
	}
	// Rare: the count needs a second byte or more.
	var room [binary.MaxVarintLen64]byte
	n := binary.PutUvarint(room[:], uint64(count))
	b = append(b, room[:n-1]...)
	copy(b[start+n:], b[start+1:len(b)-n+1])
	copy(b[start:], room[:n])
	return b
}

// appendFloat appends 64 bits.
func appendFloat(b []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
}

// appendClock appends a clock with what it needs.
func appendClock(b []byte, c clock, time, dt float64) []byte {
	b = append(b, byte(c))
	switch c {
	case clockSetOwn:
		b = appendFloat(b, time)
		b = appendFloat(b, dt)
	case clockSetDT:
		b = appendFloat(b, dt)
	}
	return b
}

// after is the clock by which the takes go that follow one of this clock, where before it they went by another.
func (c clock) after(before clock) clock {
	switch c {
	case clockStill:
		return before
	case clockSetOwn:
		return clockOwn
	case clockSetDT:
		return clockRate
	}
	return c
}

// maxStride is how many frames are from one take to the next, at most, for the gap to be expected again.
const maxStride = 1 << 10

// strideAfter is the stride after a gap: an agent that does not tick in each frame mostly does in each third, or so.
func strideAfter(stride, gap uint64) uint64 {
	if gap-1 < maxStride {
		return gap
	}
	return stride
}

// past is what a take is told against.
type past struct {
	frame          uint64
	stride         uint64 // frames from one take to the next
	time, dt       float64
	flags, stimuli uint64
	marks          tape.Marks
	clock          clock
	known          bool
	answers        []byte
	plugged        []byte
	image          []byte
}

// appendTake appends a take that is not the same as the one before. Its image is told against the one before, its clock
// must be one that fits. With lost its answers are left out.
func appendTake(b []byte, p *past, t *tape.Take, c clock, unknown, lost bool) []byte {
	at := len(b)
	b = append(b, 0)
	head := byte(0)
	if gap := t.Frame - p.frame; gap != p.stride {
		head |= headGap
		b = binary.AppendUvarint(b, gap)
	}
	if c != p.clock {
		head |= headClock
		b = appendClock(b, c, t.Time, t.DT)
	}
	if unknown {
		head |= headUnknown
	}
	inputs := byte(0)
	if t.Flags != p.flags {
		inputs |= inputFlags
	}
	if t.Stimuli != p.stimuli {
		inputs |= inputStimuli
	}
	if t.Marks != p.marks {
		inputs |= inputMarks
	}
	if string(t.Plugged) != string(p.plugged) {
		inputs |= inputPlugged
	}
	if lost {
		inputs |= inputLost
	}
	if inputs != 0 {
		head |= headInputs
		b = append(b, inputs)
		if inputs&inputFlags != 0 {
			b = binary.AppendUvarint(b, t.Flags)
		}
		if inputs&inputStimuli != 0 {
			b = binary.AppendUvarint(b, t.Stimuli)
		}
		if inputs&inputMarks != 0 {
			b = append(b, byte(t.Marks))
		}
		if inputs&inputPlugged != 0 {
			b = appendChange(b, p.plugged, t.Plugged)
		}
	}
	if !lost && string(t.Answers) != string(p.answers) {
		head |= headAnswers
		b = appendChange(b, p.answers, t.Answers)
	}
	before := len(b)
	if b = appendImage(b, p.image, t.Image); b[before] != 0 { // it begins with how many there are
		head |= headImage
	} else {
		b = b[:before]
	}
	b[at] = head
	return b
}

// appendKeyframe appends the take before the first one of a segment, in full.
func appendKeyframe(b []byte, p *past, base []byte) []byte {
	known := byte(0)
	if p.known {
		known = 1
	}
	b = append(b, known, byte(p.clock), byte(p.marks))
	b = binary.AppendUvarint(b, p.frame)
	b = binary.AppendUvarint(b, p.stride)
	b = appendFloat(b, p.time)
	b = appendFloat(b, p.dt)
	b = binary.AppendUvarint(b, p.flags)
	b = binary.AppendUvarint(b, p.stimuli)
	b = binary.AppendUvarint(b, uint64(len(p.answers)))
	b = append(b, p.answers...)
	b = binary.AppendUvarint(b, uint64(len(p.plugged)))
	b = append(b, p.plugged...)
	return appendImage(b, base, p.image)
}
