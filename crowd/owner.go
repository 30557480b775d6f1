package crowd

import (
	"errors"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// This file is the crowd as its world sees it.

// owner is the crowd with the methods its world calls, which are nobody else's business.
type owner core

func (o *owner) OwnerName(engine.Key) string { return o.name }

func (o *owner) Agents(engine.Key) int { return o.living }

func (o *owner) TickingNow(engine.Key) bool { return o.ticking.Load() }

// Deliver has a stimulus that was sent arrive.
func (o *owner) Deliver(_ engine.Key, id world.AgentID, s stimuli.Stimulus) error {
	c := (*core)(o)
	row, ok := c.find(id)
	if !ok {
		return world.ErrGone
	}
	return c.stimulate(row, s)
}

// Wake has an agent ticked, as what it waited for has come.
func (o *owner) Wake(_ engine.Key, id world.AgentID) {
	if row, ok := o.find(id); ok {
		(*core)(o).wake(row)
	}
}

// CloseOwner is the crowd's part of closing its world. All agents go down with the reason Closed, in
// the order of their IDs.
func (o *owner) CloseOwner(engine.Key) error {
	c := (*core)(o)
	var errs []error
	for _, row := range c.byID() {
		if err := c.evict(row, behavior.Closed); err != nil {
			errs = append(errs, err)
		}
	}
	c.closed = true
	return errors.Join(errs...)
}
