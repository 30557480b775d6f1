package agent

import (
	"sync/atomic"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// Agent is a decider.Memory without the agent's type.
type Agent struct {
	tick.Runner
	// Busy is nil unless the Agent is a view of a crowd's agents, one at a time. It is set while the view calls user code: the
	// crowd then refuses calls, as it does while it ticks.
	Busy *atomic.Bool
}

// Viewing reports whether m is a view.
func (m *Agent) Viewing() bool { return m.Busy != nil }

// refuse makes every call on the memory return err.
func (m *Agent) refuse(err error) { m.Phase, m.Late().Refusal = tick.Refused, err }

// Make initializes the memory of one agent, as Tree.NewMemory does.
func (m *Agent) Make(t *program.Tree, w *world.World, id world.AgentID, c *usercode.Context) {
	err := refusal.ErrNilTree
	if m.Context = c; t != nil {
		m.empty(memory.Rooms(t, 1)[0])
		err = t.Bind(w)
	}
	m.Self = &m.Runner
	if err == nil {
		err = m.join(w, id)
	}
	if err != nil {
		m.assign(w, id)
		m.refuse(err)
	}
}

// CloseMember closes the memory when its world is closed.
func (m *Agent) CloseMember(engine.Key) error {
	if m.Phase != tick.Idle {
		return m.Close()
	}
	return m.end(tick.OpClose)
}

// OwnTree is Memory.Tree.
func (m *Agent) OwnTree() *program.Tree {
	if m == nil {
		return nil
	}
	return m.Outermost().Tree
}

// ID is Memory.ID.
func (m *Agent) ID() world.AgentID {
	if m == nil || m.Context == nil {
		return 0
	}
	return m.Context.ID
}

// Status is Memory.Status.
func (m *Agent) Status() behavior.Status {
	if m == nil || m.Tree == nil {
		return 0
	}
	return behavior.Status(m.Outermost().Header().State)
}

// Strict is Memory.Strict.
func (m *Agent) Strict(on bool) { m.BeStrict(on) }

// LetPanics is Memory.LetPanics.
func (m *Agent) LetPanics(through bool) { m.PanicsThrough = through }

// CheckReadable returns an error if the memory cannot be read as a whole now.
func (m *Agent) CheckReadable() error {
	switch {
	case m == nil:
		return refusal.ErrNilMemory
	case m.Phase != tick.Idle || m.Self != &m.Runner && !m.Viewing():
		return m.Refusal(0, 0)
	case m.Broken:
		return refusal.ErrUnfinished
	}
	return nil
}
