package agent

import (
	"iter"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/stimuli"
)

// Tool returns the agent for tools.
func (m *Agent) Tool(engine.Key) engine.Member { return (*tool)(m) }

// tool adapts an Agent to engine.Member.
type tool Agent

var _ engine.Member = (*tool)(nil)

func (t *tool) memory() *Agent { return (*Agent)(t) }

// Name implements engine.Member.
func (t *tool) Name() string { return "" }

// Tree implements engine.Member.
func (t *tool) Tree() any { return t.memory().OwnTree().Describe() }

// Len implements engine.Member.
func (t *tool) Len() int { return 1 }

// Fingerprint implements engine.Member.
func (t *tool) Fingerprint() uint64 { return t.memory().OwnTree().Fingerprint() }

// Glances implements engine.Member.
func (t *tool) Glances(cursor int, into []engine.Glance) (n, next int) {
	if cursor == 0 && len(into) > 0 {
		into[0] = t.memory().Glance()
		return 1, -1
	}
	return 0, -1
}

// Still implements engine.Member.
func (t *tool) Still(uint64) error {
	if t.Recording() != nil {
		t.TakeStill()
	}
	return nil
}

// Agents implements engine.Member.
func (t *tool) Agents() iter.Seq[uint64] {
	return func(yield func(uint64) bool) { yield(uint64(t.Context.ID)) }
}

// Record implements engine.Member.
func (t *tool) Record(recorder any) error {
	rec, _ := recorder.(tick.Recorder)
	return t.memory().Record(rec)
}

// Spy implements engine.Member.
func (t *tool) Spy(observer any) error {
	o, _ := observer.(event.Observer)
	t.Runner.Spy(o)
	return nil
}

// Holds implements engine.Member.
func (t *tool) Holds(uint64) *engine.Holds { return t.Held() }

// Hold implements engine.Member.
func (t *tool) Hold(_ uint64, holds *engine.Holds) error {
	t.HoldTo(holds)
	return nil
}

// Stimulate implements engine.Member.
func (t *tool) Stimulate(_ uint64, stimulus any) error {
	s, _ := stimulus.(stimuli.Stimulus)
	if t.Context.Stimuli == nil {
		return refusal.ErrDeaf
	}
	return t.Context.Stimuli.Add(s)
}

// EditValue implements engine.Member.
func (t *tool) EditValue(_ uint64, value int, edit func([]byte) error) error {
	return t.memory().EditValue(value, edit)
}

// Reset implements engine.Member.
func (t *tool) Reset(uint64) error { return t.memory().Reset() }

// Glance returns a summary of the agent.
func (m *Agent) Glance() engine.Glance {
	return engine.Glance{
		Agent: uint64(m.Context.ID), Flags: uint64(m.Flags), Stimuli: uint64(m.Context.Stimuli.Flags()),
		Leaf: int32(m.deepest()), Status: uint8(m.Status()),
	}
}

// deepest returns the deepest active place of the agent's own tree, the first in order if there are several, or -1.
func (m *Agent) deepest() int {
	if m == nil || m.Tree == nil || m.At != nil || !m.Header().Up {
		return -1
	}
	p := program.Place(0)
	for q := m.ChildOf(p); q != program.Nowhere; q = m.ChildOf(p) {
		p = q
	}
	return int(p)
}
