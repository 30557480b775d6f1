package history

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/decidertree/decidertree/internal/tape"
)

// This file encodes takes, each relative to the one before:
//
//	head | gap | clock | inputs | answers | image
//
// head is a byte with a bit for each of the parts that follow. With headRun set only a count follows: that many takes
// equal the one before, a stride of frames apart.

const (
	headGap     = 1 << iota // frames since the take before, if that is not the stride; it becomes the stride: uvarint
	headClock               // the clock has changed: its number and values
	headInputs              // a byte of bits for the changed inputs, and these
	headAnswers             // the answers, which have changed
	headImage               // the words that have changed
	headUnknown             // the state before is not known: recording begins here
	headAbsent              // the agent was not recorded in so many frames before this take: uvarint, after the gap
	headRun                 // the low 7 bits are the count - 1; all set, the count - 128 follows as uvarint
)

// Bits of headInputs.
const (
	inputFlags = 1 << iota
	inputStimuli
	inputMarks
	inputPlugged
	inputLost // the answers did not fit: the take cannot be executed again
	inputsEnd
)

// clock is the source of a take's time and DT.
type clock uint8

const (
	clockWorld  clock = iota // both are those of the frame
	clockOwn                 // DT is unchanged, and time has advanced by it
	clockRate                // time is that of the frame, DT is unchanged
	clockStill               // both are unchanged: an operation between ticks. The next take uses the clock before this one
	clockSetOwn              // both follow. The next takes use clockOwn
	clockSetDT               // DT follows, time is that of the frame. The next takes use clockRate
	clocks
)

// appendRun appends a run of equal takes.
func appendRun(b []byte, n uint32) []byte {
	switch {
	case n == 0:
		return b
	case n < 128:
		return append(b, headRun|byte(n-1))
	}
	return binary.AppendUvarint(append(b, headRun|127), uint64(n-128))
}

// appendChange appends a change of some bytes: the lengths of the equal parts at the beginning and end, and the bytes
// between.
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

// appendImage appends the changed words of an image. For each a byte has the number of unchanged words before it (2
// bits; 3: more, as uvarint), the number of low bytes of its difference that are 0 (3 bits), and the number of bytes
// that follow (3 bits, less 1).
func appendImage(b, old, now []byte) []byte {
	old = old[:len(now)]
	count, skipped := 0, 0
	start := len(b)
	b = append(b, 0)
	for at := 0; at+8 <= len(now); at += 8 {
		if at%64 == 0 {
			for at+64 <= len(now) && *(*[64]byte)(now[at:]) == *(*[64]byte)(old[at:]) { // mostly equal
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
	// Rare: the count needs another byte or more.
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

// appendClock appends a clock with its values.
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

// after is the clock of the takes that follow one with this clock; before is the clock until then.
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

// maxStride is the largest gap between two takes that is expected again.
const maxStride = 1 << 10

// strideAfter is the stride after a gap: an agent that skips frames often ticks at regular intervals.
func strideAfter(stride, gap uint64) uint64 {
	if gap-1 < maxStride {
		return gap
	}
	return stride
}

// past is the take that the next one is encoded against.
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

// appendTake appends a take that differs from the one before. Its image is encoded against the one before, and its
// clock must fit. With lost its answers are left out. absent is the number of frames before it in which the agent was not
// recorded, although it may have ticked.
func appendTake(b []byte, p *past, t *tape.Take, c clock, absent uint64, unknown, lost bool) []byte {
	at := len(b)
	b = append(b, 0)
	head := byte(0)
	if gap := t.Frame - p.frame; gap != p.stride {
		head |= headGap
		b = binary.AppendUvarint(b, gap)
	}
	if absent > 0 {
		head |= headAbsent
		b = binary.AppendUvarint(b, absent)
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
	if b = appendImage(b, p.image, t.Image); b[before] != 0 { // it begins with the number of changed words
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
