package why

import (
	"errors"
	"fmt"
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// ErrNeverRan is wrapped by the error for a decider that was not active in any recorded tick up to the requested one.
var ErrNeverRan = errors.New("why: it did not run")

// Run is one time a decider was active. While it runs, its Span ends in the requested frame.
type Run struct {
	Agent     world.AgentID `json:"agent"`
	AgentName string        `json:"agentName,omitempty"` // "" for none
	Decider   string        `json:"decider"`
	Path      string        `json:"path"`
	history.Span
	Running bool       `json:"running"`
	Began   *Beginning `json:"began,omitempty"` // nil if that is not recorded
	Ended   *Ending    `json:"ended,omitempty"` // nil while it runs

	tree  string
	place int
}

// LastRan finds the last run of a decider up to a frame: when and how it began, how long it ran, and what ended it.
// All places of a shared decider count. The error wraps [ErrNeverRan], is an [*UnknownError], or comes from executing
// ticks again.
func LastRan(rec *history.Recording, agent world.AgentID, frame uint64, name string) (Run, error) {
	m, err := rec.At(agent, frame)
	if err != nil {
		return Run{}, err
	}
	first, _, _ := rec.Span(agent)
	if _, err := ExplainTick(m, name); err != nil {
		return Run{}, err
	}
	for back := uint64(128); ; back *= 4 { // most deciders ran recently
		from := first
		if m.Frame-first > back {
			from = m.Frame - back
		}
		t, err := rec.Timeline(agent, from, m.Frame)
		if err != nil {
			return Run{}, err
		}
		if r := lastOf(t, name); r != nil {
			r.Agent, r.AgentName = agent, nameOf(rec.Names(), agent)
			return *r, r.tell(rec)
		}
		if from == first {
			err := fmt.Errorf("%w: %s, in the frames %d to %d of agent %d", ErrNeverRan, name, first, m.Frame, agent)
			if raise := rec.TooShort(agent); raise != "" {
				err = fmt.Errorf("%w; to keep older frames, raise history.Options.%s", err, raise)
			}
			return Run{}, err
		}
	}
}

// lastOf returns the last span of a decider as a Run.
func lastOf(t history.Timeline, name string) *Run {
	var last *Run
	for i := range t.Lanes {
		l := &t.Lanes[i]
		if l.Decider != name || len(l.Spans) == 0 {
			continue
		}
		s := l.Spans[len(l.Spans)-1]
		r := &Run{Decider: name, Path: l.Path, Span: s, Running: s.Reason == 0, tree: l.Tree, place: l.Place}
		if last == nil || r.Running && !last.Running || r.Running == last.Running && (r.End > last.End || r.End == last.End && r.Begin > last.Begin) {
			last = r
		}
	}
	return last
}

// tell adds how a run began and ended.
func (r *Run) tell(rec *history.Recording) error {
	if r.Before { // before the frames that were searched
		for t := range rec.Ticks(r.Agent) {
			if !t.Operation && math.Abs(t.Time-r.Begin) < 1e-9 {
				r.From, r.Before = t.Frame, false
				break
			}
		}
	}
	first, _, _ := rec.Span(r.Agent)
	if !r.Before && r.From >= first {
		p, err := r.at(rec, r.From)
		if err != nil {
			return err
		}
		if n := len(p.Began); n > 0 {
			r.Began = &p.Began[n-1]
		}
	}
	if r.Running {
		return nil
	}
	p, err := r.at(rec, r.To)
	if n := len(p.Ended); n > 0 {
		r.Ended = &p.Ended[n-1]
	}
	return err
}

// at explains the run's place in a frame.
func (r *Run) at(rec *history.Recording, frame uint64) (Place, error) {
	m, err := rec.At(r.Agent, frame)
	if err != nil {
		return Place{}, err
	}
	e, err := ExplainTick(m, r.Decider, rec.Names())
	for _, p := range e.Places {
		if p.Tree == r.tree && p.Place == r.place {
			return p, err
		}
	}
	return Place{}, err
}

// String describes the run.
func (r Run) String() string {
	since := fmt.Sprintf("since frame %d (%s)", r.From, seconds(r.Begin))
	if r.Before {
		since = "since before the recording began"
	}
	if r.Running {
		text := fmt.Sprintf("%s runs %s.", r.Path, since)
		if r.Began != nil {
			text = sentences(text, r.Began.Words)
		}
		return text
	}
	text := fmt.Sprintf("%s ran from frame %d (%s) to frame %d (%s).", r.Path, r.From, seconds(r.Begin), r.To, seconds(r.End))
	if r.Before {
		text = fmt.Sprintf("%s ran from before the recording began to frame %d (%s).", r.Path, r.To, seconds(r.End))
	}
	if r.Began != nil {
		text = sentences(text, r.Began.Words)
	}
	if r.Ended != nil {
		text = sentences(text, r.Ended.Words)
	}
	return text
}

// Interruption says what ended a decider's last run, and what had changed to cause that.
type Interruption struct {
	Run     Run      `json:"run"`
	By      string   `json:"by"`      // the decider that took over; "" for none
	Group   string   `json:"group"`   // the group in which it did
	Changed []Change `json:"changed"` // conditions of By that were different in the tick before
	// Before says why By did not take over in the tick before.
	Before string `json:"before"`
}

// InterruptedBy finds what interrupted a decider: for its last run up to a frame, the decider that took its place,
// the group and the values, and what had changed since the tick before. If the run ended in another way, or goes on,
// By is "". Its errors are those of [LastRan].
func InterruptedBy(rec *history.Recording, agent world.AgentID, frame uint64, name string) (Interruption, error) {
	r, err := LastRan(rec, agent, frame, name)
	in := Interruption{Run: r, Changed: []Change{}}
	if err != nil || r.Ended == nil || r.Ended.Reason != behavior.Interrupted || r.Ended.taker == nothing {
		return in, err
	}
	in.By, in.Group = r.Ended.By, r.Ended.Group
	in.Changed, in.Before, err = changes(rec, agent, r.To, r.Ended.taker, r.Ended.event)
	return in, err
}

// String describes the interruption.
func (in Interruption) String() string {
	text := in.Run.String()
	if in.By == "" {
		return text
	}
	if len(in.Changed) > 0 {
		var some []string
		for _, c := range in.Changed {
			some = append(some, c.Words)
		}
		text = sentences(text, "What had changed: "+list(some, "and")+".")
	}
	if in.Before != "" {
		text = sentences(text, in.Before)
	}
	return text
}

// Change is a condition of a decider that was different in the tick before.
type Change struct {
	What  string `json:"what"` // decision flag, stimulus, or the name of a Check
	Name  string `json:"name"` // of the flag or stimulus, or of the decider
	From  string `json:"from"`
	To    string `json:"to"`
	Words string `json:"words"`
}

// changes compares p's answer in a frame, before an event, with the tick before.
func changes(rec *history.Recording, agent world.AgentID, frame uint64, p at, event int) (all []Change, before string, err error) {
	now, err := rec.At(agent, frame)
	if err != nil {
		return nil, "", err
	}
	first, _, _ := rec.Span(agent)
	if frame == 0 || frame <= first {
		return []Change{}, "", nil
	}
	then, err := rec.At(agent, frame-1)
	if err != nil {
		return nil, "", err
	}
	names := []debugprint.Names{rec.Names()}
	a, b := newNarrative(then, names), newNarrative(now, names)
	all, before = b.changes(p, event, a)
	return all, before, nil
}

// changes compares p's answer in this tick, before an event, with its answer in another tick.
func (s *narrative) changes(p at, until int, then *narrative) (all []Change, before string) {
	all = []Change{}
	i := s.last(p, event.Asked, until)
	if i < 0 {
		i = s.last(p, event.Asked, len(s.m.Events))
	}
	q := then.same(p, s)
	if q == nothing {
		return all, ""
	}
	d := s.decider(p)
	flags := func(what string, names debugprint.BitNames, mask, was, is uint64) {
		for bits := mask & (was ^ is); bits != 0; bits &= bits - 1 {
			bit := bits & -bits
			c := Change{What: what, Name: names.List(bit)[0], From: "not set", To: "set"}
			if was&bit != 0 {
				c.From, c.To = c.To, c.From
			}
			c.Words = fmt.Sprintf("the %s %s is %s, and was %s", what, c.Name, c.To, c.From)
			all = append(all, c)
		}
	}
	flags("decision flag", s.names.Decision, decisionCheck(d).mask(), uint64(then.m.DecisionFlags), uint64(s.m.DecisionFlags))
	flags("stimulus", s.names.Stimuli, stimuliCheck(d).mask(), uint64(then.m.Stimuli), uint64(s.m.Stimuli))
	j := then.last(q, event.Asked, len(then.m.Events))
	if j < 0 {
		place := then.explain(q)
		if !place.After {
			before = fmt.Sprintf("In the tick before, of %s: %s", s.name(p), place.Because)
		}
		return all, before
	}
	was := then.asked(q, j)
	if was.Verdict != event.Accepted {
		before = fmt.Sprintf("In the tick before, %s %s.", s.name(p), was.Words)
	}
	if i < 0 {
		return all, before
	}
	is := s.asked(p, i)
	if d.Decide != nil && (is.Value != was.Value || is.Verdict != was.Verdict) && is.reached("Decide") && was.reached("Decide") {
		all = append(all, Change{What: "Decide", Name: s.name(p), From: number(was.Value), To: number(is.Value),
			Words: fmt.Sprintf("the Decide of %s gave %s, and had given %s", s.name(p), number(is.Value), number(was.Value))})
	}
	for _, c := range was.Checks {
		switch c.Name {
		case "Role", "Limit", "Cooldown", "Every", "Squad", "Gate", "Target", "Children":
			if c.Result == Failed && is.Verdict != was.Verdict {
				all = append(all, Change{What: c.Name, Name: s.name(p), From: "no", To: "yes", Words: fmt.Sprintf("%s had said no for its %s", s.name(p), c.Name)})
			}
		}
	}
	return all, before
}

// reached reports whether a check was tested.
func (a *Asked) reached(name string) bool {
	for _, c := range a.Checks {
		if c.Name == name {
			return c.Result != Unasked
		}
	}
	return false
}

// same is the position in this tick of p in another tick.
func (s *narrative) same(p at, other *narrative) at {
	from := other.trees[p.tree]
	for _, t := range s.trees {
		if t.name == from.name && t.path == from.path && p.place < len(t.told.Places) {
			return at{t.number, p.place}
		}
	}
	return nothing
}
