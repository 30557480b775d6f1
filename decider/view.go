package decider

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// This file is an agent of a crowd seen as a Memory: for tooltips, Why, plugging trees in and resetting.

// ErrInCrowd is the error of ticking or closing the Memory through which an agent of a crowd is looked at: its crowd
// ticks it, and takes it out.
var ErrInCrowd = errors.New("decider: the agent lives in a crowd, which ticks and removes it")

// View is for package crowd: a Memory that looks at one agent of a crowd after the other.
func (t *Tree[A]) View(_ engine.Key, w *world.World) *Memory[A] {
	m := &Memory[A]{}
	m.init(t, w)
	m.viewing = true
	return m
}

// Look is for package crowd: has a view look at another agent.
func (m *Memory[A]) Look(_ engine.Key, row *engine.Row[A], time float64, frame uint64) {
	m.takeRow(row)
	m.setClock(time, frame)
	m.stirred = false
	m.phase = idle
}

// Unlook is for package crowd: the view looks at nobody until the next Look.
func (m *Memory[A]) Unlook(engine.Key) { m.phase, m.refuse = refused, errLooked }

var errLooked = fmt.Errorf("%w; this view of it is over, call View again", ErrInCrowd)

// Touched is for package crowd: whether the agent was changed through the view.
func (m *Memory[A]) Touched(engine.Key) bool { return m.stirred }

// Evict is for package crowd: takes the agent out of its crowd, or with its world down.
func (m *Memory[A]) Evict(_ engine.Key, reason behavior.Reason) error {
	kind := opRemove
	if reason == behavior.Closed {
		kind = opClose
	}
	err := m.carry(op[A]{kind: kind})
	m.Unlook(key)
	return err
}
