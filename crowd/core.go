package crowd

import (
	"fmt"
	"sync/atomic"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

var key engine.Key

// core is a crowd without the type of its agents: everything but the column of agents.
type core struct {
	name    string
	timed   bool
	world   *world.World
	tree    *program.Tree
	trees   []*program.Tree // Options.Trees
	context func() *usercode.Context
	view    *agent.Agent
	looked  tick.Row // the agent that the view shows
	lookRow int      // its row; -1 for none

	rows
	awake  awake
	alarms alarms

	ticking  atomic.Bool
	closed   bool
	strict   bool // Options.Strict
	watcher  event.Observer
	spy      event.Observer   // of tools
	rec      decider.Recorder // nil for none
	profiler decider.Profiler // nil for none
	ticked   bool             // in frame
	frame    uint64           // the world's frame at the last Tick
	team     *team
	report   Report
}

// init stores the arguments of New.
func (c *core) init(w *world.World, tree *program.Tree, view *agent.Agent, name string, timed bool, trees []*program.Tree) {
	c.world, c.tree = w, tree
	c.lookThrough(view)
	c.name, c.timed, c.trees = name, timed, trees
}

// lookThrough makes a view the crowd's view. Deactivates that it calls must not change the crowd.
func (c *core) lookThrough(view *agent.Agent) {
	c.view, c.lookRow = view, -1
	c.view.Busy = &c.ticking
}

// start adds the crowd to its world and makes its workers.
func (c *core) start(workers, stimuliEach int, agents column, run func(*member, *usercode.Context)) (err error) {
	if c.team, err = newTeam(c, c.tree, workers, run); err != nil {
		return err
	}
	c.attach()
	c.rows.init(c.team.workers[0], stimuliEach, agents)
	return c.world.Own(key, (*owner)(c))
}

// fit returns an error if the crowd cannot be changed or ticked now.
func (c *core) fit() error {
	switch {
	case c.ticking.Load():
		return fmt.Errorf("%w: crowd %q; make this call before or after its Tick", world.ErrTicking, c.name)
	case c.closed:
		return fmt.Errorf("%w: crowd %q is closed with it; make a new world and crowd", world.ErrClosed, c.name)
	}
	return nil
}

// get returns the row of an agent, if the crowd can be changed.
func (c *core) get(id world.AgentID) (row int, err error) {
	if err := c.fit(); err != nil {
		return 0, err
	}
	row, ok := c.find(id)
	if !ok {
		return 0, fmt.Errorf("%w: %d in crowd %q; it was removed, or is another crowd's", ErrNoAgent, id, c.name)
	}
	return row, nil
}

// wake makes the next Tick tick a row.
func (c *core) wake(row int) { c.awake.set(row) }

// wakeAll makes the next Tick tick all agents.
func (c *core) wakeAll() { c.each(c.wake) }

// look moves the view to a row. If the view has changed the agent that it showed before, that agent is woken.
func (c *core) look(row int) {
	c.unlook()
	if set := c.set(row); set != nil {
		set.Clock(key, c.world.Time())
	}
	c.fill(&c.looked, row)
	c.looked.DT = c.world.DT()
	c.agents.bind(row, c.view.Context)
	c.view.Look(&c.looked, c.world.Time(), c.world.Frame())
	c.lookRow = row
}

// wakeLooked wakes the agent that was changed through the view.
func (c *core) wakeLooked() {
	if c.lookRow >= 0 && c.view.Touched() {
		c.wake(c.lookRow)
	}
}

// unlook does so, and detaches the view.
func (c *core) unlook() {
	c.wakeLooked()
	c.view.Unlook()
	c.lookRow = -1
}

// observe is Crowd.Observe.
func (c *core) observe(o event.Observer) error {
	if err := c.fit(); err != nil {
		return err
	}
	c.watcher = o
	c.observeBoth()
	return nil
}

// observeBoth passes the observers of the game and of tools to the workers. It wakes all agents, so that ObserveLevel is
// also called for sleeping ones.
func (c *core) observeBoth() {
	o := tick.Both(c.watcher, c.spy)
	for _, w := range c.team.workers {
		w.Observe(o)
	}
	c.view.Observe(o)
	c.wakeAll()
}
