package debugprint_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/decidertree/decidertree/world"
)

// logger writes text records without the time of day.
func logger(b *bytes.Buffer, level slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(b, &slog.HandlerOptions{Level: level, ReplaceAttr: withoutTime}))
}

func withoutTime(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

func TestSlogOfEveryEvent(t *testing.T) {
	var b bytes.Buffer
	s := &debugprint.Slog{Level: 5, Logger: logger(&b, slog.LevelDebug), Names: names}
	for _, e := range events {
		e.Agent, e.Frame, e.Time = 7, 42, 149.5
		s.Observe(&e)
	}
	golden.Equal(t, "slog.golden", b.String())
}

func TestSlogOfATree(t *testing.T) {
	var b bytes.Buffer
	live(t, &debugprint.Slog{Level: 2, Logger: logger(&b, slog.LevelInfo)})
	golden.Equal(t, "nest_slog.golden", b.String())
}

func TestSlogAsksNoMoreThanTheHandlerTakes(t *testing.T) {
	for level, want := range map[slog.Level]event.Level{
		slog.LevelDebug - 4: 4, slog.LevelDebug: 4, slog.LevelInfo: 2, slog.LevelWarn: 1, slog.LevelError: 1, slog.LevelError + 1: 0,
	} {
		s := &debugprint.Slog{Level: 4, Logger: logger(new(bytes.Buffer), level)}
		assert.Equal(t, want, s.ObserveLevel(7), "%v", level)
	}
	s := &debugprint.Slog{Level: 1, Logger: logger(new(bytes.Buffer), slog.LevelDebug), Agent: 3}
	assert.Equal(t, event.Level(1), s.ObserveLevel(3))
	assert.Zero(t, s.ObserveLevel(7))
	assert.Zero(t, new(debugprint.Slog).ObserveLevel(7))
}

func TestSlogLeavesOut(t *testing.T) {
	var b bytes.Buffer
	s := &debugprint.Slog{Level: 5, Logger: logger(&b, slog.LevelError), Filter: func(e *event.Event) bool { return e.Depth == 1 }}
	s.Observe(&event.Event{Kind: event.Activated, Depth: 1})
	s.Observe(&event.Event{Kind: event.Erred, Depth: 2, Err: errors.New("filtered")})
	assert.Empty(t, b.String())
	s.Observe(&event.Event{Kind: event.Erred, Depth: 1, Err: errors.New("no route")})
	assert.Equal(t, "level=ERROR msg=error agent=0 frame=0 gametime=0 decider=/0x0 depth=1 error=\"no route\"\n", b.String())
	b.Reset()
	s.Agent = 3
	s.Observe(&event.Event{Kind: event.Erred, Depth: 1, Agent: 4})
	s.Agent, s.Level = 0, 0
	s.Observe(&event.Event{Kind: event.Erred, Depth: 1})
	assert.Empty(t, b.String())
}

func TestSlogOfNamedAgents(t *testing.T) {
	var b bytes.Buffer
	s := &debugprint.Slog{Level: 1, Logger: logger(&b, slog.LevelInfo)}
	s.Names.NameOf = func(id world.AgentID) string { return map[world.AgentID]string{7: "Ogg"}[id] }
	e := growling
	s.Observe(&e)
	e.Agent = 8
	s.Observe(&e)
	assert.Contains(t, b.String(), " agent=7 name=Ogg frame=")
	assert.Contains(t, b.String(), " agent=8 frame=")
}

func TestSlogNumbersThatJSONLacks(t *testing.T) {
	var b bytes.Buffer
	s := &debugprint.Slog{Level: 5, Logger: slog.New(slog.NewJSONHandler(&b, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	s.Observe(&event.Event{Kind: event.Left, Time: math.NaN(), Duration: math.Inf(1), Decider: label("a\n\xff", 1)})
	var record map[string]any
	require.NoError(t, json.Unmarshal(b.Bytes(), &record))
	assert.Equal(t, "NaN", record["gametime"])
	assert.Equal(t, "+Inf", record["duration"])
}

// refusing is a handler that takes everything and fails at it.
type refusing struct{ slog.Handler }

func (refusing) Enabled(context.Context, slog.Level) bool  { return true }
func (refusing) Handle(context.Context, slog.Record) error { return errors.New("refused") }

func TestSlogSurvivesItsHandler(t *testing.T) {
	s := &debugprint.Slog{Level: 5, Logger: slog.New(refusing{})}
	for _, e := range events {
		s.Observe(&e)
	}
}

func TestSlogDefault(t *testing.T) {
	before := slog.Default()
	defer slog.SetDefault(before)
	var b bytes.Buffer
	slog.SetDefault(logger(&b, slog.LevelInfo).With("match", 12))
	s := &debugprint.Slog{Level: 1}
	assert.Equal(t, event.Level(1), s.ObserveLevel(7))
	s.Observe(&growling)
	assert.Equal(t, "level=INFO msg=\"activating behavior\" match=12 agent=7 frame=0 gametime=106.017"+
		" decider=GUARD_NEST_GROWL/0x2d5e202 depth=2 behavior=GROWL/0x2c20c22 behavior_flags=0x0\n", b.String())
}
