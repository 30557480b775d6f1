package crowd

import (
	"fmt"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/world"
)

// record is Crowd.Record.
func (c *core) record(rec decider.Recorder) error {
	if err := c.fit(); err != nil {
		return err
	}
	c.rec = nil
	for _, w := range c.team.workers {
		if err := w.RecordWith(rec, c.name); err != nil {
			return c.stopRecording(err)
		}
	}
	if err := c.view.RecordWith(rec, c.name); err != nil {
		return c.stopRecording(err)
	}
	c.rec = rec
	c.each(c.still)
	return nil
}

func (c *core) stopRecording(err error) error {
	for _, w := range c.team.workers {
		_ = w.RecordWith(nil, "")
	}
	_ = c.view.RecordWith(nil, "")
	return err
}

// still records the current bytes of an agent.
func (c *core) still(row int) {
	if c.rec == nil {
		return
	}
	var r tick.Row
	c.fill(&r, row)
	w := c.team.workers[0]
	c.agents.bind(row, w.Context)
	w.Begin(c.world.Time(), c.world.Frame())
	w.Still(&r)
}

// override is Crowd.Override.
func (c *core) override(id world.AgentID, name string, o event.Override) error {
	row, err := c.get(id)
	if err != nil {
		return err
	}
	if c.look(row); !c.view.Knows(name) {
		return fmt.Errorf("%w: %q", decider.ErrNoDecider, name)
	}
	ch, i := c.at(row)
	c.hold(row, tick.Overridden(ch.held(i), name, o))
	return nil
}

// hold replaces the overrides of an agent, and wakes it.
func (c *core) hold(row int, holds *engine.Holds) {
	ch, i := c.at(row)
	ch.hold(i, holds)
	c.wake(row)
}
