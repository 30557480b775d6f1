package agent

import (
	"fmt"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/refusal"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/internal/tick"
)

// Reset is Memory.Reset.
func (m *Agent) Reset() error { return m.do(tick.Op{Kind: tick.OpReset}) }

// Close is Memory.Close.
func (m *Agent) Close() error {
	if m != nil && m.Viewing() {
		return refusal.ErrInCrowd
	}
	if m != nil && (m.Phase == tick.Closed || m.Phase == tick.Pooled) {
		return nil
	}
	return m.do(tick.Op{Kind: tick.OpClose})
}

// ResetBelow is Memory.ResetBelow.
func (m *Agent) ResetBelow(name string) error {
	if err := m.CheckUsable(); err != nil {
		return err
	}
	o, err := m.PlanReset(name)
	if err != nil {
		return err
	}
	return m.act(o)
}

// Plug is Memory.Plug.
func (m *Agent) Plug(slot *plain.Slot, tree *program.Tree) error {
	if tree == nil {
		return refusal.ErrNilTree
	}
	return m.exchange(slot, tree)
}

// Unplug is Memory.Unplug.
func (m *Agent) Unplug(slot *plain.Slot) error { return m.exchange(slot, nil) }

// exchange plugs a tree into a slot, or unplugs the slot if the tree is nil.
func (m *Agent) exchange(slot *plain.Slot, tree *program.Tree) error {
	if err := m.CheckUsable(); err != nil {
		return err
	}
	o, err := m.Plan(slot, tree)
	if err != nil {
		return err
	}
	return m.act(o)
}

// CheckUsable returns the error with which the memory refuses every request, or nil.
func (m *Agent) CheckUsable() error {
	if m == nil {
		return refusal.ErrNilMemory
	}
	if m.Phase == tick.Ticking {
		return nil
	}
	if m.Phase != tick.Idle || m.Self != &m.Runner && !m.Viewing() {
		return m.Refusal(0, 0)
	}
	return nil
}

// checkBetween is CheckUsable for a choice that is made between ticks; for the agents of a crowd another method makes it.
func (m *Agent) checkBetween(ofCrowd string) error {
	switch err := m.CheckUsable(); {
	case err != nil:
		return err
	case m.Phase == tick.Ticking:
		return refusal.ErrReentrant
	case m.Viewing():
		return fmt.Errorf("%w; use %s", refusal.ErrInCrowd, ofCrowd)
	}
	return nil
}

// do carries out one request if the memory is usable.
func (m *Agent) do(o tick.Op) error {
	if err := m.CheckUsable(); err != nil {
		return err
	}
	return m.act(o)
}

// act is Carry; a view leaves no agent half taken down.
func (m *Agent) act(o tick.Op) error {
	if m.Viewing() {
		defer func() {
			if m.Broken { // a panic goes on to the caller, and the view may show another agent next
				m.carryContained(tick.OpClear)
			}
		}()
	}
	return m.Carry(o)
}

// end carries out the last request of an agent. There is no next call that could take down what a panic has left that is let
// through, so the request is then carried out again.
func (m *Agent) end(kind tick.OpKind) error {
	finished := false
	defer func() {
		if !finished && m.PanicsThrough && m.Phase == tick.Idle {
			m.carryContained(kind)
		}
	}()
	err := m.Carry(tick.Op{Kind: kind})
	finished = true
	return err
}

// carryContained carries out a request while a panic goes on to the caller. More panics do not take its place.
func (m *Agent) carryContained(kind tick.OpKind) {
	m.PanicsThrough = false
	defer func() { m.PanicsThrough = true }()
	_ = m.Carry(tick.Op{Kind: kind})
}

// Carry carries out one request, now or at the end of the running tick. The memory is usable.
func (m *Agent) Carry(o tick.Op) (err error) {
	if m.Phase == tick.Ticking {
		m.Request(o)
		return nil
	}
	if m.Viewing() {
		m.Busy.Store(true)
		defer m.Busy.Store(false)
	}
	m.AskLevel() // before anything is changed, since a panic may be let through
	m.Stirred = true
	if t := m.Recording(); t != nil {
		t.Asked = false
		m.BeginTake(tape.Operation)
	}
	m.Request(o)
	defer func() {
		if m.Phase == tick.Ticking { // a Deactivate has called runtime.Goexit
			err = m.Finish()
		}
	}()
	return m.Finish()
}

// Override is Memory.Override.
func (m *Agent) Override(name string, o event.Override) error {
	if err := m.checkBetween("Crowd.Override"); err != nil {
		return err
	}
	if !m.Knows(name) {
		return fmt.Errorf("%w: %q", refusal.ErrNoDecider, name)
	}
	m.HoldTo(tick.Overridden(m.Held(), name, o))
	return nil
}

// Record is Memory.Record.
func (m *Agent) Record(rec tick.Recorder) error {
	if err := m.CheckUsable(); err != nil {
		return err
	}
	if m.Phase == tick.Ticking {
		return refusal.ErrReentrant
	}
	return m.RecordWith(rec, "")
}
