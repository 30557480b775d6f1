package agent

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/internal/shared"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/world"
)

// This file gives a memory to one agent after another.

// Reuse is Memory.Reuse. It reports whether the memory is no longer that of the old agent.
func (m *Agent) Reuse(id world.AgentID) (renewed bool, err error) {
	if err := m.checkReuse("reuse"); err != nil {
		return false, err
	}
	w := m.Context.World
	if m.Phase == tick.Refused {
		if err := m.Tree.Bind(w); err != nil {
			return false, err
		}
	}
	if err := w.MayJoin(engine.Key{}, id); err != nil {
		return false, err
	}
	err = m.finish()
	if refused := m.join(w, id); refused != nil { // a Deactivate has closed the world or taken the ID
		m.refuse(refused)
		err = errors.Join(err, refused)
	}
	return true, err
}

// checkReuse returns the error with which the memory refuses to be given to another agent, or nil.
func (m *Agent) checkReuse(doing string) error {
	switch {
	case m == nil:
		return refusal.ErrNilMemory
	case m.Viewing():
		return fmt.Errorf("%w; use Crowd.Remove and Crowd.Add", refusal.ErrInCrowd)
	case m.Self != &m.Runner || m.Tree == nil:
		return m.Refusal(0, 0)
	case m.Phase == tick.Ticking:
		return fmt.Errorf("%w: %s the memory of agent %d after its tick", refusal.ErrReentrant, doing, m.Context.ID)
	case m.Phase == tick.Pooled:
		return refusal.ErrPooled
	}
	return nil
}

// finish ends the agent, as Close does, and leaves nothing of it. It returns the errors of the Deactivates.
func (m *Agent) finish() (err error) {
	if m.Phase == tick.Idle {
		err = m.Close()
	}
	m.empty(m.Instance)
	return err
}

// empty makes m the memory of no agent, in a room that an earlier agent may have used. It keeps nothing but what was
// allocated.
func (m *Agent) empty(room memory.Instance) {
	c, late := m.Context, m.Backlog
	if late != nil {
		m.BeStrict(false)
		late.Refusal = nil
	}
	m.Runner = tick.Runner{
		Self: &m.Runner, FailedIn: program.Nowhere, Phase: tick.Closed, Backlog: late,
		Sharing: shared.Sharing{Trees: memory.Trees{Instance: room}, Context: c},
	}
	c.Renew((*tick.Host)(&m.Runner))
	m.assign(nil, 0)
	m.StartClock()
	m.Empty()
}

// assign gives the memory the ID of an agent of a world, which may be nil.
func (m *Agent) assign(w *world.World, id world.AgentID) {
	m.Context.ID, m.Context.World = id, w
	m.Env, m.Alone = w, w == nil
}

// join gives the memory, which has none, an agent.
func (m *Agent) join(w *world.World, id world.AgentID) error {
	m.assign(w, id)
	m.Phase = tick.Idle
	if w == nil {
		return nil
	}
	return w.Join(engine.Key{}, id, m)
}
