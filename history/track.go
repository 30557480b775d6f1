package history

import (
	"unsafe"

	"github.com/decidertree/decidertree/internal/tape"
)

// A track holds the recording of one agent: the last take, against which the next one is encoded, and a ring of
// earlier ones. The ring is cut into segments. Each starts with a keyframe, the complete take before its first one,
// so it can be read without the others; the oldest segment is overwritten as a whole.
type track struct {
	past             // the last take; its answers and plugs lie in last
	session *session // of the last take
	run     uint32   // equal takes since the last record
	ended   uint64   // the first frame in which the agent is no longer chosen; 0 if it is recorded
	odd     bool     // no take equals the last: its answers are not in last, or were lost

	agent   uint64
	last    []byte // room for the last answers, followed by the plugs
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
	number uint32 // counts from 1; 0 for an empty segment
	end    uint32 // of its records; for the current segment track.at counts
}

const (
	maxSegments = 8
	maxLast     = 1 << 12 // bytes of a track for answers, at most
	maxRun      = 1 << 24 // takes of one record, at most
	runBytes    = 5       // of a record of a run, at most
	headBytes   = 96      // of a record or keyframe without answers, plugs and image, at most
	slabTracks  = 64      // tracks that are allocated together, at most
)

// form is the layout of tracks for agents with memories of one size.
type form struct {
	size     int // bytes of an agent's memory
	last     int // bytes for the last answers and what is plugged in
	segments int
	segment  int // bytes of each
}

// imageBytes is the most bytes an encoded image can take.
func imageBytes(size int) int { return size/8*9 + 5 }

// formOf returns the form of tracks with that many bytes in all, or if these are too few for such a memory, with the
// least that suffices.
func formOf(size, bytesEach int) *form {
	for ; ; bytesEach += 64 {
		last := lastBytes(bytesEach)
		fixed := int(unsafe.Sizeof(track{})) + size + last
		least := 2*(headBytes+imageBytes(size)) + last + runBytes // a keyframe, a take and a run
		if fixed+2*least > bytesEach {
			continue
		}
		ring := bytesEach - fixed
		n := 2
		for n < maxSegments && ring/(2*n) >= least {
			n *= 2
		}
		return &form{size: size, last: last, segments: n, segment: ring / n}
	}
}

// lastBytes is the part of a track for the last answers and plugs.
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

// bytes is the size of a track.
func (f *form) bytes() int {
	return int(unsafe.Sizeof(track{})) + f.size + f.last + f.segments*f.segment
}

// clear resets the track for an agent.
func (k *track) clear(agent uint64, s *session) {
	*k = track{
		past: past{stride: 1, image: k.image}, form: k.form, last: k.last, ring: k.ring, index: k.index, agent: agent, session: s, odd: true,
	}
	if s.world == nil {
		k.clock = clockOwn
	}
	copy(k.image, s.tree.base)
}

// keep encodes a take that differs from the one before, by a clock that fits. With unknown the state before is not
// known. b is scratch space; it is returned, grown.
func (k *track) keep(b []byte, t *tape.Take, c clock, unknown bool) []byte {
	lost, absent := false, uint64(0)
	if k.ended > 0 && t.Frame > k.ended {
		absent = t.Frame - k.ended
	}
	if end := k.form.segment - runBytes; k.begun > 0 && k.at+runBytes+headBytes+len(t.Answers)+len(t.Plugged)+imageBytes(len(t.Image)) <= end {
		k.flush()
		k.at = len(appendTake(k.current()[:k.at], &k.past, t, c, absent, unknown, false)) // there is always room
	} else {
		b = appendTake(b[:0], &k.past, t, c, absent, unknown, false)
		if k.begun == 0 || k.at+runBytes+len(b) > end {
			b = k.turn(b)
			b = appendTake(b[:0], &k.past, t, c, absent, unknown, false)
			if k.at+len(b) > end {
				lost = true
				b = appendTake(b[:0], &k.past, t, c, absent, unknown, true)
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
	k.odd, k.known, k.ended = lost || !fits, known, 0
	copy(k.image, t.Image)
	return b
}

// remember keeps the last answers and plugs, as far as there is room; else the next take is encoded in full. Without
// the plugs, the state before the next take is not known.
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

// flush encodes the counted run. There is always room for it.
func (k *track) flush() {
	if k.run > 0 {
		k.at = len(appendRun(k.current()[:k.at], k.run))
		k.run = 0
	}
}

// turn starts the next segment and overwrites its old contents.
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
