package history

import (
	"bytes"
	"math"

	"github.com/decidertree/decidertree/internal/tape"
)

// sink receives the takes of one goroutine. Several may receive takes in parallel, of different agents.
type sink struct {
	r       *Recorder
	session *session
	turns   uint32 // Recorder.turns when the cache was filled
	cache   [cached]cachedPage
	room    []byte // scratch for encoding; grows to the largest take
}

const cached = 64 // pages

type cachedPage struct {
	number uint64
	page   *page
}

// page finds an agent's track.
func (s *sink) page(agent uint64) *page {
	if s.turns != s.r.turns {
		s.turns = s.r.turns
		s.cache = [cached]cachedPage{}
	}
	c := &s.cache[agent/pageAgents%cached]
	if c.page == nil || c.number != agent/pageAgents {
		c.page, c.number = s.r.page(agent/pageAgents), agent/pageAgents
	}
	return c.page
}

// Wants returns which of the 64 agents of a word are recorded.
func (s *sink) Wants(word uint64) uint64 {
	p := s.page(word * 64)
	wanted := ^uint64(0)
	if s.r.choosing {
		wanted = p.chosen[word*64%pageAgents/64]
	}
	if s.r.full.Load() {
		for i, k := range p.tracks[word*64%pageAgents:][:64] {
			if k == &nobody { // it was turned away
				wanted &^= 1 << i
			}
		}
	}
	return wanted
}

// Tree notes a tree that is plugged in.
func (s *sink) Tree(fingerprint uint64, describe func() any) {
	s.r.mu.Lock()
	s.r.tree(fingerprint, describe)
	s.r.mu.Unlock()
}

// Take keeps a take.
func (s *sink) Take(t *tape.Take) {
	p := s.page(t.Agent)
	if s.r.choosing && p.chosen[t.Agent%pageAgents/64]&(1<<(t.Agent%64)) == 0 {
		return
	}
	k := p.tracks[t.Agent%pageAgents]
	if k != nil && s.same(k, t) {
		k.frame, k.time, k.dt = t.Frame, t.Time, t.DT
		k.run++
		return
	}
	s.keep(p, k, t)
}

// same reports whether a take repeats the one before, a stride of frames later.
func (s *sink) same(k *track, t *tape.Take) bool {
	if t.Frame != k.frame+k.stride || t.Flags != k.flags || t.Stimuli != k.stimuli || t.Marks != k.marks || k.session != s.session || k.odd {
		return false
	}
	switch k.clock {
	case clockWorld:
		if t.Time != s.r.now.time || t.DT != s.r.now.dt || t.Frame != s.r.now.frame {
			return false
		}
	case clockOwn:
		if t.DT != k.dt || t.Time != k.time+k.dt {
			return false
		}
	case clockRate:
		if t.DT != k.dt || t.Time != s.r.now.time || t.Frame != s.r.now.frame {
			return false
		}
	default:
		return false
	}
	return k.run < maxRun && bytes.Equal(t.Answers, k.answers) && bytes.Equal(t.Image, k.image) && bytes.Equal(t.Plugged, k.plugged)
}

// keep encodes a take that differs from the one before; k is nil for an agent without a track.
func (s *sink) keep(p *page, k *track, t *tape.Take) {
	unknown := t.Marks&tape.Restored != 0 || k != nil && k.ended > 0
	switch {
	case len(t.Image) != s.session.form.size:
		return // these agents are not recorded
	case k == nil || k == &nobody:
		if k = s.r.begin(p, s.session, t); k == nil {
			return
		}
		unknown = true
	case k.session == s.session:
	case k.session.number > s.session.number: // another memory of the same ID
		return
	case k.form != s.session.form || k.session.tree != s.session.tree:
		s.r.drop(p, k)
		if k = s.r.begin(p, s.session, t); k == nil {
			return
		}
		unknown = true
	default:
		s.session.used.Store(true)
		k.session = s.session
		unknown = true
	}
	if t.Frame < k.frame {
		k.clear(t.Agent, s.session)
		unknown = true
	}
	s.room = k.keep(s.room, t, s.clock(k, t), unknown)
}

// clock chooses a clock that yields the take's time, preferably the present one.
func (s *sink) clock(k *track, t *tape.Take) clock {
	now := &s.r.now
	frames := s.session.world != nil && t.Frame == now.frame && is(t.Time, now.time)
	switch {
	case k.clock == clockWorld && frames && is(t.DT, now.dt):
		return clockWorld
	case k.clock == clockOwn && is(t.DT, k.dt) && is(t.Time, k.time+k.dt):
		return clockOwn
	case k.clock == clockRate && frames && is(t.DT, k.dt):
		return clockRate
	case is(t.Time, k.time) && is(t.DT, k.dt) && t.Frame == k.frame:
		return clockStill
	case frames && is(t.DT, now.dt):
		return clockWorld
	case is(t.DT, k.dt) && is(t.Time, k.time+k.dt):
		return clockOwn
	case frames:
		return clockSetDT
	}
	return clockSetOwn
}

// is reports whether two numbers have the same bits.
func is(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
