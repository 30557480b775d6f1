package history

import (
	"slices"

	"github.com/decidertree/decidertree/internal/tape"
)

// This file finds and assigns the tracks of agents.

// page holds the tracks of a range of IDs.
type page struct {
	tracks [pageAgents]*track      // nil for none
	chosen [pageAgents / 64]uint64 // a bit for each, by Recorder.Choose
	living int                     // tracks
}

const pageAgents = 1 << 10

// nobody is the track of agents that were turned away. Nothing is written to it.
var nobody track

// sweepEach is the number of tracks checked in a frame for agents that are gone.
const sweepEach = 32

// page returns the page for the high bits of an ID.
func (r *Recorder) page(number uint64) *page {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.pages[number]
	if p == nil {
		p = &page{}
		r.pages[number] = p
	}
	return p
}

// begin assigns a track to an agent; nil if there is no room.
func (r *Recorder) begin(p *page, s *session, t *tape.Take) *track {
	if r.full.Load() && p.tracks[t.Agent%pageAgents] == &nobody {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s.used.Store(true)
	if s.tree.base == nil {
		s.tree.base = slices.Clone(t.Image)
	}
	k := r.take(s.form)
	if k == nil {
		if p.tracks[t.Agent%pageAgents] == nil {
			r.missed.Add(1)
		}
		p.tracks[t.Agent%pageAgents] = &nobody
		r.full.Store(true)
		if r.refused == nil {
			r.refused = r.roomError(s.crowd, s.form)
		}
		return nil
	}
	k.clear(t.Agent, s)
	p.tracks[t.Agent%pageAgents] = k
	p.living++
	r.called.begin(t.Agent, s)
	return k
}

// take returns a free track; nil if there are too many, or they take too many bytes.
func (r *Recorder) take(f *form) *track {
	if most := r.options.Agents; most > 0 && len(r.tracks) >= most {
		return nil
	}
	if len(r.spare[f]) == 0 {
		n := min(max(len(r.tracks), 1), slabTracks)
		if most := r.options.Agents; most > 0 {
			n = min(n, most-len(r.tracks))
		}
		if most := r.options.Bytes; most > 0 {
			if n = min(n, (most-r.bytes)/f.bytes()); n <= 0 {
				return nil
			}
		}
		slab := f.slab(n)
		for i := range slab {
			r.spare[f] = append(r.spare[f], &slab[len(slab)-1-i])
		}
		r.bytes += n * f.bytes()
	}
	last := len(r.spare[f]) - 1
	k := r.spare[f][last]
	r.spare[f] = r.spare[f][:last]
	k.index = len(r.tracks)
	r.tracks = append(r.tracks, k)
	return k
}

// drop frees an agent's track.
func (r *Recorder) drop(p *page, k *track) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p.tracks[k.agent%pageAgents] = nil
	p.living--
	r.called.drop(k.agent)
	last := r.tracks[len(r.tracks)-1]
	r.tracks[k.index], last.index = last, k.index
	r.tracks = r.tracks[:len(r.tracks)-1]
	r.spare[k.form] = append(r.spare[k.form], k)
	r.full.Store(false)
	r.refused = nil
}

// sweep checks the next few tracks and frees those whose agents have been gone for long. No agent may tick.
func (r *Recorder) sweep() {
	for range min(sweepEach+len(r.tracks)/1024, len(r.tracks)) {
		if r.hand >= len(r.tracks) {
			r.hand = 0
		}
		k := r.tracks[r.hand]
		r.hand++
		past, most := r.now.frame-k.frame, uint64(r.options.Frames)
		if past < most/16 || past < most && k.marks&tape.Gone == 0 {
			continue
		}
		p := r.pages[k.agent/pageAgents]
		r.drop(p, k)
		r.hand--
		if p.living == 0 && !r.choosing {
			delete(r.pages, k.agent/pageAgents)
			r.turns++
		}
	}
}
