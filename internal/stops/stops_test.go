package stops

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// fake is a game whose agents below 10 are in the crowd ANTS, and whose values a test sets.
type fake map[string]string

func (f fake) About(agent world.AgentID) Facts {
	if agent < 10 {
		return Facts{"ANTS", "ANT"}
	}
	return Facts{"BEES", "BEE"}
}

func (f fake) Read(agent world.AgentID, values []wire.Watched) (texts []string) {
	for _, v := range values {
		texts = append(texts, f[fmt.Sprint(agent, v.Decider, v.Name)])
	}
	return texts
}

func anything(string) error { return nil }

// asked tells that an agent's Decide gave a value.
func asked(s *Spy, agent world.AgentID, decider string, value float64) {
	s.Observe(&event.Event{Kind: event.Asked, Agent: agent, Decider: event.LabelOf(decider), Decided: true, Value: value})
}

func add(t *testing.T, s *Spy, b wire.Breakpoint, with uint64) int {
	t.Helper()
	id, err := s.Add(b, 0, with, anything)
	require.NoError(t, err)
	return id
}

// A breakpoint on a value hits when the comparison becomes true, of each agent for itself.
func TestValuesHit(t *testing.T) {
	var log Log
	s, g := New(debugprint.Names{}, &log), fake{}
	eat := &wire.Watched{Kind: wire.WatchDecide, Decider: "EAT"}
	id := add(t, s, wire.Breakpoint{On: wire.OnValue, Value: eat, Is: ">", To: "0.5"}, 0)
	assert.Equal(t, event.Level(5), s.ObserveLevel(3))
	asked(s, 1, "EAT", 0.9) // the first value counts as old
	asked(s, 2, "EAT", 0.1)
	asked(s, 2, "PLAY", 0.9)
	assert.Nil(t, s.Take(1, g))
	asked(s, 1, "EAT", 0.8)
	asked(s, 2, "EAT", 0.6)
	hit := s.Take(2, g)
	require.NotNil(t, hit)
	assert.Equal(t, &wire.Hit{Breakpoint: id, Agent: 2, Decider: "EAT", Words: "EAT: Decide of #2 is 0.6, > 0.5"}, hit)
	asked(s, 2, "EAT", 0.7) // still true
	asked(s, 1, "EAT", 0.2)
	assert.Nil(t, s.Take(3, g))
	asked(s, 1, "EAT", 0.7)
	assert.NotNil(t, s.Take(4, g))
	assert.Equal(t, 2, s.List()[0].Hits)
}

// Other values are read after each frame, of one agent.
func TestReadValuesHit(t *testing.T) {
	var log Log
	s, g := New(debugprint.Names{}, &log), fake{}
	key := &wire.Watched{Kind: wire.WatchKey, Name: "prey"}
	add(t, s, wire.Breakpoint{On: wire.OnValue, Agent: 7, Value: key, Is: "changes"}, 0)
	add(t, s, wire.Breakpoint{On: wire.OnValue, Agent: 7, Value: key, Is: "=", To: "Ogg", Log: true, Values: []wire.Watched{*key, {Kind: wire.WatchField, Decider: "EAT", Name: "Left"}}}, 0)
	assert.Nil(t, s.Take(1, g), "nothing is known of it")
	g["7prey"] = `"Ugh"`
	assert.Nil(t, s.Take(2, g), "the first value counts as old")
	assert.Nil(t, s.Take(3, g))
	g["7prey"], g["7EATLeft"] = `"Ogg"`, "3"
	hit := s.Take(4, g)
	require.NotNil(t, hit)
	assert.Equal(t, `prey of #7 has changed from "Ugh" to "Ogg"`, hit.Words)
	lines := log.Since(0)
	require.Len(t, lines.Lines, 1)
	assert.Equal(t, `prey of #7 is "Ogg", = Ogg; prey = "Ogg"; EAT.Left = 3`, lines.Lines[0].Words)
	assert.Equal(t, uint64(4), lines.Lines[0].Frame)
	assert.Empty(t, log.Since(lines.Next).Lines)
}

// Conditions come before counts: what does not fit is no hit.
func TestConditionsAndCounts(t *testing.T) {
	entered := func(s *Spy, agent world.AgentID) {
		s.Observe(&event.Event{Kind: event.Entered, Agent: agent, Decider: event.LabelOf("EAT")})
	}
	for name, c := range map[string]struct {
		b      wire.Breakpoint
		with   uint64
		agents []world.AgentID // that enter it, one in each frame
		stops  string          // the frames that stop
		hits   int
	}{
		"each":            {agents: []world.AgentID{1, 2, 1}, stops: "1 2 3", hits: 3},
		"after":           {b: wire.Breakpoint{After: 2}, agents: []world.AgentID{1, 2, 1, 1}, stops: "3 4", hits: 4},
		"every":           {b: wire.Breakpoint{Every: 3}, agents: []world.AgentID{1, 1, 1, 1, 1, 1, 1}, stops: "3 6", hits: 7},
		"after and every": {b: wire.Breakpoint{After: 1, Every: 2}, agents: []world.AgentID{1, 1, 1, 1, 1}, stops: "3 5", hits: 5},
		"agent":           {b: wire.Breakpoint{Agent: 2}, agents: []world.AgentID{1, 2, 1}, stops: "2", hits: 1},
		"crowd":           {b: wire.Breakpoint{Crowd: "BEES", Every: 2}, agents: []world.AgentID{1, 11, 2, 12}, stops: "4", hits: 2},
		"tree":            {b: wire.Breakpoint{Tree: "ANT"}, agents: []world.AgentID{1, 11, 2}, stops: "1 3", hits: 2},
		"with":            {with: 2, agents: []world.AgentID{1, 2, 3}, stops: "2", hits: 1},
	} {
		s := New(debugprint.Names{}, &Log{})
		c.b.On, c.b.Decider = wire.OnActivated, "EAT"
		add(t, s, c.b, c.with)
		var stops []string
		for i, agent := range c.agents {
			flags := decider.DecisionFlags(1)
			if agent == 2 {
				flags = 3
			}
			s.Observe(&event.Event{Kind: event.TickStarted, Agent: agent, DecisionFlags: flags})
			entered(s, agent)
			if s.Take(uint64(i+1), fake{}) != nil {
				stops = append(stops, fmt.Sprint(i+1))
			}
		}
		assert.Equal(t, c.stops, strings.Join(stops, " "), name)
		assert.Equal(t, c.hits, s.List()[0].Hits, name)
	}
}

