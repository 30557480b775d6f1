package inspect

import (
	"fmt"
	"math"
	"net/http"
	"strings"

	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/why"
)

// This file answers from a recording of an agent: why a decider ran or did not, and the timeline.

// why is GET /api/agent/{id}/why.
func (srv *server) why(r *http.Request) (any, error) {
	a, err := srv.about(r)
	if err != nil {
		return nil, err
	}
	name := r.URL.Query().Get("decider")
	if name == "" {
		return nil, bad("why needs a decider: its name")
	}
	e, err := why.Explain(a.recording, a.agent, a.frame, name, srv.namesIn(a.recording, a.live))
	if err != nil {
		return nil, err
	}
	if err := onePlace(r, srv.registry, &e); err != nil {
		return nil, err
	}
	for i := range e.Places {
		e.Places[i].Values = nil // the page shows the blackboard beside it
	}
	to := wire.Why{Agent: uint64(a.agent), Frame: e.Frame, Decider: name, Words: e.String(), Lines: []wire.WhyLine{}, Before: []wire.WhyLine{}}
	for i := range e.Places {
		to.Lines = appendPlace(to.Lines, &e.Places[i])
	}
	return to, nil
}

// onePlace drops all but one place of a decider if the request names that place.
func onePlace(r *http.Request, trees *registry, e *why.Explanation) error {
	q := r.URL.Query()
	if !q.Has("place") {
		return nil
	}
	place, err := number(r, "place", 0)
	if err != nil {
		return err
	}
	print, err := flagBits("tree", q.Get("tree"))
	if err != nil {
		return err
	}
	for _, p := range e.Places {
		if t := trees.byPrint(print); uint64(p.Place) == place && (t == nil || t.told.Name == p.Tree) {
			e.Places = []why.Place{p}
			return nil
		}
	}
	return refusal(http.StatusNotFound, wire.ProblemNotFound, "the decider has no place %d", place)
}

// appendPlace appends the outcome at a place, each condition, and the group if that was the reason.
func appendPlace(lines []wire.WhyLine, p *why.Place) []wire.WhyLine {
	lines = append(lines, wire.WhyLine{Place: p.Place, Passed: p.After, Asked: true, Words: p.Path + ": " + p.Because})
	for i := range p.Tries {
		try := &p.Tries[i]
		for k := range try.Checks {
			c := &try.Checks[k]
			lines = append(lines, wire.WhyLine{
				Place: p.Place, Check: c.Name, Passed: c.Result == why.Passed, Asked: c.Result != why.Unasked, Words: c.Words,
			})
		}
	}
	if p.Group != nil {
		lines = appendPlace(lines, p.Group)
	}
	return lines
}

// swingSeconds is the longest time until an agent is back for its oscillation to be reported.
const swingSeconds = 2

// swingFrames is how many frames before the range are searched for oscillations.
const swingFrames = 120

// lanes is GET /api/agent/{id}/lanes.
func (srv *server) lanes(r *http.Request) (any, error) {
	a, err := srv.about(r)
	if err != nil {
		return nil, err
	}
	id, rec, first, last := a.agent, a.recording, a.first, a.last
	from, err := number(r, "from", first)
	if err != nil {
		return nil, err
	}
	to, err := number(r, "to", last)
	if err != nil {
		return nil, err
	}
	from, to = max(from, first), min(to, last)
	if from > to {
		return nil, refusal(http.StatusNotFound, wire.ProblemNotRecorded, "of agent %d there are frames %d to %d", id, first, last)
	}
	line, err := rec.Timeline(id, min(from, a.ticked), to)
	if err != nil && len(line.Lanes) == 0 {
		return nil, err
	}
	told := wire.Lanes{Agent: uint64(id), First: first, Last: last, From: from, To: to, Lanes: []wire.Lane{}, Marks: []wire.Mark{}, Swings: []wire.Swing{}}
	if err != nil { // show what came before
		told.Marks = append(told.Marks, wire.Mark{Frame: line.To, Kind: "error", Words: err.Error()})
	}
	own := rec.Tree(id)
	end, _, timed := rec.Time(to)
	for i := range line.Lanes {
		spans := line.Lanes[i].Spans
		if n := len(spans); n > 0 && spans[n-1].Reason == 0 && spans[n-1].To == line.To && err == nil {
			spans[n-1].To = to // it has slept since then
			if timed {
				spans[n-1].End = end
			}
		}
		told.Lanes = append(told.Lanes, srv.lane(&line.Lanes[i], own, rec))
	}
	for i := range line.Marks {
		m := &line.Marks[i]
		told.Marks = append(told.Marks, wire.Mark{Frame: m.Frame, Kind: string(m.Kind), Words: m.Words})
	}
	swings, err := why.OscillationsBetween(rec, id, from, to, min(from-first, swingFrames), swingSeconds)
	if err == nil {
		for i := range swings {
			s := &swings[i]
			if s.To >= from && s.From <= to {
				told.Swings = append(told.Swings, wire.Swing{Frame: s.To, From: s.From, Words: swingWords(s)})
			}
		}
	}
	return told, nil
}

