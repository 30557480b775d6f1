package decidertest

import (
	"errors"
	"slices"
	"testing"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// Agent is an agent with its memory and a recorder, for tests of a tree.
type Agent[A any] struct {
	Agent  A // passed to the ticks; may be replaced between them
	Memory *decider.Memory[A]
	// Recorder has all events since the Agent was made, at level 5.
	Recorder Recorder

	tb   testing.TB
	now  float64
	seen int // events that WantEvents has looked at
}

// New initializes the tree and makes an agent without a world. A faulty tree ends the test.
func New[A any](tb testing.TB, root *decider.Decider[A], agent A) *Agent[A] {
	tb.Helper()
	return NewIn(tb, nil, 0, root, agent)
}

// NewIn is New for an agent of a world, for trees with gates, squads or messages. The test advances the world
// itself.
func NewIn[A any](tb testing.TB, w *world.World, id world.AgentID, root *decider.Decider[A], agent A) *Agent[A] {
	tb.Helper()
	tree, err := decider.InitializeTreeData(root)
	if err != nil {
		tb.Fatalf("decidertest.New: %v", err)
	}
	a := &Agent[A]{Agent: agent, Memory: tree.NewMemory(w, id), tb: tb}
	a.Memory.Strict(true)
	a.Recorder.Level = 5
	a.Memory.Observe(&a.Recorder)
	return a
}

// Tick ticks the agent once; an error of the tick fails the test. If in.Time is 0, the time is that of the tick
// before plus in.DT.
func (a *Agent[A]) Tick(in decider.Input) {
	a.tb.Helper()
	if err := a.Try(in); err != nil {
		a.tb.Errorf("tick: %v", err)
	}
}

// Try is Tick for ticks with expected errors: it returns the error of the tick.
func (a *Agent[A]) Try(in decider.Input) error {
	if in.Time == 0 {
		in.Time = a.now + in.DT
	}
	err := decider.TickBehaviorTree(a.Memory, a.Agent, in)
	if !errors.Is(err, decider.ErrTime) {
		a.now = in.Time
	}
	return err
}

// Path returns the names of the active deciders, root first.
func (a *Agent[A]) Path() []string {
	var path []string
	for next := 0; next >= 0; {
		var s state.Decider
		if s, next = a.Memory.StateAt(next, true); s.Active {
			path = append(path, s.Decider.Name)
		}
	}
	return path
}

// WantPath fails the test unless exactly these deciders are active, root first.
func (a *Agent[A]) WantPath(names ...string) {
	a.tb.Helper()
	if got := a.Path(); !slices.Equal(got, names) {
		a.tb.Errorf("active path (- want, + got):\n%s", diff(names, got))
	}
}

// WantEvents fails the test unless exactly these events of level [Transitions] and below have happened since the
// last call, in the format of [EventString].
func (a *Agent[A]) WantEvents(events ...string) {
	a.tb.Helper()
	a.WantEventsUpTo(Transitions, events...)
}

// WantEventsUpTo is WantEvents for the events of another level and below.
func (a *Agent[A]) WantEventsUpTo(level event.Level, events ...string) {
	a.tb.Helper()
	recent := Recorder{Events: a.Recorder.Events[a.seen:]}
	a.seen = len(a.Recorder.Events)
	if got := recent.UpTo(level); !slices.Equal(got, events) {
		a.tb.Errorf("events since the last look (- want, + got):\n%s", diff(events, got))
	}
}
