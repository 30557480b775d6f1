package history

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/stimuli"
)

// This file compares ticks by executing them again.

// side is an agent in one of the two recordings.
type side struct {
	rec    *Recording
	next   func() (*event.Event, error, bool)
	event  event.Event // the next
	more   bool
	err    error
	active map[laneKey]event.Label
	flags  decider.DecisionFlags // of its last tick; they do not change while it sleeps
	stims  stimuli.StimuliFlags
	told   sideTick
}

// sideTick collects the events of one frame.
type sideTick struct {
	ticked bool
	start  event.Event
	asked  map[laneKey]event.Event // the last event of each position
	order  []laneKey               // in the order in which they were first asked
	errs   []string
	done   []string // operations
}

// replay compares the frames from and to and all between.
func (c *comparison) replay(from, to uint64) {
	sides := [2]*side{{rec: c.a}, {rec: c.b}}
	for _, s := range sides {
		next, stop := iter.Pull2(s.rec.Events(c.agent, from, to, 5))
		defer stop()
		s.next = next
		s.active = map[laneKey]event.Label{}
		m, err := s.rec.At(c.agent, from)
		if err != nil {
			c.tell(Difference{Frame: from, What: differsUnreadable, A: err.Error()})
			return
		}
		states := m.Before
		if m.Slept || m.Before == nil {
			states = m.After
		}
		s.flags, s.stims = m.DecisionFlags, m.Stimuli
		for i := range states {
			if st := &states[i]; st.Active {
				s.active[laneKey{st.Tree.Name, st.Place, st.Depth}] = st.Decider
			}
		}
		s.advance()
	}
	last := map[string][2]string{} // the last difference of each kind
	for !c.over {
		frame, ok := sides[0].frame(sides[1])
		if !ok {
			break
		}
		for _, s := range sides {
			s.take(frame)
		}
		c.compare(frame, sides[0], sides[1], last)
	}
	for i, s := range sides {
		if s.err != nil {
			d := Difference{Frame: s.told.start.Frame, What: differsUnreadable}
			*[2]*string{&d.A, &d.B}[i] = s.err.Error()
			c.tell(d)
		}
	}
}

// advance gets the next event.
func (s *side) advance() {
	e, err, ok := s.next()
	if s.more = ok && err == nil; s.more {
		s.event = *e
	} else if ok {
		s.err = err
	}
}

// frame is the next frame in which either side has events.
func (s *side) frame(o *side) (uint64, bool) {
	switch {
	case s.more && o.more:
		return min(s.event.Frame, o.event.Frame), true
	case s.err != nil || o.err != nil:
		return 0, false
	case s.more:
		return s.event.Frame, true
	}
	return o.event.Frame, o.more
}

// take reads the events of a frame.
func (s *side) take(frame uint64) {
	s.told = sideTick{asked: map[laneKey]event.Event{}}
	for s.more && s.event.Frame == frame {
		e := &s.event
		k := laneKey{e.Tree.Name, e.Place, e.Depth}
		switch e.Kind {
		case event.TickStarted:
			s.told.ticked, s.told.start = true, *e
			s.flags, s.stims = e.DecisionFlags, e.Stimuli
		case event.Asked:
			if _, known := s.told.asked[k]; !known {
				s.told.order = append(s.told.order, k)
			}
			s.told.asked[k] = *e
		case event.Entered:
			s.active[k] = e.Decider
		case event.Left:
			delete(s.active, k)
			switch e.Reason {
			case behavior.Reset, behavior.Closed, behavior.Removed, behavior.Restored:
				if e.Depth == 0 {
					s.told.done = append(s.told.done, e.Reason.String())
				}
			}
		case event.Plugged, event.Unplugged:
			s.told.done = append(s.told.done, fmt.Sprintf("%v %s, %s", e.Kind, e.Target.Name, e.Decider.Name))
		case event.Erred:
			s.told.errs = append(s.told.errs, e.Err.Error())
		}
		s.advance()
	}
}

// path describes the active deciders.
func (s *side) path() string {
	keys := slices.SortedFunc(maps.Keys(s.active), func(a, b laneKey) int {
		return cmp.Or(cmp.Compare(a.depth, b.depth), cmp.Compare(a.tree, b.tree), cmp.Compare(a.place, b.place))
	})
	if len(keys) == 0 {
		return "nothing active"
	}
	var b strings.Builder
	for i, k := range keys {
		switch {
		case i == 0:
		case keys[i-1].depth == k.depth:
			b.WriteString(" + ") // side by side
		default:
			b.WriteString(" > ")
		}
		b.WriteString(s.active[k].Name)
	}
	return b.String()
}

