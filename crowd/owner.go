package crowd

import (
	"errors"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// This file holds the methods that a crowd's world calls.

// owner is the crowd with the methods that its world calls. Users do not see them.
type owner core

func (o *owner) OwnerName(engine.Key) string { return o.name }

func (o *owner) Agents(engine.Key) int { return o.living }

func (o *owner) TickingNow(engine.Key) bool { return o.ticking.Load() }

// Deliver adds a stimulus that was sent to an agent.
func (o *owner) Deliver(_ engine.Key, id world.AgentID, s stimuli.Stimulus, renew bool) error {
	c := (*core)(o)
	row, ok := c.find(id)
	if !ok {
		return world.ErrGone
	}
	if c.rows.stimuli == 0 {
		return world.ErrUndelivered
	}
	return c.stimulate(row, s, renew)
}

// Wake wakes an agent because its wait is over.
func (o *owner) Wake(_ engine.Key, id world.AgentID) {
	if row, ok := o.find(id); ok {
		(*core)(o).wake(row)
	}
}

// CloseOwner closes the crowd with its world. All agents are deactivated with the reason Closed, in the order of
// their IDs.
func (o *owner) CloseOwner(engine.Key) error {
	c := (*core)(o)
	var errs []error
	rows := c.byID()
	defer func() { c.closed = true }() // also if a Deactivate calls runtime.Goexit
	engine.Each(len(rows), func(i int) {
		if err := c.evict(rows[i], behavior.Closed); err != nil {
			errs = append(errs, err)
		}
	})
	return errors.Join(errs...)
}
