// Package stops has the inspector's breakpoints: an observer beside the game's own that compares events with them.
package stops

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// Most is the number of breakpoints that there may be.
const Most = 64

// point is a breakpoint in the form the observer compares events with.
type point struct {
	id      int
	on      string
	agent   world.AgentID // 0 for all
	decider event.Label
	flags   uint64
	hits    *atomic.Int64
}

// level is the event level it needs.
func (p *point) level() event.Level {
	if p.on == wire.OnFlag || p.on == wire.OnStimulus {
		return 3
	}
	return 2
}

// Spy is the observer. It is in the world while there are breakpoints. Workers of crowds ask it
// in parallel, and several goroutines may report events, since single agents may tick in several.
type Spy struct {
	points atomic.Pointer[[]point] // immutable
	names  debugprint.Names        // NameOf is for the game's goroutine, not for ticks
	next   int                     // the last ID that was given
	turns  int                     // changes of points and of their counts so far

	mu    sync.Mutex
	hit   *wire.Hit // the first since it was taken, without its words
	words [2]string // of the hit, before and after the agent
	flags map[world.AgentID]*seen
}

// seen are the flags of an agent's last tick.
type seen struct{ flags, stimuli uint64 }

// New makes an observer without breakpoints. names.NameOf is for the game's goroutine, not for ticks.
func New(names debugprint.Names) *Spy {
	s := &Spy{names: names, flags: map[world.AgentID]*seen{}}
	s.points.Store(&[]point{})
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

// Add adds a breakpoint and returns its ID. flags are those of b.Flags. known reports deciders that no tree has.
func (s *Spy) Add(b wire.Breakpoint, flags uint64, known func(decider string) error) (int, error) {
	old := *s.points.Load()
	if len(old) >= Most {
		return 0, bad("there may be %d breakpoints; remove some", Most)
	}
	p := point{on: b.On, agent: world.AgentID(b.Agent), hits: &atomic.Int64{}}
	switch b.On {
	case wire.OnActivated, wire.OnDeactivated, wire.OnFailed:
		if b.Decider == "" || b.Flags != "" {
			return 0, bad("a breakpoint on %s needs a decider, and no flags", b.On)
		}
		if err := known(b.Decider); err != nil {
			return 0, err
		}
		p.decider = event.LabelOf(b.Decider)
	case wire.OnFlag, wire.OnStimulus:
		if flags == 0 || b.Decider != "" {
			return 0, bad("a breakpoint on a %s needs flags, and no decider", b.On)
		}
		p.flags = flags
	default:
		return 0, bad("a breakpoint is on activated, deactivated, failed, flag or stimulus, not on %.80q", b.On)
	}
	s.next++
	p.id = s.next
	s.set(append(slices.Clone(old), p))
	return p.id, nil
}

// Remove removes a breakpoint, or with 0 all.
func (s *Spy) Remove(id int) error {
	old := *s.points.Load()
	kept := slices.DeleteFunc(slices.Clone(old), func(p point) bool { return id == 0 || p.id == id })
	if id != 0 && len(kept) == len(old) {
		return &Refusal{fmt.Sprintf("there is no breakpoint %d", id), true}
	}
	s.set(kept)
	return nil
}

func (s *Spy) set(points []point) {
	s.points.Store(&points)
	s.turns++
	s.Forget()
}

// Forget drops the flags of former ticks and the hit.
func (s *Spy) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.flags)
	s.hit = nil
}

// List returns all breakpoints for pages.
func (s *Spy) List() []wire.Breakpoint {
	all := []wire.Breakpoint{}
	for _, p := range *s.points.Load() {
		b := wire.Breakpoint{ID: p.id, On: p.on, Agent: uint64(p.agent), Decider: p.decider.Name, Hits: int(p.hits.Load())}
		if p.flags != 0 {
			b.Flags = fmt.Sprintf("0x%x", p.flags)
		}
		all = append(all, b)
	}
	return all
}

// Take returns the first hit since the last call; nil for none. No agent may tick.
func (s *Spy) Take() *wire.Hit {
	if !s.Pointed() {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	hit := s.hit
	if hit != nil {
		s.hit = nil
		s.turns++ // their counts have changed
		hit.Words = s.words[0] + s.names.Agent(world.AgentID(hit.Agent)) + s.words[1]
	}
	return hit
}

// ObserveLevel is part of event.Observer.
func (s *Spy) ObserveLevel(agent world.AgentID) (level event.Level) {
	points := *s.points.Load()
	for i := range points {
		if p := &points[i]; p.agent == 0 || p.agent == agent {
			level = max(level, p.level())
		}
	}
	return level
}

// Observe is part of event.Observer.
func (s *Spy) Observe(e *event.Event) {
	switch e.Kind {
	case event.Entered, event.Left:
		s.change(e)
	case event.TickStarted:
		s.appear(e)
	}
}

// change checks a decider that was entered or left.
func (s *Spy) change(e *event.Event) {
	points := *s.points.Load()
	for i := range points {
		p := &points[i]
		if p.agent != 0 && p.agent != e.Agent || p.decider != e.Decider {
			continue
		}
		switch {
		case p.on == wire.OnActivated && e.Kind == event.Entered:
			s.strike(p, e, e.Decider.Name+" of ", " has become active")
		case p.on == wire.OnDeactivated && e.Kind == event.Left, p.on == wire.OnFailed && e.Kind == event.Left && e.Reason == behavior.Failed:
			s.strike(p, e, e.Decider.Name+" of ", fmt.Sprintf(" has ended: %v", e.Reason))
		}
	}
}

// appear checks for flags that are set and were not in the agent's tick before. Those of its first tick count as old.
func (s *Spy) appear(e *event.Event) {
	points := *s.points.Load()
	if !slices.ContainsFunc(points, func(p point) bool { return p.level() == 3 && (p.agent == 0 || p.agent == e.Agent) }) {
		return
	}
	now := seen{uint64(e.DecisionFlags), uint64(e.Stimuli)}
	s.mu.Lock()
	before, known := s.flags[e.Agent]
	if !known {
		s.flags[e.Agent] = &now
		s.mu.Unlock()
		return
	}
	flags, stimuli := now.flags&^before.flags, now.stimuli&^before.stimuli
	*before = now
	s.mu.Unlock()
	for i := range points {
		p := &points[i]
		if p.agent != 0 && p.agent != e.Agent {
			continue
		}
		switch {
		case p.on == wire.OnFlag && flags&p.flags != 0:
			s.strike(p, e, "", " is ticked with "+s.names.Decision.List(flags & p.flags)[0])
		case p.on == wire.OnStimulus && stimuli&p.flags != 0:
			s.strike(p, e, "", " hears "+s.names.Stimuli.List(stimuli & p.flags)[0])
		}
	}
}

// strike notes a hit. Its words are those before and after the agent.
func (s *Spy) strike(p *point, e *event.Event, before, after string) {
	p.hits.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hit != nil {
		return
	}
	s.hit, s.words = &wire.Hit{Breakpoint: p.id, Agent: uint64(e.Agent), Frame: e.Frame, Decider: p.decider.Name}, [2]string{before, after}
}