// compare reports the differences in a frame that have not been reported.
func (c *comparison) compare(frame uint64, a, b *side, last map[string][2]string) {
	told := false
	time := max(a.told.start.Time, b.told.start.Time)
	differ := func(what, decider, va, vb string) {
		k := what + "/" + decider
		before, was := last[k]
		switch {
		case va == vb && !was, was && before == [2]string{va, vb}:
			told = told || va != vb
			return
		case va == vb:
			delete(last, k)
		default:
			last[k] = [2]string{va, vb}
			told = true
		}
		c.tell(Difference{Frame: frame, Time: time, What: what, Decider: decider, A: va, B: vb, Again: va == vb})
	}
	if sa, sb := &a.told.start, &b.told.start; a.told.ticked && b.told.ticked {
		differ(differsTime, "", fmt.Sprintf("%g s after %g s", sa.Time, sa.DT), fmt.Sprintf("%g s after %g s", sb.Time, sb.DT))
	}
	names := a.rec.Names()
	differ(differsFlags, "", bitWords(names.Decision, uint64(a.flags)), bitWords(names.Decision, uint64(b.flags)))
	differ(differsStimuli, "", bitWords(names.Stimuli, uint64(a.stims)), bitWords(names.Stimuli, uint64(b.stims)))
	if a.told.ticked && b.told.ticked {
		c.decisions(a, b, last, differ)
	}
	differ(differsError, "", errorWords(a.told.errs), errorWords(b.told.errs))
	differ(differsDone, "", doneWords(a.told.done), doneWords(b.told.done))
	differ(differsPath, "", a.path(), b.path())
	if !c.told && !told {
		c.memory(frame, time)
	}
}

// decisions compares the deciders that both sides asked. Different values are reported only if the decider has no
// other difference, since in a Scored group they differ in each tick.
func (c *comparison) decisions(a, b *side, last map[string][2]string, differ func(what, decider, a, b string)) {
	for _, k := range a.told.order {
		ea := a.told.asked[k]
		eb, both := b.told.asked[k]
		if !both {
			continue // it was asked for another path, which is reported
		}
		name := ea.Decider.Name
		va, vb := verdictWords(&ea, false), verdictWords(&eb, false)
		if va == vb && ea.Value != eb.Value {
			if _, was := last["value/"+name]; was {
				continue
			}
			last["value/"+name] = [2]string{}
			va, vb = verdictWords(&ea, true), verdictWords(&eb, true)
		}
		differ(differsDecision, name, va, vb)
	}
}

func verdictWords(e *event.Event, value bool) string {
	text := "said yes"
	if e.Verdict != event.Accepted {
		text = "said no (" + strings.TrimPrefix(e.Verdict.String(), "Failed") + ")"
	}
	if value {
		text += fmt.Sprintf(" with %.6g", e.Value)
	}
	return text
}

func errorWords(errs []string) string {
	if len(errs) == 0 {
		return "none"
	}
	return strings.Join(errs, "; ")
}

func doneWords(done []string) string {
	if len(done) == 0 {
		return "nothing"
	}
	return strings.Join(done, "; ")
}

// memory reports once that bytes differ although everything visible is the same.
func (c *comparison) memory(frame uint64, time float64) {
	d := Difference{Frame: frame, Time: time, What: differsMemory, A: "its bytes", B: "are others"}
	ma, errA := c.a.At(c.agent, frame)
	mb, errB := c.b.At(c.agent, frame)
	if errA == nil && errB == nil {
		d.Decider, d.A, d.B = otherField(ma, mb)
	}
	c.tell(d)
}

// otherField is the first field of a block or value that differs between two moments.
func otherField(a, b *Moment) (decider, va, vb string) {
	for i := range min(len(a.Blocks), len(b.Blocks)) {
		x, y := &a.Blocks[i], &b.Blocks[i]
		for j := range min(len(x.Fields), len(y.Fields)) {
			if f, g := &x.Fields[j], &y.Fields[j]; f.After != g.After {
				return x.Decider.Name, f.Name + " " + f.After, g.Name + " " + g.After
			}
		}
	}
	for i := range min(len(a.Values), len(b.Values)) {
		x, y := &a.Values[i], &b.Values[i]
		for j := range min(len(x.Fields), len(y.Fields)) {
			if f, g := &x.Fields[j], &y.Fields[j]; f.After != g.After {
				return x.Decider.Name, x.Key + " " + f.Name + " " + f.After, y.Key + " " + g.Name + " " + g.After
			}
		}
	}
	return "", "timers, or what a group keeps", "others"
}
