package crowd

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/world"
)

// tick is Crowd.Tick.
func (c *core) tick() (*Report, error) {
	if err := c.fit(); err != nil {
		return nil, err
	}
	now, frame := c.world.Time(), c.world.Frame()
	switch {
	case c.world.Closed():
		return nil, fmt.Errorf("%w: crowd %q is closed with it; make a new world and crowd", world.ErrClosed, c.name)
	case c.ticked && frame == c.frame:
		return nil, fmt.Errorf("%w: crowd %q has ticked in frame %d already; call World.Advance before each Tick", ErrNotAdvanced, c.name, frame)
	}
	var began time.Time
	if c.timed {
		began = time.Now()
	}
	c.ticked, c.frame = true, frame
	c.unlook()
	for a, ok := c.alarms.pop(now); ok; a, ok = c.alarms.pop(now) {
		if ch, i := c.at(int(a.row)); ch.alarms[i] == a.at { // otherwise an earlier alarm replaced it, or the row is free
			ch.alarms[i] = math.Inf(1)
			c.awake.set(int(a.row))
		}
	}
	c.ticking.Store(true)
	defer c.ticking.Store(false)
	finished := false
	defer func() {
		if !finished { // an agent's code ended this goroutine; another one continues
			c.team.done.Wait()
			c.gather(frame)
		}
	}()
	c.tickAll(now, frame)
	c.gather(frame)
	finished = true
	if c.timed {
		c.report.Took = time.Since(began)
	}
	return &c.report, nil
}

// gather makes the report, sets the alarms, and delivers notices to the world and events to the observer.
func (c *core) gather(frame uint64) {
	r := &c.report
	clear(r.Errors)
	*r = Report{Frame: frame, Agents: c.living, Errors: r.Errors[:0]}
	failures := c.team.failures[:0]
	for _, m := range c.team.members {
		r.Ticked += m.ticked
		r.Entered += m.entered
		failures = append(failures, m.failures...)
		clear(m.failures)
		for _, a := range m.alarms {
			c.setAlarm(a)
		}
		m.ticked, m.entered, m.failures, m.alarms = 0, 0, m.failures[:0], m.alarms[:0]
	}
	r.Skipped = r.Agents - r.Ticked
	r.Failed = len(failures)
	slices.SortFunc(failures, func(a, b failure) int { return cmp.Compare(a.agent, b.agent) })
	for _, f := range failures[:min(len(failures), MaxErrors)] {
		r.Errors = append(r.Errors, f.err)
	}
	if err := agent.Deliver(c.team.workers); err != nil {
		r.Errors = append(r.Errors, err)
		c.view.Observe(nil)
	}
	clear(failures)
	c.team.failures = failures[:0]
}

// setAlarm sets an alarm for a sleeping agent, unless it has an earlier one.
func (c *core) setAlarm(a alarm) {
	ch, i := c.at(int(a.row))
	if ch.alarms == nil {
		ch.alarms = make([]float64, chunkRows)
		for i := range ch.alarms {
			ch.alarms[i] = math.Inf(1)
		}
	}
	if a.at < ch.alarms[i] {
		ch.alarms[i] = a.at
		c.alarms.push(a)
		if len(c.alarms.heap) > 2*chunkRows*len(c.chunks) {
			c.sweepAlarms()
		}
	}
}

// sweepAlarms keeps only the earliest alarm of each agent. Otherwise replaced alarms would stay until they are due, which
// for a long Cooldown is for ever.
func (c *core) sweepAlarms() {
	c.alarms.heap = c.alarms.heap[:0]
	c.each(func(row int) {
		if ch, i := c.at(row); ch.alarms != nil && ch.alarms[i] <= math.MaxFloat64 {
			c.alarms.push(alarm{ch.alarms[i], uint32(row)})
		}
	})
}
