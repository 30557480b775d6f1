// Package stops has the inspector's breakpoints: an observer beside the game's own that compares events with them, and
// after each frame decides which of them pause the world or write into the log.
package stops

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// Limits.
const (
	Most       = 64      // breakpoints that there may be
	mostValues = 8       // of those on values that are read after each frame
	mostHits   = 4096    // of one frame; further ones are not counted
	mostReads  = 16      // lines of one frame whose values are read: each copies an agent's recording
	mostLogged = 8       // values of a line
	mostLines  = 2000    // of the log
	mostRead   = 1 << 17 // readings that are remembered
)

// point is a breakpoint in the form the observer compares events with.
type point struct {
	wire.Breakpoint               // its Hits are not kept
	agent           world.AgentID // 0 for all
	decider         event.Label
	flags, with     uint64
	than            comparison
	hits            *atomic.Int64
}

// level is the event level it needs.
func (p *point) level() event.Level {
	switch {
	case p.On == wire.OnValue && p.Value.Kind == wire.WatchDecide:
		return 5
	case p.On == wire.OnFlag || p.On == wire.OnStimulus || p.with != 0:
		return 3
	case p.On == wire.OnValue:
		return 0
	}
	return 2
}

// read reports whether its value is read after each frame.
func (p *point) read() bool { return p.On == wire.OnValue && p.Value.Kind != wire.WatchDecide }

// strike is something that happened in a frame and fits a breakpoint, its conditions aside.
type strike struct {
	point  *point
	agent  world.AgentID
	frame  uint64
	before string // words before and after the agent
	after  string
	flags  uint64 // decision flags of the tick; 0 if the breakpoint does not need them
}

// Spy is the observer. It is in the world while there are breakpoints. Workers of crowds ask it
// in parallel, and several goroutines may report events, since single agents may tick in several.
type Spy struct {
	points atomic.Pointer[[]*point] // immutable
	names  debugprint.Names         // NameOf is for the game's goroutine, not for ticks
	next   int                      // the last ID that was given
	turns  int                      // changes of points so far
	log    *Log

	mu      sync.Mutex
	strikes []strike // of the frame
	flags   map[world.AgentID]*seen
	values  map[valueKey]reading
}

// New makes an observer without breakpoints, whose log points write into a log. names.NameOf is for the game's goroutine, not for ticks.
func New(names debugprint.Names, log *Log) *Spy {
	s := &Spy{names: names, log: log, flags: map[world.AgentID]*seen{}, values: map[valueKey]reading{}}
	s.points.Store(&[]*point{})
	return s
}

// Pointed reports whether there are breakpoints.
func (s *Spy) Pointed() bool { return len(*s.points.Load()) > 0 }

// Turns counts the changes of breakpoints, and of their counts of hits.
func (s *Spy) Turns() int { return s.turns }

// Refusal is the error for a breakpoint that makes no sense.
type Refusal struct {
	Text    string
	Missing bool // there is none of this ID
}

func (r *Refusal) Error() string { return r.Text }

func bad(format string, a ...any) error { return &Refusal{Text: fmt.Sprintf(format, a...)} }

// Add adds a breakpoint and returns its ID. flags and with are those of b.Flags and b.With. known reports deciders that no
// tree has.
func (s *Spy) Add(b wire.Breakpoint, flags, with uint64, known func(decider string) error) (int, error) {
	old := *s.points.Load()
	if len(old) >= Most {
		return 0, bad("there may be %d breakpoints; remove some", Most)
	}
	p := &point{Breakpoint: b, agent: world.AgentID(b.Agent), flags: flags, with: with, hits: &atomic.Int64{}}
	switch b.On {
	case wire.OnActivated, wire.OnDeactivated, wire.OnFailed:
		if b.Decider == "" || b.Flags != "" || b.Value != nil {
			return 0, bad("a breakpoint on %s needs a decider, and no flags or value", b.On)
		}
		if err := known(b.Decider); err != nil {
			return 0, err
		}
		p.decider = event.LabelOf(b.Decider)
	case wire.OnFlag, wire.OnStimulus:
		if flags == 0 || b.Decider != "" || b.Value != nil {
			return 0, bad("a breakpoint on a %s needs flags, and no decider or value", b.On)
		}
	case wire.OnValue:
		if err := p.onValue(old, known); err != nil {
			return 0, err
		}
	default:
		return 0, bad("a breakpoint is on activated, deactivated, failed, flag, stimulus or value, not on %.80q", b.On)
	}
	if b.After < 0 || b.Every < 0 {
		return 0, bad("a breakpoint counts hits from 0 on, not from %d", min(b.After, b.Every))
	}
	if len(b.Values) > mostLogged || len(b.Values) > 0 && !b.Log {
		return 0, bad("a log point writes at most %d values, and a breakpoint that pauses none", mostLogged)
	}
	for _, v := range b.Values {
		if err := check(v); err != nil {
			return 0, err
		}
	}
	s.next++
	p.ID = s.next
	s.set(append(slices.Clone(old), p))
	return p.ID, nil
}

