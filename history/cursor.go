package history

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/decidertree/decidertree/internal/tape"
)

// This file decodes takes, one after the other.

// take is a decoded take.
type take struct {
	tape.Take
	before  []byte // the image before; Image is the one after
	was     []byte // the trees plugged in before; Plugged after
	unknown bool   // before and was are not known
	lost    bool   // the answers did not fit
	same    bool   // equal to the take before
	timed   bool   // Time and DT are known
	absent  uint64 // frames before it in which the agent was not recorded, although it may have ticked
}

// plays reports whether the take can be executed again.
func (t *take) plays() bool { return t.timed && !t.unknown && !t.lost && t.Marks&tape.Restored == 0 }

// cursor goes through the takes of a track. Its take is overwritten by the next.
type cursor struct {
	take
	rows   *rows
	frames *frameList
	base   []byte
	part   int // the next
	data   []byte
	run    uint64 // remaining takes of a run
	clock  clock
	stride uint64 // frames from one take to the next
	known  bool   // the state after the take is
	from   uint64 // takes of earlier frames may be skipped
	blind  bool   // times and bytes are not needed, and a run may be skipped as a whole
	brief  bool   // before and was are not needed
	moved  []int  // offsets of the words in which before differs from Image
	taken  uint64 // takes so far
	err    error
}

// errTake is the error for a damaged track.
var errTake = errors.New("a take cannot be read")

// cursor starts at the first take, or if that is quicker at one of a frame before from.
func (rec *Recording) cursor(r *rows, from uint64) *cursor {
	c := &cursor{}
	c.start(rec, r, from)
	return c
}

// start makes the cursor one of that agent. It keeps the room that the cursor has.
func (c *cursor) start(rec *Recording, r *rows, from uint64) {
	*c = cursor{
		rows: r, frames: &rec.frames, base: r.tree.base, from: from, brief: c.brief, moved: c.moved[:0],
		take: take{Take: tape.Take{Agent: r.agent, Answers: c.Answers[:0], Image: c.Image[:0], Plugged: c.Plugged[:0]}, before: c.before[:0], was: c.was[:0]},
	}
	for c.part+1 < len(r.parts) && keyframeFrame(r.parts[c.part+1]) < from {
		c.part++
	}
}

// ahead is the frame of the take that next would go to, and the number of frames before it in which the agent was not
// recorded; ok is false at the end and with an error. The state stays that after the last take.
func (c *cursor) ahead() (frame, absent uint64, ok bool) {
	if c.run > 0 {
		return c.Frame + c.stride, 0, true
	}
	for len(c.data) == 0 {
		if !c.turn() {
			return 0, 0, false
		}
	}
	head, rest := c.data[0], c.data[1:]
	if head&headRun != 0 {
		return c.Frame + c.stride, 0, true
	}
	number := func() uint64 {
		x, n := binary.Uvarint(rest)
		if n <= 0 {
			c.fail()
			return 0
		}
		rest = rest[n:]
		return x
	}
	gap := c.stride
	if head&headGap != 0 {
		gap = number()
	}
	if head&headAbsent != 0 {
		absent = number()
	}
	if frame = c.Frame + gap; frame < gap || absent > frame {
		c.fail()
	}
	return frame, absent, c.err == nil
}

// turn goes on to the next segment, whose keyframe repeats the last take; false at the end and with an error.
func (c *cursor) turn() bool {
	if c.err != nil || c.part == len(c.rows.parts) {
		return false
	}
	c.data = c.rows.parts[c.part]
	c.part++
	c.keyframe()
	return true
}

// next goes to the next take; false at the end and with an error.
func (c *cursor) next() bool {
	if c.run > 0 {
		c.again()
		return true
	}
	for len(c.data) == 0 {
		if !c.turn() {
			return false
		}
	}
	head := c.byte()
	if head&headRun != 0 {
		c.run = uint64(head&127) + 1
		if head == headRun|127 {
			c.run = c.uint(maxRun) + 128
		}
		if c.err != nil {
			return false
		}
		c.again()
		return true
	}
	c.read(head)
	return c.err == nil
}

// again goes to a take that equals the one before.
func (c *cursor) again() {
	n := uint64(1)
	switch {
	case c.blind:
		n = c.run
	case c.Frame+c.stride < c.from:
		n = min(c.run, (c.from-c.Frame-1)/c.stride)
	}
	c.run -= n
	if !c.same {
		c.keep()
	}
	c.same, c.lost, c.unknown, c.absent = true, false, !c.known, 0
	c.Frame += n * c.stride
	c.taken += n
	if c.blind {
		return
	}
	if c.clock == clockOwn {
		for range n {
			c.Time += c.DT
		}
	}
	c.tell(c.clock)
}

// keep makes the state after the last take the one before the next. It copies only what has changed: a take may be a byte, and an
// image a megabyte.
func (c *cursor) keep() {
	switch {
	case c.blind:
		return
	case c.brief:
		c.moved = c.moved[:0]
		return
	case len(c.before) != len(c.Image):
		c.before = append(c.before[:0], c.Image...)
	default:
		for _, at := range c.moved {
			copy(c.before[at:at+8], c.Image[at:])
		}
	}
	c.moved, c.was = c.moved[:0], append(c.was[:0], c.Plugged...)
}

// tell finds the time of a take whose clock refers to frames.
func (c *cursor) tell(by clock) {
	if by == clockWorld || by == clockRate || by == clockSetDT {
		i, ok := c.frames.of(c.Frame)
		c.Time = i.time
		if by == clockWorld {
			c.DT = i.dt
		}
		if !ok {
			c.Time = math.NaN()
		}
	}
	c.timed = !math.IsNaN(c.Time)
}

