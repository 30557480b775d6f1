package crowd

import (
	"fmt"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// Record has everything that happens to the crowd's agents recorded from now on, by a *history.Recorder; nil ends that.
// Only one Recorder records a crowd. Its error is the Recorder's, or wraps [world.ErrTicking] or [world.ErrClosed].
//
// Agents that sleep cost nothing and leave nothing in the recording: nothing can have changed for them.
func (c *Crowd[A]) Record(rec decider.Recorder) error {
	if err := c.fit(); err != nil {
		return err
	}
	c.rec = nil
	for _, crew := range c.crews {
		if err := crew.Record(rec, c.options.Name); err != nil {
			return c.stopRecording(err)
		}
	}
	if err := c.view.RecordView(key, rec, c.options.Name); err != nil {
		return c.stopRecording(err)
	}
	c.rec = rec
	c.each(c.still)
	return nil
}

func (c *Crowd[A]) stopRecording(err error) error {
	for _, crew := range c.crews {
		_ = crew.Record(nil, "")
	}
	_ = c.view.RecordView(key, nil, "")
	return err
}

// still records an agent as it is.
func (c *Crowd[A]) still(row int) {
	if c.rec == nil {
		return
	}
	var r engine.Row[A]
	c.fill(&r, row)
	c.crews[0].Begin(c.world.Time(), c.world.Frame())
	c.crews[0].Still(&r)
}

// Override forces or forbids a decider for one agent, as [decider.Memory.Override]. It wakes the agent.
func (c *Crowd[A]) Override(id world.AgentID, name string, o decider.Override) error {
	row, err := c.get(id)
	if err != nil {
		return err
	}
	if c.look(row); !c.view.Has(key, name) {
		return fmt.Errorf("%w: %q", decider.ErrNoDecider, name)
	}
	ch, i := c.at(row)
	c.hold(row, decider.Overridden(key, ch.held(i), name, o))
	return nil
}

// hold holds an agent to something else, and wakes it.
func (c *Crowd[A]) hold(row int, holds *engine.Holds) {
	ch, i := c.at(row)
	ch.hold(i, holds)
	c.awake.set(row)
}