// Remove removes a breakpoint, or with 0 all.
func (s *Spy) Remove(id int) error {
	old := *s.points.Load()
	kept := slices.DeleteFunc(slices.Clone(old), func(p *point) bool { return id == 0 || p.ID == id })
	if id != 0 && len(kept) == len(old) {
		return &Refusal{fmt.Sprintf("there is no breakpoint %d", id), true}
	}
	s.set(kept)
	return nil
}

func (s *Spy) set(points []*point) {
	s.points.Store(&points)
	s.turns++
	s.Forget()
}

// Forget drops what is known of former ticks, and the hits.
func (s *Spy) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.flags)
	clear(s.values)
	s.strikes = s.strikes[:0]
}

// List returns all breakpoints for pages.
func (s *Spy) List() []wire.Breakpoint {
	all := []wire.Breakpoint{}
	for _, p := range *s.points.Load() {
		b := p.Breakpoint
		b.Hits = int(p.hits.Load())
		all = append(all, b)
	}
	return all
}

// Facts are what a condition asks of an agent.
type Facts struct{ Crowd, Tree string }

// Game answers what events do not tell. It is asked between frames.
type Game interface {
	// About returns an agent's crowd and the root of its tree.
	About(agent world.AgentID) Facts
	// Read returns values of an agent after the last frame as text; "" for those that are not known.
	Read(agent world.AgentID, values []wire.Watched) []string
}

// Take ends a frame: it writes what log points say, and returns the first hit that pauses the world; nil for none. No
// agent may tick.
func (s *Spy) Take(frame uint64, g Game) (stop *wire.Hit) {
	if !s.Pointed() {
		return nil
	}
	s.readAll(frame, g)
	s.mu.Lock()
	strikes := slices.Clone(s.strikes)
	s.strikes = s.strikes[:0]
	s.mu.Unlock()
	reads := 0
	for i := range strikes {
		k := &strikes[i]
		p := k.point
		if p.with&^k.flags != 0 {
			continue
		}
		if p.Crowd != "" || p.Tree != "" {
			if is := g.About(k.agent); p.Crowd != "" && is.Crowd != p.Crowd || p.Tree != "" && is.Tree != p.Tree {
				continue
			}
		}
		s.turns++ // their counts change
		hits := int(p.hits.Add(1)) - p.After
		if hits <= 0 || p.Every > 1 && hits%p.Every != 0 {
			continue
		}
		words := k.before + s.names.Agent(k.agent) + k.after
		switch {
		case p.Log:
			if len(p.Values) > 0 {
				if reads++; reads <= mostReads {
					words += logged(p.Values, k.agent, g)
				} else {
					words += fmt.Sprintf("; values are read for %d lines of a frame", mostReads)
				}
			}
			s.log.add(wire.LogLine{Breakpoint: p.ID, Agent: uint64(k.agent), Frame: k.frame, Decider: p.decider.Name, Words: words})
		case stop == nil:
			stop = &wire.Hit{Breakpoint: p.ID, Agent: uint64(k.agent), Frame: k.frame, Decider: p.decider.Name, Words: words}
		}
	}
	return stop
}

// logged are the values of a line of the log.
func logged(values []wire.Watched, agent world.AgentID, g Game) (words string) {
	for i, text := range g.Read(agent, values) {
		if text == "" {
			text = "unknown"
		}
		words += fmt.Sprintf("; %s = %s", valueWords(values[i]), text)
	}
	return words
}
