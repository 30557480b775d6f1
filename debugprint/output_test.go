package debugprint_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

var growling = event.Event{
	Kind: event.Activated, Agent: 7, Time: 106.017, Depth: 2, Decider: label("GUARD_NEST_GROWL", 0x2d5e202), Behavior: label("GROWL", 0x2c20c22),
}

const growlingLine = "DT(1) #7 @ 106.017:   activating behavior GROWL/0x2c20c22 with flags 0x0, in decider GUARD_NEST_GROWL/0x2d5e202\n"

// discard is io.Discard without its other methods.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// writes keeps what each Write got.
type writes []string

func (w *writes) Write(p []byte) (int, error) { *w = append(*w, string(p)); return len(p), nil }

func TestOutputWritesEachLineAtOnce(t *testing.T) {
	var w writes
	o := &debugprint.Output{Level: 3, W: &w, Mode: debugprint.Spore}
	o.Observe(&growling)
	o.Observe(&event.Event{Kind: event.TickStarted, Agent: 7, Time: 1})
	assert.Equal(t, writes{
		growlingLine,
		"DT(3) #7 @ 1.000: **************** starting tree for #7 ****************\n",
		"DT(3) #7 @ 1.000: dt: 0.000000, DecisionFlags: 0x00000000, StimuliAllFlags: 0x00000000\n",
	}, w)
}

func TestOutputOfSomeAgents(t *testing.T) {
	var b bytes.Buffer
	o := &debugprint.Output{Level: 2, W: &b, Agent: 3, Mode: debugprint.Spore}
	assert.Equal(t, event.Level(2), o.ObserveLevel(3))
	assert.Zero(t, o.ObserveLevel(7))
	o.Observe(&growling)
	assert.Empty(t, b.String())
	o.Agent = 0
	assert.Equal(t, event.Level(2), o.ObserveLevel(7))
	o.Observe(&growling)
	assert.Equal(t, growlingLine, b.String())
}

func TestOutputFilter(t *testing.T) {
	var b bytes.Buffer
	asked := 0
	o := &debugprint.Output{Level: 3, W: &b, Mode: debugprint.Spore, Filter: func(e *event.Event) bool {
		asked++
		return e.Decider.Name == "GUARD_NEST_GROWL"
	}}
	o.Observe(&growling)
	o.Observe(&event.Event{Kind: event.Entered})
	o.Observe(&event.Event{Kind: event.Visited})
	assert.Equal(t, growlingLine, b.String())
	assert.Equal(t, 2, asked, "what the level leaves out is not asked for")
}

func TestZeroOutput(t *testing.T) {
	var zero debugprint.Output
	assert.Zero(t, zero.ObserveLevel(1))
	zero.Level = 5 // and still nobody to write to
	assert.Zero(t, zero.ObserveLevel(1))
	zero.Observe(&growling)
	assert.NoError(t, zero.Err())
}

// An Output without a level has level 2.
func TestOutputOfTheDefaultLevel(t *testing.T) {
	var b, want strings.Builder
	o := &debugprint.Output{W: &b}
	assert.Equal(t, event.Level(2), o.ObserveLevel(7))
	live(t, o)
	live(t, &debugprint.Output{Level: 2, W: &want})
	assert.Equal(t, want.String(), b.String())
	o.Level = -1
	assert.Less(t, o.ObserveLevel(7), event.Level(1))
}

// An Output writes no line that only repeats the one before it.
func TestOutputDoesNotRepeatItself(t *testing.T) {
	of := func(kind event.Kind, change ...func(*event.Event)) event.Event {
		e := event.Event{Kind: kind, Agent: 7, Place: 3, Decider: label("FIGHT", 1), Reason: behavior.Failed, Duration: 2}
		if kind == event.Activated || kind == event.Deactivated {
			e.Behavior = label("FIGHT", 1)
		}
		for _, c := range change {
			c(&e)
		}
		return e
	}
	bite := func(e *event.Event) { e.Behavior = label("BITE", 2) }
	other := func(e *event.Event) { e.Agent = 8 }
	below := func(e *event.Event) { e.Place = 4 }
	begins, ends := "#7  FIGHT begins\n", "#7  FIGHT ends after 2 s: failed\n"
	for want, events := range map[string][2]event.Event{
		begins:                             {of(event.Entered), of(event.Activated)},
		begins + "#7  FIGHT runs BITE\n":   {of(event.Entered), of(event.Activated, bite)},
		begins + "#8  FIGHT begins\n":      {of(event.Entered), of(event.Activated, other)},
		begins + begins:                    {of(event.Entered), of(event.Activated, below)},
		begins + "#7  FIGHT begins BITE\n": {of(event.Activated), of(event.Activated, bite)},
		ends:                               {of(event.Deactivated), of(event.Left)},
		"#7  FIGHT ends BITE after 2 s: failed\n":        {of(event.Deactivated, bite), of(event.Left)},
		ends + "#7  FIGHT ends after 2 s: interrupted\n": {of(event.Deactivated), of(event.Left, func(e *event.Event) { e.Reason = behavior.Interrupted })},
		"#7  FIGHT repeats: iteration 4 failed\n":        {of(event.Repeated, func(e *event.Event) { e.Iteration, e.Status = 4, behavior.Failure }), of(event.Deactivated)},
	} {
		var b strings.Builder
		o := &debugprint.Output{W: &b}
		for _, e := range events {
			o.Observe(&e)
		}
		assert.Equal(t, want, strings.ReplaceAll(b.String(), "   0.00 s  ", ""))
	}
}

// failing fails at its second line, in one way or another.
type failing struct {
	lines int
	err   error
}

func (f *failing) Write(p []byte) (int, error) {
	if f.lines++; f.lines == 2 {
		return len(p) / 2, f.err
	}
	return len(p), nil
}

func TestOutputStopsAtAnError(t *testing.T) {
	full := errors.New("disk full")
	for given, want := range map[error]error{full: full, nil: io.ErrShortWrite} {
		w := &failing{err: given}
		o := &debugprint.Output{Level: 5, W: w, Mode: debugprint.Spore}
		for range 3 {
			o.Observe(&event.Event{Kind: event.Visited, Agent: 7}) // two lines each
		}
		assert.ErrorIs(t, o.Err(), want)
		assert.Equal(t, 2, w.lines, "nothing is written after the error")
		assert.Zero(t, o.ObserveLevel(7))
	}
}

func TestOutputAllocatesNothing(t *testing.T) {
	for _, e := range events {
		if e.Kind == event.Erred || e.Kind == event.Returned && e.Status == 0 {
			continue // an error's text is its own affair, and so is the name of what is no Status
		}
		for _, form := range forms {
			o := &debugprint.Output{Level: 5, W: discard{}, Names: names, Mode: form.mode}
			assert.Zero(t, testing.AllocsPerRun(10, func() { o.Observe(&e) }), "%v of %v", form.mode, e.Kind)
		}
	}
}

func TestOutputFromManyGoroutines(t *testing.T) {
	var w writes
	o := &debugprint.Output{Level: 1, W: &w, Mode: debugprint.Spore}
	var all sync.WaitGroup
	for agent := range world.AgentID(8) {
		all.Go(func() {
			e := growling
			e.Agent = agent
			for range 100 {
				if o.ObserveLevel(agent) == 1 {
					o.Observe(&e)
				}
			}
		})
	}
	all.Wait()
	assert.Len(t, w, 800)
	for _, line := range w {
		assert.True(t, strings.HasSuffix(line, growlingLine[8:]), line)
	}
}