// Limits of the answer to one request for values.
const (
	maxWatched = 24
	maxSamples = 20_000 // of one value: the last
	maxText    = 200    // bytes of a value
)

// values is GET /api/agent/{id}/values.
func (srv *server) values(r *http.Request) (any, error) {
	var asked []wire.Watched
	if err := parseJSON([]byte(r.URL.Query().Get("watch")), &asked); err != nil {
		return nil, bad(`watch is a JSON list such as [{"kind":"decide","decider":"EAT"}]: %v`, err)
	}
	if len(asked) == 0 || len(asked) > maxWatched {
		return nil, bad("1 to %d values may be watched at once, not %d", maxWatched, len(asked))
	}
	watched := make([]history.Watched, len(asked))
	for i, w := range asked {
		watched[i] = history.Watched{Kind: history.WatchKind(w.Kind), Decider: w.Decider, Name: w.Name}
		if err := watched[i].Check(); err != nil {
			return nil, bad("%s", strings.TrimPrefix(err.Error(), "history: "))
		}
	}
	a, err := srv.about(r)
	if err != nil {
		return nil, err
	}
	from, err := number(r, "from", a.first)
	if err != nil {
		return nil, err
	}
	to, err := number(r, "to", a.last)
	if err != nil {
		return nil, err
	}
	from, to = max(from, a.first), min(to, a.last)
	if from > to {
		return nil, refusal(http.StatusNotFound, wire.ProblemNotRecorded, "of agent %d there are frames %d to %d", a.agent, a.first, a.last)
	}
	series, err := a.recording.Series(a.agent, from, to, watched...)
	if err != nil {
		return nil, err
	}
	told := wire.Plots{Agent: uint64(a.agent), First: a.first, Last: a.last, From: from, To: to, Series: make([]wire.Series, len(series))}
	for i := range series {
		told.Series[i].Samples = samples(series[i].Samples)
	}
	return told, nil
}

// samples are the last of a value's samples, for pages.
func samples(all []history.Sample) []wire.Sample {
	all = all[max(0, len(all)-maxSamples):]
	told := make([]wire.Sample, 0, len(all))
	for i := range all {
		s := &all[i]
		to := wire.Sample{Frame: s.Frame, Known: s.Known, Text: s.Text}
		if len(to.Text) > maxText {
			to.Text = strings.ToValidUTF8(to.Text[:maxText], "") + "…"
		}
		if n, is := s.Number(); is && !math.IsNaN(n) && !math.IsInf(n, 0) {
			to.Number = &n
		}
		told = append(told, to)
	}
	return told
}

func (srv *server) lane(l *history.Lane, own *description.Tree, rec *history.Recording) wire.Lane {
	to := wire.Lane{Decider: l.Decider, Place: l.Place, Depth: l.Depth, Leaf: l.Leaf, Spans: make([]wire.Span, 0, len(l.Spans))}
	if l.Tree != own.Name || l.Place >= len(own.Places) || own.Deciders[own.Places[l.Place].Decider].Name != l.Decider {
		for _, t := range rec.Trees() {
			if t.Name == l.Tree && t != own {
				to.Tree = print64(t.Fingerprint)
			}
		}
	}
	for _, s := range l.Spans {
		to.Spans = append(to.Spans, wire.Span{From: s.From, To: s.To, Begin: s.Begin, End: s.End, Reason: s.Ended})
	}
	return to
}

// swingWords describes two deciders that take turns, and the conditions that toggled.
func swingWords(o *why.Oscillation) string {
	words := fmt.Sprintf("%s and %s take turns: %d changes in %.2f s.", o.A, o.B, o.Changes, o.End-o.Begin)
	for _, c := range o.Toggled {
		words += " " + c.Words
	}
	if o.Hint != "" {
		words += " " + o.Hint
	}
	return words
}
