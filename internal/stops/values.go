package stops

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// check reports whether a value has the names that its kind needs.
func check(w wire.Watched) error {
	if err := (history.Watched{Kind: history.WatchKind(w.Kind), Decider: w.Decider, Name: w.Name}).Check(); err != nil {
		return bad("%s", strings.TrimPrefix(err.Error(), "history: "))
	}
	return nil
}

// valueWords names a value for people.
func valueWords(w wire.Watched) string {
	switch w.Kind {
	case wire.WatchKey:
		return w.Name
	case wire.WatchField:
		return w.Decider + "." + w.Name
	case wire.WatchDecide:
		return w.Decider + ": Decide"
	}
	return w.Decider + ": " + w.Kind
}

// comparison is what a value is compared with.
type comparison struct {
	is      string
	text    string
	number  float64
	numeric bool
}

// comparisons are the values of Breakpoint.Is.
var comparisons = []string{"<", "<=", "=", "!=", ">", ">=", "changes"}

// onValue checks a breakpoint on a value.
func (p *point) onValue(others []*point, known func(decider string) error) error {
	if p.Value == nil || p.Decider != "" || p.Flags != "" {
		return bad("a breakpoint on a value needs the value, and no decider or flags of its own")
	}
	if err := check(*p.Value); err != nil {
		return err
	}
	if p.Value.Decider != "" {
		if err := known(p.Value.Decider); err != nil {
			return err
		}
		p.decider = event.LabelOf(p.Value.Decider)
	}
	if p.read() {
		if p.agent == 0 {
			return bad("a breakpoint on %s needs an agent: only what a Decide gives is told by all agents", valueWords(*p.Value))
		}
		if n := len(slices.DeleteFunc(slices.Clone(others), func(other *point) bool { return !other.read() })); n >= mostValues {
			return bad("there may be %d breakpoints on values that are read after each frame; remove one", mostValues)
		}
	}
	if !slices.Contains(comparisons, p.Is) {
		return bad("a value is compared by <, <=, =, !=, >, >= or changes, not by %.40q", p.Is)
	}
	p.than = comparison{is: p.Is, text: p.To}
	number, err := strconv.ParseFloat(p.To, 64)
	p.than.number, p.than.numeric = number, err == nil && !math.IsNaN(number)
	switch {
	case p.Is == "changes" && p.To != "":
		return bad("a breakpoint on a value that changes compares it with nothing; leave %.40q out", p.To)
	case p.Is != "changes" && p.To == "":
		return bad("a value is compared with a number or text, and this has neither")
	case !p.than.numeric && p.Is != "=" && p.Is != "!=" && p.Is != "changes":
		return bad("%s compares numbers, and %.40q is none", p.Is, p.To)
	}
	return nil
}

// fits compares a value.
func (c *comparison) fits(text string) bool {
	if number, err := strconv.ParseFloat(text, 64); err == nil && c.numeric {
		switch c.is {
		case "<":
			return number < c.number
		case "<=":
			return number <= c.number
		case ">":
			return number > c.number
		case ">=":
			return number >= c.number
		case "=":
			return number == c.number
		case "!=":
			return number != c.number
		}
	}
	same := text == c.text || text == strconv.Quote(c.text)
	return c.is == "=" && same || c.is == "!=" && !same
}

// valueKey is a breakpoint and an agent.
type valueKey struct {
	point int
	agent world.AgentID
}

// reading is the last value that a breakpoint was compared with.
type reading struct {
	text string
	fits bool
}

// decided checks what a Decide gave.
func (s *Spy) decided(e *event.Event) {
	for _, p := range *s.points.Load() {
		if p.On == wire.OnValue && p.Value.Kind == wire.WatchDecide && p.decider == e.Decider && (p.agent == 0 || p.agent == e.Agent) {
			s.compare(p, e.Agent, e.Frame, strconv.FormatFloat(e.Value, 'g', -1, 64))
		}
	}
}

// readAll checks the values that events do not tell.
func (s *Spy) readAll(frame uint64, g Game) {
	for _, p := range *s.points.Load() {
		if p.read() {
			if text := g.Read(p.agent, []wire.Watched{*p.Value})[0]; text != "" {
				s.compare(p, p.agent, frame, text)
			}
		}
	}
}

// compare strikes when the comparison has become true, or the value another one. The first value that is known counts as
// old.
func (s *Spy) compare(p *point, agent world.AgentID, frame uint64, text string) {
	key, now := valueKey{p.ID, agent}, reading{text, p.than.fits(text)}
	s.mu.Lock()
	if len(s.values) >= mostRead { // of agents that are gone, most of them
		clear(s.values)
	}
	before, known := s.values[key]
	s.values[key] = now
	s.mu.Unlock()
	switch {
	case !known:
	case p.Is == "changes" && before.text != text:
		s.strike(p, agent, frame, valueWords(*p.Value)+" of ", fmt.Sprintf(" has changed from %s to %s", before.text, text))
	case p.Is != "changes" && now.fits && !before.fits:
		s.strike(p, agent, frame, valueWords(*p.Value)+" of ", fmt.Sprintf(" is %s, %s %s", text, p.Is, p.To))
	}
}
