package query

import (
	"math"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// window is the time that is searched.
type window struct {
	span       Span
	from, to   uint64
	begin, end float64 // seconds; 0 for agents without a world
	lone       bool    // agents have no world: each has frames of its own
}

// window finds the frames of a span that counts back from a frame; 0 for the last.
func (s Span) window(rec *history.Recording, end uint64) (window, error) {
	first, last, framed := rec.Frames()
	if !framed {
		return s.lone(rec, end), nil
	}
	w := window{span: s, from: first, to: last}
	if end != 0 {
		w.to = min(end, last)
	}
	until, _, _ := rec.Time(w.to)
	after := func(seconds float64) bool { // the first frame is not before
		t, _, known := rec.Time(w.from)
		return known && t >= seconds
	}
	switch {
	case s.Unit == Frames && s.Last != 0:
		w.from = max(first, w.to-min(w.to, uint64(s.Last)-1))
	case s.Unit == Frames:
		w.from, w.to = max(first, uint64(s.From)), min(last, uint64(s.To))
	case s.Unit == Seconds:
		from, to := s.From, s.To
		if s.Last != 0 {
			from, to = until-s.Last, until
		}
		for w.from < w.to && !after(from) {
			w.from++
		}
		for t, _, known := rec.Time(w.to); w.to > w.from && (!known || t > to); t, _, known = rec.Time(w.to) {
			w.to--
		}
		if t, _, known := rec.Time(w.from); known && (t < from || t > to) {
			w.to, w.from = first, last+1
		}
	}
	if w.from > w.to {
		e := &RangeError{When: s, First: first, Last: last}
		e.Begin, _, _ = rec.Time(first)
		e.End, _, _ = rec.Time(last)
		return w, e
	}
	w.begin, _, _ = rec.Time(w.from)
	w.end, _, _ = rec.Time(w.to)
	return w, nil
}

// lone is the window of agents without a world, from the first frame of any of them to the last.
func (s Span) lone(rec *history.Recording, end uint64) window {
	w := window{span: s, from: math.MaxUint64, lone: true}
	for _, id := range rec.Agents() {
		for t := range rec.Ticks(id) {
			if end == 0 || t.Frame <= end {
				w.from, w.to = min(w.from, t.Frame), max(w.to, t.Frame)
			}
		}
	}
	w.from = min(w.from, w.to)
	return w
}

// of returns the frames of an agent that are searched, the last of its ticks before them, and its ticks in them; ok is
// false for none.
func (w *window) of(rec *history.Recording, agent world.AgentID) (from, to uint64, before history.Tick, ticks []history.Tick) {
	for t := range rec.Ticks(agent) {
		if t.Frame <= w.to {
			ticks = append(ticks, t)
		}
	}
	from, to = w.from, w.to
	if n := len(ticks); w.lone && n > 0 {
		from, to = w.span.ofTicks(ticks)
	}
	for len(ticks) > 0 && ticks[0].Frame < from {
		before, ticks = ticks[0], ticks[1:]
	}
	for len(ticks) > 0 && ticks[len(ticks)-1].Frame > to {
		ticks = ticks[:len(ticks)-1]
	}
	return from, to, before, ticks
}

// ofTicks returns the frames of a span in the ticks of an agent without a world. They may be none.
func (s Span) ofTicks(ticks []history.Tick) (from, to uint64) {
	last := ticks[len(ticks)-1]
	from, to = ticks[0].Frame, last.Frame
	switch {
	case s.Unit == Frames && s.Last != 0:
		return max(from, to-min(to, uint64(s.Last)-1)), to
	case s.Unit == Frames:
		return uint64(s.From), uint64(s.To)
	case s.Unit == Seconds:
		begin, end := s.From, s.To
		if s.Last != 0 {
			begin, end = last.Time-s.Last, last.Time
		}
		from, to = math.MaxUint64, 0
		for _, t := range ticks {
			if t.Time >= begin && t.Time <= end {
				from, to = min(from, t.Frame), max(to, t.Frame)
			}
		}
	}
	return from, to
}

// bins cuts the window into parts of equal length, the last of which may be shorter.
func (w *window) bins(most int) []Bin {
	n := w.to - w.from + 1
	each := (n + uint64(most) - 1) / uint64(most)
	all := []Bin{}
	for from := w.from; from <= w.to; from += each {
		all = append(all, Bin{From: from, To: min(w.to, from+each-1)})
	}
	return all
}
