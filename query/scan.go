package query

import (
	"context"
	"errors"
	"slices"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// scan searches one agent. It executes all ticks again for their events, which takes microseconds, and has why explain
// those that can be a hit, which takes a millisecond. Ticks in a row that tell the same events, and in which nothing began
// or ended, have one outcome: the first of them is explained.
type scan struct {
	q        Query
	rec      *history.Recording
	agent    world.AgentID
	window   window
	names    debugprint.Names
	from, to uint64
	ticks    []history.Tick // the rest
	hits     []Hit
	open     []int // hits that the last tick was part of

	told   []telling // the events of the current frame
	likely bool      // one of them can be one of a hit
	moved  bool      // something began or ended
	last   []telling // those of the frame before
	still  bool      // nothing began or ended in that, and its outcome is known
}

// telling is what an event says that an outcome depends on.
type telling struct {
	kind          event.Kind
	verdict       event.Verdict
	override      event.Override
	pending       bool
	nested        bool
	checks        event.Checks
	status        uint8
	reason        uint8
	tree, target  uint32
	place         int
	active, index int
}

func newScan(q Query, rec *history.Recording, agent world.AgentID, w window, names debugprint.Names) *scan {
	s := &scan{q: q, rec: rec, agent: agent, window: w, names: names}
	var before history.Tick
	s.from, s.to, before, s.ticks = w.of(rec, agent)
	if q.What.lasts() && before.Frame != 0 && (len(s.ticks) == 0 || s.ticks[0].Frame > s.from) {
		s.ticks = slices.Insert(s.ticks, 0, before) // the agent slept when the time began
	}
	return s
}

// run searches. The error is ctx's, or of a tick that cannot be executed again.
func (s *scan) run(ctx context.Context) error {
	if len(s.ticks) == 0 {
		return nil
	}
	events := 0
	for e, err := range s.rec.Events(s.agent, s.ticks[0].Frame, s.to, 5) {
		if err != nil {
			if errors.Is(err, history.ErrNotRecorded) {
				break
			}
			return err
		}
		if events++; events%(1<<12) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for len(s.ticks) > 0 && s.ticks[0].Frame < e.Frame {
			if err := s.frame(ctx); err != nil {
				return err
			}
		}
		s.hear(e)
	}
	for len(s.ticks) > 0 {
		if err := s.frame(ctx); err != nil {
			return err
		}
	}
	if len(s.open) > 0 && s.q.What.lasts() {
		if _, err := s.rec.At(s.agent, s.to); err == nil { // else it is not recorded any more
			s.close(s.to + 1)
		}
	}
	return nil
}

// hear notes an event of the current frame.
func (s *scan) hear(e *event.Event) {
	s.likely = s.likely || s.q.tells(e)
	switch e.Kind {
	case event.Entered, event.Left, event.Activated, event.Deactivated, event.Plugged, event.Unplugged, event.Pending:
		s.moved = true
	}
	s.told = append(s.told, telling{
		kind: e.Kind, verdict: e.Verdict, override: e.Override, pending: e.Pending, nested: e.Nested, checks: e.Checks, status: uint8(e.Status),
		reason: uint8(e.Reason), tree: e.Tree.ID, target: e.Target.ID, place: e.Place, active: e.Active, index: e.Index,
	})
}

// frame ends the current frame, which is that of the first tick left.
func (s *scan) frame(ctx context.Context) error {
	at := s.ticks[0]
	tick, whole := at, !at.Restored && !at.Lost
	for len(s.ticks) > 0 && s.ticks[0].Frame == at.Frame { // operations between ticks belong to the frame
		t := s.ticks[0]
		if tick.Operation && !t.Operation {
			tick = t
		}
		whole = whole && !t.Operation && !t.Restored && !t.Lost
		s.ticks = s.ticks[1:]
	}
	if !at.Restored { // else nothing is known of the time before
		s.close(at.Frame)
	}
	still := whole && !s.moved
	same := still && s.still && slices.Equal(s.told, s.last)
	likely := s.likely || s.q.silent()
	s.told, s.last = s.last[:0], s.told
	s.likely, s.moved, s.still = false, false, still
	switch {
	case !likely || !s.q.flagged(&tick, s.names):
		s.open, s.still = s.open[:0], still && !likely // a tick whose flags fit must be explained
		return nil
	case same:
		for _, i := range s.open {
			s.extend(&s.hits[i], &tick)
		}
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.explain(at.Frame, &tick)
}

// begin is when a hit begins, in seconds.
func (s *scan) begin(tick *history.Tick) float64 {
	if t, _, known := s.rec.Time(s.from); known && tick.Frame < s.from {
		return t
	}
	return tick.Time
}

// extend makes a tick part of a hit.
func (s *scan) extend(h *Hit, tick *history.Tick) {
	h.To, h.End = max(tick.Frame, s.from), max(tick.Time, h.Begin)
	h.Ticks++
}

// explain compares the explanation of a frame with the query.
func (s *scan) explain(frame uint64, tick *history.Tick) error {
	m, err := s.rec.At(s.agent, frame)
	if err != nil {
		return err
	}
	var all []why.Explanation
	if s.q.Decider == "" {
		all = why.All(m, s.names)
	} else {
		e, err := why.ExplainTick(m, s.q.Decider, s.names)
		if unknown := (*why.UnknownError)(nil); errors.As(err, &unknown) {
			s.open = s.open[:0]
			return nil
		} else if err != nil {
			return err
		}
		all = append(all, e)
	}
	var open []int
	for i := range all {
		for k := range all[i].Places {
			p := &all[i].Places[k]
			by, words, ok := s.q.match(p)
			if !ok {
				continue
			}
			at := slices.IndexFunc(s.open, func(i int) bool { return s.hits[i].Path == p.Path && s.hits[i].By == by })
			if at >= 0 {
				at = s.open[at]
			} else {
				at = len(s.hits)
				s.hits = append(s.hits, Hit{
					Agent: s.agent, Name: all[i].AgentName, Decider: all[i].Decider, Path: p.Path, Tree: p.Tree, Place: p.Place, From: max(frame, s.from), Begin: s.begin(tick),
					Outcome: p.Outcome, By: by, Words: words,
				})
			}
			s.extend(&s.hits[at], tick)
			open = append(open, at)
		}
	}
	s.open = open
	return nil
}

// close ends the hits that the agent's last tick was part of just before a frame, if the outcome lasts while it sleeps.
func (s *scan) close(frame uint64) {
	if !s.q.What.lasts() {
		return
	}
	for _, i := range s.open {
		h := &s.hits[i]
		if frame > h.To+1 {
			h.To = frame - 1
			if t, _, known := s.rec.Time(h.To); known {
				h.End = t
			}
		}
	}
}
