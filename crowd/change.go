package crowd

import (
	"fmt"
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// add is Crowd.Add without the A.
func (c *core) add() (id world.AgentID, row int, err error) {
	if err := c.fit(); err != nil {
		return 0, 0, err
	}
	if c.left == 0 {
		if last := c.next / world.PageSize; c.pages[last] != nil && c.pages[last].living == 0 {
			delete(c.pages, last)
		}
		c.next, c.left = c.world.Page(key, (*owner)(c)), world.PageSize
		c.pages[c.next/world.PageSize] = &page{}
	}
	id = c.next
	c.left--
	if c.left > 0 { // after the last ID of a page, next stays, so that the page counts as used
		c.next++
	}
	row = c.take(id)
	c.awake.grow(len(c.chunks) * chunkRows)
	c.wake(row)
	return id, row, nil
}

// remove is Crowd.Remove.
func (c *core) remove(id world.AgentID) error {
	row, err := c.get(id)
	if err != nil {
		return err
	}
	return c.evict(row, behavior.Removed)
}

// evict deactivates everything active in a row and frees it.
func (c *core) evict(row int, reason behavior.Reason) error {
	c.look(row)
	defer func() {
		c.lookRow = -1
		c.awake.unset(row)
		c.drop(row)
	}()
	return c.view.Evict(reason)
}

// setFlags is Crowd.SetFlags.
func (c *core) setFlags(id world.AgentID, set, clear declaration.DecisionFlags) error {
	row, err := c.get(id)
	if err != nil {
		return err
	}
	ch, i := c.at(row)
	if flags := ch.flags[i]&^clear | set; flags != ch.flags[i] {
		ch.flags[i] = flags
		c.wake(row)
	}
	return nil
}

// flagsOf is Crowd.Flags.
func (c *core) flagsOf(id world.AgentID) (declaration.DecisionFlags, error) {
	row, err := c.get(id)
	if err != nil {
		return 0, err
	}
	ch, i := c.at(row)
	return ch.flags[i], nil
}

// setRate is Crowd.SetRate.
func (c *core) setRate(id world.AgentID, rate float64) error {
	if !(rate >= 0 && rate <= 1e9) || rate > 0 && math.IsInf(1/rate, 0) {
		return fmt.Errorf("%w, not %v", ErrRate, rate)
	}
	row, err := c.get(id)
	if err != nil {
		return err
	}
	ch, i := c.at(row)
	period := 0.0
	if rate > 0 {
		period = 1 / rate
	}
	if ch.rates == nil && period == 0 {
		return nil
	}
	ch.setRate(i, period)
	c.wake(row)
	return nil
}

// stimulateID is Crowd.Stimulate.
func (c *core) stimulateID(id world.AgentID, s stimuli.Stimulus) error {
	row, err := c.get(id)
	if err != nil {
		return err
	}
	return c.stimulate(row, s, false)
}

func (c *core) stimulate(row int, s stimuli.Stimulus, renew bool) error {
	set := c.set(row)
	if set == nil {
		return c.noStimuli()
	}
	set.Clock(key, c.world.Time())
	c.wake(row)
	if renew {
		return set.Renew(s)
	}
	return set.Add(s)
}

// stimuliOf is Crowd.Stimuli.
func (c *core) stimuliOf(id world.AgentID) (*stimuli.Set, error) {
	row, err := c.get(id)
	if err != nil {
		return nil, err
	}
	set := c.set(row)
	if set == nil {
		return nil, c.noStimuli()
	}
	set.Clock(key, c.world.Time())
	return set, nil
}

func (c *core) noStimuli() error {
	return fmt.Errorf("%w: crowd %q; set Options.StimuliEach to how many each can have", ErrNoStimuli, c.name)
}

// wakeID is Crowd.Wake.
func (c *core) wakeID(id world.AgentID) error {
	row, err := c.get(id)
	if err == nil {
		c.wake(row)
	}
	return err
}
