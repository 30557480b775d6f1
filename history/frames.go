package history

import (
	"sort"
	"unsafe"
)

// This file keeps the times of frames, once for all agents of a world, so that takes need not repeat them.

// frameTime is a frame of a world.
type frameTime struct {
	frame    uint64
	time, dt float64 // seconds
	before   int32   // agents in the world when the frame began: those at the end of the frame before
}

// framesEach is the number of frames in a chunk: 32 KiB.
const framesEach = 1 << 10

// frameTable has the last frames in ascending order. Only the recorder writes to it; recordings share the written
// part, which is never overwritten.
type frameTable struct {
	chunks []*frameChunk
	left   int // free entries of the last chunk
	most   int // chunks, the most

	dropped bool // older frames were
}

type frameChunk struct {
	instants [framesEach]frameTime
	shared   bool // a recording shares it, so it cannot be reused
}

func (f *frameTable) init(frames int) {
	f.most = (frames+framesEach-1)/framesEach + 1
	f.chunks = make([]*frameChunk, 0, f.most)
}

// add adds a frame that is later than all others.
func (f *frameTable) add(i frameTime) {
	if f.left == 0 {
		var c *frameChunk
		if len(f.chunks) == f.most {
			c, f.dropped = f.chunks[0], true
			copy(f.chunks, f.chunks[1:])
			f.chunks = f.chunks[:f.most-1]
		}
		if c == nil || c.shared {
			c = &frameChunk{}
		}
		f.chunks = append(f.chunks, c)
		f.left = framesEach
	}
	f.chunks[len(f.chunks)-1].instants[framesEach-f.left] = i
	f.left--
}

func (f *frameTable) len() int { return len(f.chunks)*framesEach - f.left }

// bytes is the size of the table.
func (f *frameTable) bytes() int { return len(f.chunks) * int(unsafe.Sizeof(frameChunk{})) }

// share returns the frames so far, as an immutable list.
func (f *frameTable) share() frameList {
	l := frameList{left: f.left, dropped: f.dropped, chunks: make([]*frameChunk, len(f.chunks))}
	copy(l.chunks, f.chunks)
	for _, c := range l.chunks {
		c.shared = true
	}
	return l
}

// frameList has the frames of a recording.
type frameList struct {
	chunks  []*frameChunk
	left    int
	dropped bool  // older frames were; not known of a file
	living  int32 // agents in the world at the end of the last frame
}

func (l *frameList) len() int { return len(l.chunks)*framesEach - l.left }

func (l *frameList) at(i int) *frameTime { return &l.chunks[i/framesEach].instants[i%framesEach] }

// find is the index of a frame, or of the first after it.
func (l *frameList) find(frame uint64) (at int, found bool) {
	n := l.len()
	if n == 0 {
		return 0, false
	}
	// Frames mostly follow each other without a gap.
	if guess := frame - l.at(0).frame; frame >= l.at(0).frame && guess < uint64(n) && l.at(int(guess)).frame == frame {
		return int(guess), true
	}
	at = sort.Search(n, func(i int) bool { return l.at(i).frame >= frame })
	return at, at < n && l.at(at).frame == frame
}

// agents returns the number of agents in the world at the end of a frame.
func (l *frameList) agents(frame uint64) (n int, ok bool) {
	at, found := l.find(frame)
	switch {
	case !found:
		return 0, false
	case at+1 == l.len():
		return int(l.living), true
	}
	return int(l.at(at + 1).before), true
}

// of returns the time of a frame.
func (l *frameList) of(frame uint64) (i frameTime, ok bool) {
	at, found := l.find(frame)
	if !found {
		return frameTime{}, false
	}
	return *l.at(at), true
}
