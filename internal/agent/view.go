package agent

import (
	"sync/atomic"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// This file is an Agent as a view of a crowd's agents: for tooltips and tools, for plugging trees in and resetting.

// NewView returns a view of the agents of a crowd, one at a time.
func NewView(t *program.Tree, w *world.World, c *usercode.Context) *Agent {
	m := &Agent{}
	m.View(t, w, c)
	return m
}

// View initializes m as a view.
func (m *Agent) View(t *program.Tree, w *world.World, c *usercode.Context) {
	m.Serve(t, w, c)
	m.Busy, m.Self = &atomic.Bool{}, nil
}

// Look points the view at an agent until the next Look or Unlook.
func (m *Agent) Look(row *tick.Row, time float64, frame uint64) {
	m.TakeRow(row)
	m.Context.DT, m.Context.DecisionFlags = row.DT, uint64(row.Flags)
	m.Dt, m.Flags = row.DT, row.Flags
	m.SetClock(time, frame)
	m.Stirred = false
	m.Phase = tick.Idle
}

// Unlook points the view at no agent.
func (m *Agent) Unlook() { m.refuse(refusal.ErrLooked) }

// Touched reports whether the agent was changed through the view.
func (m *Agent) Touched() bool { return m.Stirred }

// Evict takes the agent down because it leaves its crowd or because its world closes.
func (m *Agent) Evict(reason behavior.Reason) error {
	defer m.Unlook()
	if reason == behavior.Closed {
		return m.end(tick.OpClose)
	}
	return m.end(tick.OpRemove)
}