// A log point never pauses, and the log keeps its last lines.
func TestLogIsBounded(t *testing.T) {
	var log Log
	s := New(debugprint.Names{}, &log)
	add(t, s, wire.Breakpoint{On: wire.OnActivated, Decider: "EAT", Log: true}, 0)
	for frame := range 100 {
		for range mostHits {
			s.Observe(&event.Event{Kind: event.Entered, Agent: 1, Decider: event.LabelOf("EAT"), Frame: uint64(frame)})
		}
		require.Nil(t, s.Take(uint64(frame), fake{}))
	}
	lines := log.Since(0)
	assert.LessOrEqual(t, len(lines.Lines), mostLines)
	assert.Greater(t, len(lines.Lines), mostLines/2)
	assert.Equal(t, uint64(100*mostHits), lines.Next)
	assert.Equal(t, lines.Next, lines.Dropped+uint64(len(lines.Lines)))
	assert.Equal(t, lines.Next, lines.Lines[len(lines.Lines)-1].Number)
}

// counting counts how often a game is read.
type counting struct {
	fake
	reads *int
}

func (c counting) Read(agent world.AgentID, values []wire.Watched) []string {
	*c.reads++
	return c.fake.Read(agent, values)
}

// A log point that many agents hit in one frame reads the values of a few: each costs a copy of a recording.
func TestLogReadsFewValues(t *testing.T) {
	var log Log
	reads := 0
	s := New(debugprint.Names{}, &log)
	add(t, s, wire.Breakpoint{On: wire.OnActivated, Decider: "EAT", Log: true, Values: []wire.Watched{{Kind: wire.WatchKey, Name: "prey"}}}, 0)
	for agent := range world.AgentID(1000) {
		s.Observe(&event.Event{Kind: event.Entered, Agent: agent + 1, Decider: event.LabelOf("EAT")})
	}
	assert.Nil(t, s.Take(1, counting{fake{}, &reads}))
	assert.Equal(t, mostReads, reads)
	lines := log.Since(0).Lines
	require.Len(t, lines, 1000)
	assert.Contains(t, lines[0].Words, "; prey = unknown")
	assert.Contains(t, lines[999].Words, "; values are read for 16 lines of a frame")
}

func TestRefused(t *testing.T) {
	s := New(debugprint.Names{}, &Log{})
	decide, key := &wire.Watched{Kind: wire.WatchDecide, Decider: "EAT"}, &wire.Watched{Kind: wire.WatchKey, Name: "prey"}
	for says, b := range map[string]wire.Breakpoint{
		"on activated, deactivated": {On: "mood"},
		"needs the value":           {On: wire.OnValue, Is: "="},
		"is key, field, decide":     {On: wire.OnValue, Value: &wire.Watched{Kind: "mood"}},
		"decide needs a decider":    {On: wire.OnValue, Value: &wire.Watched{Kind: wire.WatchDecide}},
		"prey needs an agent":       {On: wire.OnValue, Value: key, Is: "changes"},
		`compared by <, <=, =, !=, >, >= or changes, not by "~"`: {On: wire.OnValue, Value: decide, Is: "~", To: "1"},
		`> compares numbers, and "much"`:                         {On: wire.OnValue, Value: decide, Is: ">", To: "much"},
		"has neither":                                            {On: wire.OnValue, Value: decide, Is: "="},
		"leave \"1\" out":                                        {On: wire.OnValue, Value: decide, Is: "changes", To: "1"},
		"counts hits from 0 on":                                  {On: wire.OnActivated, Decider: "EAT", Every: -1},
		"a breakpoint that pauses none":                          {On: wire.OnActivated, Decider: "EAT", Values: []wire.Watched{*key}},
		"no flags or value":                                      {On: wire.OnActivated, Decider: "EAT", Value: key},
		"at most 8 values":                                       {On: wire.OnActivated, Decider: "EAT", Log: true, Values: make([]wire.Watched, 9)},
		"to watch a key needs its name":                          {On: wire.OnActivated, Decider: "EAT", Log: true, Values: []wire.Watched{{Kind: wire.WatchKey}}},
	} {
		_, err := s.Add(b, 0, 0, anything)
		var refused *Refusal
		require.True(t, errors.As(err, &refused), says)
		assert.Contains(t, err.Error(), says)
	}
	for range mostValues {
		add(t, s, wire.Breakpoint{On: wire.OnValue, Agent: 7, Value: key, Is: "changes"}, 0)
	}
	_, err := s.Add(wire.Breakpoint{On: wire.OnValue, Agent: 7, Value: key, Is: "changes"}, 0, 0, anything)
	assert.ErrorContains(t, err, "8 breakpoints on values that are read")
	assert.Equal(t, true, s.Remove(99).(*Refusal).Missing)
	require.NoError(t, s.Remove(0))
	assert.False(t, s.Pointed())
}
