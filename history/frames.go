package history

import "sort"

// This file is when frames were: kept once for all agents of a world, so that takes need not tell it.

// frameTime is a frame of a world.
type frameTime struct {
	frame    uint64
	time, dt float64 // seconds
}

// framesEach is how many frames are kept together: 24 KiB.
const framesEach = 1 << 10

// frameTable is the last frames, ascending. It is written to by the recorder alone; recordings share what was written, which
// is never overwritten.
type frameTable struct {
	chunks []*frameChunk
	left   int // of the last chunk
	most   int // chunks, the most
}

type frameChunk struct {
	instants [framesEach]frameTime
	shared   bool // a recording has it, so it cannot be used again
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
			c = f.chunks[0]
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

// bytes is what it takes.
func (f *frameTable) bytes() int { return len(f.chunks) * framesEach * 24 }

// share is what is known by now. It does not change.
func (f *frameTable) share() frameList {
	l := frameList{left: f.left, chunks: make([]*frameChunk, len(f.chunks))}
	copy(l.chunks, f.chunks)
	for _, c := range l.chunks {
		c.shared = true
	}
	return l
}

// frameList is frames of a recording.
type frameList struct {
	chunks []*frameChunk
	left   int
}

func (l *frameList) len() int { return len(l.chunks)*framesEach - l.left }

func (l *frameList) at(i int) *frameTime { return &l.chunks[i/framesEach].instants[i%framesEach] }

// find is where a frame is, or the first after it.
func (l *frameList) find(frame uint64) (at int, found bool) {
	n := l.len()
	if n == 0 {
		return 0, false
	}
	// Mostly they follow each other without a gap.
	if guess := frame - l.at(0).frame; frame >= l.at(0).frame && guess < uint64(n) && l.at(int(guess)).frame == frame {
		return int(guess), true
	}
	at = sort.Search(n, func(i int) bool { return l.at(i).frame >= frame })
	return at, at < n && l.at(at).frame == frame
}

// of is when a frame was.
func (l *frameList) of(frame uint64) (i frameTime, ok bool) {
	at, found := l.find(frame)
	if !found {
		return frameTime{}, false
	}
	return *l.at(at), true
}
