package history

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/world"
)

// WatchKind says what a [Watched] is.
type WatchKind string

const (
	WatchKey       WatchKind = "key"       // a blackboard value: Name is its key, and Decider, if not "", the one that declares it
	WatchField     WatchKind = "field"     // a field of the block of Decider's behavior; Name "" is a block without fields
	WatchDecide    WatchKind = "decide"    // the value of Decider, in ticks in which its Decide was called
	WatchEntries   WatchKind = "entries"   // how often Decider, which has a Limit, was entered
	WatchIteration WatchKind = "iteration" // of Decider, a Repeat that is active
)

// Watched names a value of an agent. Of several places of a decider the first that has the value counts.
type Watched struct {
	Kind    WatchKind
	Decider string
	Name    string
}

// Check reports whether the kind has the names that it needs.
func (w Watched) Check() error {
	switch w.Kind {
	case WatchKey:
		if w.Name == "" {
			return errors.New("history: to watch a key needs its name")
		}
	case WatchField, WatchDecide, WatchEntries, WatchIteration:
		if w.Decider == "" {
			return fmt.Errorf("history: to watch %s needs a decider", w.Kind)
		}
	default:
		return fmt.Errorf("history: to watch is key, field, decide, entries or iteration, not %.40q", w.Kind)
	}
	return nil
}

// Series is a value over time.
type Series struct {
	Watched
	Samples []Sample // in order: the first tick, and each that changed the value
}

// Sample is a value from the tick of a frame on.
type Sample struct {
	Frame uint64
	Time  float64 // seconds
	Text  string  // as debugprint shows it; "" if it is not known
	Known bool    // there was such a value
}

// Number returns the value if it is a number.
func (s *Sample) Number() (value float64, is bool) {
	if !s.Known {
		return 0, false
	}
	value, err := strconv.ParseFloat(s.Text, 64)
	return value, err == nil
}

// Series returns values of an agent in the frames from and to and all between. It executes the ticks of those frames again,
// so its cost grows with their number. If the agent slept in the first frame, the first sample is from the tick before. With
// an error, which wraps [ErrNotRecorded] or [ErrDiverged] or is that of [Watched.Check], it returns what came before.
func (rec *Recording) Series(agent world.AgentID, from, to uint64, watched ...Watched) ([]Series, error) {
	all := make([]Series, len(watched))
	level, walks := event.Level(1), false
	for i, w := range watched {
		if err := w.Check(); err != nil {
			return nil, err
		}
		all[i].Watched, all[i].Samples = w, []Sample{}
		if w.Kind == WatchDecide {
			level = 5
		}
		walks = walks || w.Kind == WatchEntries || w.Kind == WatchIteration
	}
	r := rec.rows(agent)
	if r == nil {
		return all, rec.notRecorded(agent, from)
	}
	p, err := rec.player(r.tree)
	if err != nil {
		return all, err
	}
	start, missing, slept := rec.lastBefore(r, from)
	if !slept || missing != nil {
		start = from
	}
	s := sampler{rec: rec, p: p, all: all, from: from, walks: walks}
	ready := false // the player has the state before the take
	now := take{Take: tape.Take{Agent: r.agent, Frame: start}}
	err = p.guard(&now, func() error {
		for t := range rec.takes(agent, start, to) {
			now.Frame = t.Frame
			s.gap(t)
			var err error
			switch p.events = p.events[:0]; {
			case !t.plays():
				err = p.setTo(t, t.Image, t.Plugged, t.Time)
			case !ready:
				if err = p.setTo(t, t.before, t.was, t.Time-t.DT); err == nil {
					err = p.play(t, level)
				}
			default:
				err = p.play(t, level)
			}
			if err != nil {
				return err
			}
			ready = true
			s.sample(t)
		}
		return nil
	})
	r.tree.give(p, err)
	return all, err
}

// sampler reads values from a player.
type sampler struct {
	rec   *Recording
	p     *player
	all   []Series
	from  uint64
	walks bool // states are needed
}

// gap begins a time in which the agent was not recorded before a take.
func (s *sampler) gap(t *take) {
	for i := range s.all {
		if w := &s.all[i]; t.absent > 0 && len(w.Samples) > 0 && w.known() {
			w.add(Sample{Frame: t.Frame - t.absent, Time: t.Time - t.DT})
		}
	}
}

// sample reads all values after a take.
func (s *sampler) sample(t *take) {
	for i := range s.all {
		s.all[i].add(Sample{Frame: max(t.Frame, s.from), Time: t.Time})
	}
	s.parts(t)
	for i := range s.all {
		w := &s.all[i]
		for k := range s.p.events {
			if e := &s.p.events[k]; w.Kind == WatchDecide && e.Kind == event.Asked && e.Decided && e.Decider.Name == w.Decider {
				w.know(strconv.FormatFloat(e.Value, 'g', -1, 64))
			}
		}
	}
	if s.walks {
		s.states()
	}
	for i := range s.all {
		s.all[i].settle()
	}
}

// parts reads blackboard values and blocks.
func (s *sampler) parts(t *take) {
	for _, part := range s.p.Parts() {
		if part.At < 0 || part.At+part.Size > len(t.Image) {
			continue // it has pointers
		}
		told := s.rec.described(part.Print)
		if told == nil {
			continue
		}
		for i := range s.all {
			w := &s.all[i]
			if w.known() || w.Kind != WatchKey && w.Kind != WatchField || w.Decider != "" && w.Decider != part.Decider.Name || (w.Kind == WatchKey) != (part.Value >= 0) {
				continue
			}
			b := t.Image[part.At : part.At+part.Size]
			if w.Kind == WatchKey {
				if key := &told.Keys[told.Values[part.Value].Key]; key.Name == w.Name {
					w.know(key.Type.Text(b))
				}
				continue
			}
			block := blockOf(told, part.Place)
			if block == nil {
				continue
			}
			values := block.Values(b)
			if at := slices.IndexFunc(values, func(v description.FieldValue) bool { return v.Name == w.Name }); at >= 0 {
				w.know(values[at].Value)
			}
		}
	}
}

// states reads counts.
func (s *sampler) states() {
	for cursor := 0; ; {
		d, next := s.p.StateAt(cursor, false)
		if next < 0 {
			return
		}
		cursor = next
		for i := range s.all {
			w := &s.all[i]
			switch {
			case w.known() || d.Decider.Name != w.Decider:
			case w.Kind == WatchEntries && d.Limit > 0:
				w.know(strconv.Itoa(d.Entries))
			case w.Kind == WatchIteration && d.Iteration > 0:
				w.know(strconv.Itoa(d.Iteration))
			}
		}
	}
}

// add begins a sample.
func (w *Series) add(s Sample) { w.Samples = append(w.Samples, s) }

// known reports whether the sample that was begun has its value.
func (w *Series) known() bool { return w.Samples[len(w.Samples)-1].Known }

// know sets the value of the sample that was begun.
func (w *Series) know(text string) {
	s := &w.Samples[len(w.Samples)-1]
	s.Text, s.Known = text, true
}

// settle drops the sample that was begun if the value is still the same, and the one before if it was of the same frame.
func (w *Series) settle() {
	n := len(w.Samples)
	if n < 2 {
		return
	}
	last, before := &w.Samples[n-1], &w.Samples[n-2]
	switch {
	case last.Frame == before.Frame: // an operation and a tick
		*before = *last
		w.Samples = w.Samples[:n-1]
		w.settle()
	case last.Known == before.Known && last.Text == before.Text:
		w.Samples = w.Samples[:n-1]
	}
}
