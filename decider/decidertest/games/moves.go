package games

import (
	"bytes"
	"errors"
	"maps"
	"slices"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// This file moves agents to other trees and memories.

// migrate moves an agent without a crowd, or an agent's whole crowd, to another tree.
func (m *match) migrate(a *actor, to tree) {
	if a.herd == nil {
		a.holdNothing()
		m.call("Migrate", func() (err error) {
			_, err = a.memory.Migrate(to)
			return err
		})
		a.tree = a.memory.Tree()
		return
	}
	h := a.herd
	for _, b := range h.actors {
		b.holdNothing()
	}
	m.call("Crowd.Migrate", func() (err error) {
		_, err = h.crowd.Migrate(to)
		return err
	})
	h.tree = h.crowd.Tree()
}

// holdNothing ends an agent's overrides, since a tree may lack their names.
func (a *actor) holdNothing() {
	for _, name := range slices.Sorted(maps.Keys(a.overrides)) {
		a.match.override(a, name, event.NoOverride)
	}
	clear(a.overrides)
}

// savedActor is an agent without a crowd as it was.
type savedActor struct {
	of   *actor
	tree tree
	up   map[string]int
	data []byte
}

// save takes a snapshot of an agent without a crowd.
func (m *match) save(a *actor) {
	var data bytes.Buffer
	if m.call("Memory.Snapshot", func() error { return a.memory.Snapshot(&data) }) == nil && !a.letPanics {
		m.saved = &savedActor{a, a.tree, maps.Clone(a.up), data.Bytes()}
	}
}

// load restores an agent from the last snapshot of one, if it is not closed.
func (m *match) load(a *actor) {
	s := m.saved
	if s == nil || a.letPanics {
		return
	}
	m.reset(a)
	if len(a.up) > 0 || a.ended {
		return
	}
	a.up = maps.Clone(s.up)
	refused := true
	a.listens = true
	m.call("Memory.Restore", func() error {
		lost, err := a.memory.Restore(bytes.NewReader(s.data), a.subject, decider.Restoring[*subject]{Trees: m.plugged(), Stimuli: a.stimuli, Rebase: true})
		refused = errors.Is(err, decider.ErrNotReset) || errors.Is(err, decider.ErrClosed) || errors.Is(err, decider.ErrReentrant)
		if lost.Changed || len(lost.Lost) > 0 || refused { // what is lost was never active here, except what lacks its gate or squad
			a.up, _ = active(a.memory)
		}
		m.note("lost: %v", lost)
		return err
	})
}
