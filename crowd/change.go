package crowd

import (
	"fmt"
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Add takes an agent in and returns its ID. It is ticked first at the next Tick. The error wraps [world.ErrTicking] or
// [world.ErrClosed]. It allocates for every 1024 agents more than there ever were.
func (c *Crowd[A]) Add(agent A) (world.AgentID, error) {
	if err := c.fit(); err != nil {
		return 0, err
	}
	if c.left == 0 {
		if last := c.next / world.PageSize; c.pages[last] != nil && c.pages[last].living == 0 {
			delete(c.pages, last)
		}
		c.next, c.left = c.world.Page(key, (*owner[A])(c)), world.PageSize
		c.pages[c.next/world.PageSize] = &page{}
	}
	id := c.next
	c.left--
	if c.left > 0 { // the last one stays, so that its page is known to be in use
		c.next++
	}
	row := c.take(id, agent)
	c.awake.grow(len(c.chunks) * chunkRows)
	c.awake.set(row)
	c.still(row)
	return id, nil
}

// Move tells that an agent is somewhere else in the game's storage: after a swap-remove, say. What it does goes on.
func (c *Crowd[A]) Move(id world.AgentID, agent A) error {
	row, err := c.get(id)
	if err != nil {
		return err
	}
	ch, i := c.at(row)
	ch.agents[i] = agent
	return nil
}

// Remove takes an agent out: what is active goes down with the reason Removed, and its gates and squads are given
// back. It returns the errors of the Deactivates; the agent is gone all the same. Removing it twice is [ErrNoAgent].
func (c *Crowd[A]) Remove(id world.AgentID) error {
	row, err := c.get(id)
	if err != nil {
		return err
	}
	return c.evict(row, behavior.Removed)
}

// evict takes down what is active in a row and frees it.
func (c *Crowd[A]) evict(row int, reason behavior.Reason) error {
	c.look(row)
	c.ticking.Store(true) // Deactivates must not change the crowd either
	defer func() {
		c.ticking.Store(false)
		c.lookRow = -1
		c.awake.unset(row)
		c.drop(row)
	}()
	return c.view.Evict(key, reason)
}

// SetFlags sets and clears DecisionFlags of an agent, from its next tick on. A flag in both is set.
func (c *Crowd[A]) SetFlags(id world.AgentID, set, clear decider.DecisionFlags) error {
	row, err := c.get(id)
	if err != nil {
		return err
	}
	ch, i := c.at(row)
	if flags := ch.flags[i]&^clear | set; flags != ch.flags[i] {
		ch.flags[i] = flags
		c.awake.set(row)
	}
	return nil
}

// Flags returns an agent's DecisionFlags.
func (c *Crowd[A]) Flags(id world.AgentID) (decider.DecisionFlags, error) {
	row, err := c.get(id)
	if err != nil {
		return 0, err
	}
	ch, i := c.at(row)
	return ch.flags[i], nil
}

// Agent returns what the crowd knows an agent by.
func (c *Crowd[A]) Agent(id world.AgentID) (agent A, err error) {
	row, err := c.get(id)
	if err != nil {
		return agent, err
	}
	ch, i := c.at(row)
	return ch.agents[i], nil
}

// SetRate has an agent ticked at most so many times a second (level of detail); 0 is every frame. Its ticks come in the
// first frame at or after each multiple of 1/rate seconds, shifted by its ID so that agents of one rate take turns, and
// Context.DT in them is the multiple of 1/rate gone by since the one before.
func (c *Crowd[A]) SetRate(id world.AgentID, rate float64) error {
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
	c.awake.set(row)
	return nil
}

// Stimulate gives an agent a stimulus now; one that is sent by way of the world arrives at its next Advance. The error
// is that of [stimuli.Set.Add], or wraps [ErrNoStimuli] or [ErrNoAgent].
func (c *Crowd[A]) Stimulate(id world.AgentID, s stimuli.Stimulus) error {
	row, err := c.get(id)
	if err != nil {
		return err
	}
	return c.stimulate(row, s)
}

func (c *Crowd[A]) stimulate(row int, s stimuli.Stimulus) error {
	set := c.set(row)
	if set == nil {
		return c.noStimuli()
	}
	set.Clock(key, c.world.Time())
	c.awake.set(row)
	return set.Add(s)
}

// Stimuli returns an agent's stimuli as they are in the world's present: those whose time is over are gone. It is to be
// read only, and until the next Tick; give the agent more with Stimulate. The error wraps [ErrNoAgent], or
// [ErrNoStimuli] where the crowd's agents have none.
func (c *Crowd[A]) Stimuli(id world.AgentID) (*stimuli.Set, error) {
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

func (c *Crowd[A]) noStimuli() error {
	return fmt.Errorf("%w: crowd %q; set Options.StimuliEach", ErrNoStimuli, c.options.Name)
}

// Wake has an agent ticked at the next Tick, also if it sleeps: for a change of something that only the game knows a
// function of the agent's looks at. Agents for whom functions are called each tick never sleep, so it is seldom needed.
func (c *Crowd[A]) Wake(id world.AgentID) error {
	row, err := c.get(id)
	if err == nil {
		c.awake.set(row)
	}
	return err
}

// View returns a Memory that looks at an agent: for tooltips ([debugprint.DebugPrintState]), Why, Status, blackboard
// values, to plug trees into slots, to Reset it or a part of it. Ticking or closing it is [decider.ErrInCrowd]. There is
// one view for a crowd: it looks at this agent until the next call of View, Tick or Remove.
func (c *Crowd[A]) View(id world.AgentID) (*decider.Memory[A], error) {
	row, err := c.get(id)
	if err != nil {
		return nil, err
	}
	c.look(row)
	return c.view, nil
}

// look has the view look at a row. What was done through it before counts for the agent it was at.
func (c *Crowd[A]) look(row int) {
	c.unlook()
	if set := c.set(row); set != nil {
		set.Clock(key, c.world.Time())
	}
	c.fill(&c.looked, row)
	c.looked.DT = c.world.DT()
	c.view.Look(key, &c.looked, c.world.Time(), c.world.Frame())
	c.lookRow = row
}

// unlook wakes the agent that was changed through the view.
func (c *Crowd[A]) unlook() {
	if c.lookRow >= 0 && c.view.Touched(key) {
		c.awake.set(c.lookRow)
	}
	c.view.Unlook(key)
	c.lookRow = -1
}

// get is the row of an agent, if the crowd can be changed.
func (c *Crowd[A]) get(id world.AgentID) (row int, err error) {
	if err := c.fit(); err != nil {
		return 0, err
	}
	row, ok := c.find(id)
	if !ok {
		return 0, fmt.Errorf("%w: %d in crowd %q; it was removed, or is another crowd's", ErrNoAgent, id, c.options.Name)
	}
	return row, nil
}
