package stops

import (
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// seen are the flags of an agent's last tick.
type seen struct{ flags, stimuli uint64 }

// ObserveLevel is part of event.Observer.
func (s *Spy) ObserveLevel(agent world.AgentID) (level event.Level) {
	for _, p := range *s.points.Load() {
		if p.agent == 0 || p.agent == agent {
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
	case event.Asked:
		if e.Decided {
			s.decided(e)
		}
	}
}

// change checks a decider that was entered or left.
func (s *Spy) change(e *event.Event) {
	for _, p := range *s.points.Load() {
		if p.agent != 0 && p.agent != e.Agent || p.decider != e.Decider {
			continue
		}
		switch {
		case p.On == wire.OnActivated && e.Kind == event.Entered:
			s.strike(p, e.Agent, e.Frame, e.Decider.Name+" of ", " has become active")
		case p.On == wire.OnDeactivated && e.Kind == event.Left, p.On == wire.OnFailed && e.Kind == event.Left && e.Reason == behavior.Failed:
			s.strike(p, e.Agent, e.Frame, e.Decider.Name+" of ", fmt.Sprintf(" has ended: %v", e.Reason))
		}
	}
}

// appear checks for flags that are set and were not in the agent's tick before. Those of its first tick count as old.
func (s *Spy) appear(e *event.Event) {
	points := *s.points.Load()
	if !slices.ContainsFunc(points, func(p *point) bool {
		return (p.flags != 0 || p.with != 0) && (p.agent == 0 || p.agent == e.Agent)
	}) {
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
	for _, p := range points {
		if p.agent != 0 && p.agent != e.Agent {
			continue
		}
		switch {
		case p.On == wire.OnFlag && flags&p.flags != 0:
			s.strike(p, e.Agent, e.Frame, "", " is ticked with "+s.names.Decision.List(flags & p.flags)[0])
		case p.On == wire.OnStimulus && stimuli&p.flags != 0:
			s.strike(p, e.Agent, e.Frame, "", " hears "+s.names.Stimuli.List(stimuli & p.flags)[0])
		}
	}
}

// strike notes that something fits a breakpoint. Its words are those before and after the agent.
func (s *Spy) strike(p *point, agent world.AgentID, frame uint64, before, after string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.strikes) >= mostHits {
		return
	}
	k := strike{point: p, agent: agent, frame: frame, before: before, after: after}
	if now := s.flags[agent]; now != nil {
		k.flags = now.flags
	}
	s.strikes = append(s.strikes, k)
}
