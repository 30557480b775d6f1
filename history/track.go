package history

import (
	"unsafe"

	"github.com/decidertree/decidertree/internal/tape"
)

// A track is what the recorder holds of one agent: the last take, which the next one is told against, and a ring of those
// before it. The ring is cut into segments. Each begins with a keyframe, the take before its first one in full, so that what
// stands in a segment can be read without the others; the oldest segment is overwritten as a whole.
type track struct {
	past             // the last take; its answers and what is plugged in lie in last
	session *session // it was of
	run     uint32   // takes since the last record that were the same
	odd     bool     // no take is the same as the last: its answers are not in last, or were lost

	agent   uint64
	last    []byte // room for the last answers and, behind them, for what is plugged in
	index   int    // in Recorder.tracks
	at      int    // where its next record goes in the current segment
	segment uint8  // the current one
	begun   uint32 // segments
	parts   [maxSegments]stretch
	ring    []byte
	form    *form
}

// stretch is a segment of a ring.
type stretch struct {
	number uint32 // segments of the track are numbered from 1 on; 0 for one that is empty
	end    uint32 // of its records, from its beginning; of the current segment track.at counts
}

const (
	maxSegments = 8
	maxLast     = 1 << 12 // bytes of a track for answers, at most
	maxRun      = 1 << 24 // takes that one record stands for, the most
	runBytes    = 5       // of a record of a run, at most
	headBytes   = 96      // of a record or a keyframe without answers, plugs and image: more than there can be
	slabTracks  = 64      // tracks that are allocated together, at most
)

// form is how tracks of agents with so large a memory are laid out.
type form struct {
	size     int // bytes of an agent's memory
	last     int // bytes for the last answers and what is plugged in
	segments int
	segment  int // bytes of each
}

// imageBytes is how many bytes an image takes at most, told against any other.
func imageBytes(size int) int { return size/8*9 + 5 }

// formOf is the form of tracks that take so many bytes in all. Where these are too few for such a memory, it is none, and
// needed is how many it takes.
func formOf(size, bytesEach int) (f *form, needed int) {
	for needed = bytesEach; ; needed += 64 {
		last := lastBytes(needed)
		fixed := int(unsafe.Sizeof(track{})) + size + last
		least := 2*(headBytes+imageBytes(size)) + last + runBytes // a keyframe, a take and a run
		if fixed+2*least > needed {
			continue
		}
		if needed > bytesEach {
			return nil, needed
		}
		ring := bytesEach - fixed
		n := 2
		for n < maxSegments && ring/(2*n) >= least {
			n *= 2
		}
		return &form{size: size, last: last, segments: n, segment: ring / n}, bytesEach
	}
}

// lastBytes is how many bytes of a track are for the last answers and what is plugged in.
func lastBytes(bytesEach int) int { return min(max(bytesEach/16, 96), maxLast) }

// slab makes n tracks.
func (f *form) slab(n int) []track {
	tracks := make([]track, n)
	images := make([]byte, n*f.size)
	lasts := make([]byte, n*f.last)
	ring := f.segments * f.segment
	rings := make([]byte, n*ring)
	for i := range tracks {
		k := &tracks[i]
		k.form = f
		k.image = images[i*f.size : (i+1)*f.size : (i+1)*f.size]
		k.last = lasts[i*f.last : (i+1)*f.last : (i+1)*f.last]
		k.ring = rings[i*ring : (i+1)*ring : (i+1)*ring]
	}
	return tracks
}

// bytes is what a track takes in all.
func (f *form) bytes() int {
	return int(unsafe.Sizeof(track{})) + f.size + f.last + f.segments*f.segment
}

// clear makes the track as new, for an agent.
func (k *track) clear(agent uint64, s *session) {
	*k = track{
		past: past{stride: 1, image: k.image}, form: k.form, last: k.last, ring: k.ring, index: k.index, agent: agent, session: s, odd: true,
	}
	if s.world == nil {
		k.clock = clockOwn
	}
	copy(k.image, s.tree.base)
}

// keep writes down a take that is not the same as the one before, by a clock that fits. With unknown what was before is not
// known. b is room that may be used; it is returned, grown.
func (k *track) keep(b []byte, t *tape.Take, c clock, unknown bool) []byte {
	lost := false
	if end := k.form.segment - runBytes; k.begun > 0 && k.at+runBytes+headBytes+len(t.Answers)+len(t.Plugged)+imageBytes(len(t.Image)) <= end {
		k.flush()
		k.at = len(appendTake(k.current()[:k.at], &k.past, t, c, unknown, false)) // there is room whatever it comes to
	} else {
		b = appendTake(b[:0], &k.past, t, c, unknown, false)
		if k.begun == 0 || k.at+runBytes+len(b) > end {
			b = k.turn(b)
			b = appendTake(b[:0], &k.past, t, c, unknown, false)
			if k.at+len(b) > end {
				lost = true
				b = appendTake(b[:0], &k.past, t, c, unknown, true)
			}
		}
		k.flush()
		k.at += copy(k.current()[k.at:], b)
	}
	k.stride = strideAfter(k.stride, t.Frame-k.frame)
	k.frame, k.time, k.dt, k.flags, k.stimuli, k.marks, k.clock = t.Frame, t.Time, t.DT, t.Flags, t.Stimuli, t.Marks, c.after(k.clock)
	answers := t.Answers
	if lost {
		answers = k.answers
	}
	fits, known := k.remember(answers, t.Plugged)
	k.odd, k.known = lost || !fits, known
	copy(k.image, t.Image)
	return b
}

// remember keeps the last answers and what is plugged in, as far as there is room; what has none is told in full next time.
// Without what is plugged in, what is before the next take is not known.
func (k *track) remember(answers, plugged []byte) (fits, known bool) {
	fits, known = true, true
	if len(plugged) > len(k.last) {
		plugged, fits, known = nil, false, false
	}
	if len(answers)+len(plugged) > len(k.last) {
		answers, fits = nil, false
	}
	n := copy(k.last, answers)
	k.answers, k.plugged = k.last[:n], k.last[n:n+copy(k.last[n:], plugged)]
	return fits, known
}

// current is the current segment.
func (k *track) current() []byte {
	return k.ring[int(k.segment)*k.form.segment:][:k.form.segment]
}

// flush writes down the run that is counted. There is always room for it.
func (k *track) flush() {
	if k.run > 0 {
		k.at = len(appendRun(k.current()[:k.at], k.run))
		k.run = 0
	}
}

// turn begins the next segment, and overwrites what it was.
func (k *track) turn(b []byte) []byte {
	if k.begun > 0 {
		k.flush()
		k.parts[k.segment].end = uint32(k.at)
		k.segment = (k.segment + 1) % uint8(k.form.segments)
	}
	k.begun++
	k.parts[k.segment] = stretch{number: k.begun}
	b = appendKeyframe(b[:0], &k.past, k.session.tree.base)
	k.at = copy(k.current(), b)
	return b
}