// keyframe reads the take at the start of a segment.
func (c *cursor) keyframe() {
	c.known = c.byte() == 1
	c.clock = clock(c.byte())
	c.Marks = tape.Marks(c.byte())
	c.Frame = c.uint(math.MaxUint64)
	if c.stride = c.uint(maxStride); c.stride == 0 {
		c.fail()
	}
	c.Time, c.DT = c.float(), c.float()
	c.Flags, c.Stimuli = c.uint(math.MaxUint64), c.uint(math.MaxUint64)
	c.Answers = append(c.Answers[:0], c.bytes(c.uint(maxAnswers))...)
	c.Plugged = append(c.Plugged[:0], c.bytes(c.uint(maxAnswers))...)
	if !c.blind {
		c.Image, c.before = append(c.Image[:0], c.base...), c.before[:0]
	}
	c.image()
	c.same = false
	if c.clock > clockRate {
		c.fail()
	}
}

// keyframeFrame is the frame of the take before a segment's first; 0 if it cannot be read.
func keyframeFrame(data []byte) uint64 {
	if len(data) < 3 {
		return 0
	}
	frame, n := binary.Uvarint(data[3:])
	if n <= 0 {
		return 0
	}
	return frame
}

// read reads a take.
func (c *cursor) read(head byte) {
	c.keep()
	c.unknown, c.same, c.lost = !c.known || head&headUnknown != 0, false, false
	c.forget()
	c.taken++
	gap := c.stride
	if head&headGap != 0 {
		gap = c.uint(math.MaxUint64)
		c.stride = strideAfter(c.stride, gap)
	}
	if c.Frame += gap; c.Frame < gap {
		c.fail()
	}
	c.absent = 0
	if head&headAbsent != 0 {
		c.absent = c.uint(c.Frame)
	}
	by := c.clock
	if head&headClock != 0 {
		by = clock(c.byte())
		switch {
		case by >= clocks:
			c.fail()
		case by == clockSetOwn:
			c.Time, c.DT = c.float(), c.float()
		case by == clockSetDT:
			c.DT = c.float()
		}
		c.clock = by.after(c.clock)
	}
	if by == clockOwn {
		c.Time += c.DT
	}
	c.tell(by)
	if head&headInputs != 0 {
		c.inputs()
	}
	if head&headAnswers != 0 {
		c.Answers = c.change(c.Answers)
	}
	if head&headImage != 0 {
		c.image()
	}
	c.known = true
}

// forget keeps of the last take only what the recorder still had when it encoded the next.
func (c *cursor) forget() {
	if len(c.Plugged) > c.rows.last {
		c.Plugged, c.known, c.unknown = c.Plugged[:0], false, true
	}
	if len(c.Answers)+len(c.Plugged) > c.rows.last {
		c.Answers = c.Answers[:0]
	}
}

func (c *cursor) inputs() {
	what := c.byte()
	if what >= inputsEnd {
		c.fail()
	}
	if what&inputFlags != 0 {
		c.Flags = c.uint(math.MaxUint64)
	}
	if what&inputStimuli != 0 {
		c.Stimuli = c.uint(math.MaxUint64)
	}
	if what&inputMarks != 0 {
		c.Marks = tape.Marks(c.byte())
	}
	if what&inputPlugged != 0 {
		c.Plugged = c.change(c.Plugged)
	}
	c.lost = what&inputLost != 0
}

// maxAnswers limits the bytes of answers in a take.
const maxAnswers = 1 << 26

// change decodes a change of some bytes.
func (c *cursor) change(old []byte) []byte {
	head, tail := c.uint(uint64(len(old))), c.uint(uint64(len(old)))
	middle := c.bytes(c.uint(maxAnswers))
	if c.err != nil || head+tail > uint64(len(old)) {
		c.fail()
		return old[:0]
	}
	return slices.Replace(old, int(head), len(old)-int(tail), middle...)
}

// image decodes the changed words.
func (c *cursor) image() {
	words := uint64(len(c.base) / 8)
	at := uint64(0)
	for left := c.uint(words); left > 0 && c.err == nil; left-- {
		control := c.byte()
		skip := uint64(control >> 6)
		if skip == 3 {
			skip += c.uint(words)
		}
		at += skip
		low, n := int(control>>3&7), int(control&7)+1
		if at >= words || low+n > 8 {
			c.fail()
			return
		}
		var diff uint64
		for i, b := range c.bytes(uint64(n)) {
			diff |= uint64(b) << (8 * i)
		}
		if !c.blind {
			word := c.Image[at*8:]
			binary.LittleEndian.PutUint64(word, binary.LittleEndian.Uint64(word)^diff<<(8*low))
			c.moved = append(c.moved, int(at*8))
		}
		at++
	}
}

func (c *cursor) fail() {
	if c.err == nil {
		c.err = errTake
	}
	c.data, c.run = nil, 0
}

func (c *cursor) byte() byte {
	if len(c.data) == 0 {
		c.fail()
		return 0
	}
	b := c.data[0]
	c.data = c.data[1:]
	return b
}

// uint reads a number up to a limit.
func (c *cursor) uint(most uint64) uint64 {
	x, n := binary.Uvarint(c.data)
	if n <= 0 || x > most {
		c.fail()
		return 0
	}
	c.data = c.data[n:]
	return x
}

// bytes reads n bytes.
func (c *cursor) bytes(n uint64) []byte {
	if n > uint64(len(c.data)) {
		c.fail()
		return nil
	}
	b := c.data[:n]
	c.data = c.data[n:]
	return b
}

func (c *cursor) float() float64 {
	if b := c.bytes(8); b != nil {
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return 0
}
