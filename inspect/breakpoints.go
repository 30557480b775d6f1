package inspect

import (
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// maxPoints limits the number of breakpoints.
const maxPoints = 64

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

// spy is an observer beside the game's own. It is in the world while there are breakpoints. Workers of crowds ask it
// in parallel, and several goroutines may report events, since single agents may tick in several.
type spy struct {
	points atomic.Pointer[[]point] // immutable
	names  debugprint.Names        // NameOf is for the game's goroutine, not for ticks
	next   int                     // the last ID that was given
	turns  int                     // changes of points so far

	mu    sync.Mutex
	hit   *wire.Hit // the first since it was taken, without its words
	words [2]string // of the hit, before and after the agent
	flags map[world.AgentID]*seen
}

// seen are the flags of an agent's last tick.
type seen struct{ flags, stimuli uint64 }

func newSpy(names debugprint.Names) *spy {
	s := &spy{names: names, flags: map[world.AgentID]*seen{}}
	s.points.Store(&[]point{})
	return s
}

// pointed reports whether there are breakpoints.
func (s *spy) pointed() bool { return len(*s.points.Load()) > 0 }

// add adds a breakpoint and returns its ID. known reports deciders that no tree has.
func (s *spy) add(b wire.Breakpoint, known func(decider string) error) (int, error) {
	old := *s.points.Load()
	if len(old) >= maxPoints {
		return 0, bad("there may be %d breakpoints; remove some", maxPoints)
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
		flags, err := flagBits("flags", b.Flags)
		if err != nil {
			return 0, err
		}
		if flags == 0 || b.Decider != "" {
			return 0, bad("a breakpoint on a %s needs flags, and no decider", b.On)
		}
		p.flags = flags
	default:
		return 0, bad("a breakpoint is on activated, deactivated, failed, flag or stimulus, not on %q", clip(b.On))
	}
	s.next++
	p.id = s.next
	s.set(append(slices.Clone(old), p))
	return p.id, nil
}

// remove removes a breakpoint, or with 0 all.
func (s *spy) remove(id int) error {
	old := *s.points.Load()
	kept := slices.DeleteFunc(slices.Clone(old), func(p point) bool { return id == 0 || p.id == id })
	if id != 0 && len(kept) == len(old) {
		return refusal(404, wire.ProblemNotFound, "there is no breakpoint %d", id)
	}
	s.set(kept)
	return nil
}

func (s *spy) set(points []point) {
	s.points.Store(&points)
	s.turns++
	s.forget()
}

// forget drops the flags of former ticks and the hit.
func (s *spy) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.flags)
	s.hit = nil
}

// list returns all breakpoints for pages.
func (s *spy) list() []wire.Breakpoint {
	all := []wire.Breakpoint{}
	for _, p := range *s.points.Load() {
		b := wire.Breakpoint{ID: p.id, On: p.on, Agent: uint64(p.agent), Decider: p.decider.Name, Hits: int(p.hits.Load())}
		if p.flags != 0 {
			b.Flags = print64(p.flags)
		}
		all = append(all, b)
	}
	return all
}

// take returns the first hit since the last call; nil for none. No agent may tick.
func (s *spy) take() *wire.Hit {
	if !s.pointed() {
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
func (s *spy) ObserveLevel(agent world.AgentID) (level event.Level) {
	points := *s.points.Load()
	for i := range points {
		if p := &points[i]; p.agent == 0 || p.agent == agent {
			level = max(level, p.level())
		}
	}
	return level
}

// Observe is part of event.Observer.
func (s *spy) Observe(e *event.Event) {
	switch e.Kind {
	case event.Entered, event.Left:
		s.change(e)
	case event.TickStarted:
		s.appear(e)
	}
}

// change checks a decider that was entered or left.
func (s *spy) change(e *event.Event) {
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
func (s *spy) appear(e *event.Event) {
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
			s.strike(p, e, "", " is ticked with "+bitName(s.names.Decision, flags&p.flags))
		case p.on == wire.OnStimulus && stimuli&p.flags != 0:
			s.strike(p, e, "", " hears "+bitName(s.names.Stimuli, stimuli&p.flags))
		}
	}
}

// strike notes a hit. Its words are those before and after the agent.
func (s *spy) strike(p *point, e *event.Event, before, after string) {
	p.hits.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hit != nil {
		return
	}
	s.hit, s.words = &wire.Hit{Breakpoint: p.id, Agent: uint64(e.Agent), Frame: e.Frame, Decider: p.decider.Name}, [2]string{before, after}
}

// bitName names the lowest of some flags.
func bitName(names debugprint.BitNames, flags uint64) string {
	bit := bits.TrailingZeros64(flags)
	if bit < len(names) && names[bit] != "" {
		return names[bit]
	}
	return fmt.Sprintf("bit %d", bit)
}

// namedFlags returns flags with their names for pages.
func namedFlags(names debugprint.BitNames, flags uint64) wire.Flags {
	f := wire.Flags{Bits: print64(flags)}
	for left := flags; left != 0; left &= left - 1 {
		f.Names = append(f.Names, bitName(names, left))
	}
	return f
}
