package debugprint_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

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
	o := &debugprint.Output{Level: 3, W: &w}
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
	o := &debugprint.Output{Level: 2, W: &b, Agent: 3}
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
	o := &debugprint.Output{Level: 3, W: &b, Filter: func(e *event.Event) bool {
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
		o := &debugprint.Output{Level: 5, W: w}
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
		o := &debugprint.Output{Level: 5, W: discard{}, Names: names}
		assert.Zero(t, testing.AllocsPerRun(10, func() { o.Observe(&e) }), "%v", e.Kind)
	}
}

func TestOutputFromManyGoroutines(t *testing.T) {
	var w writes
	o := &debugprint.Output{Level: 1, W: &w}
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
