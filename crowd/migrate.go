package crowd

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/migrate"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/world"
)

// migrate is Crowd.Migrate; view makes the view for the new tree.
func (c *core) migrate(tree *program.Tree, view func() *agent.Agent, run func(*member, *usercode.Context)) (into world.Migration, err error) {
	if err := c.fit(); err != nil {
		return into, err
	}
	if tree == nil {
		return into, decider.ErrNilTree
	}
	if was, is := c.tree.Root(), tree.Root(); was != is {
		return into, fmt.Errorf("%w: the crowd's is %q, the new one's %q", decider.ErrOtherTree, was, is)
	}
	team, err := newTeam(c, tree, len(c.team.workers), run)
	if err != nil {
		return into, err
	}
	c.unlook()
	c.world.Number(key) // what was launched knows where its block lies

	defer func() { // also if a Deactivate calls runtime.Goexit
		c.tree, c.team = tree, team
		through := c.view.PanicsThrough
		c.lookThrough(view())
		c.view.LetPanics(through)
		c.alarms = alarms{}
		for _, ch := range c.chunks {
			ch.alarms = nil
		}
		c.observeBoth()
		c.attach()
		if c.rec != nil {
			if recordErr := c.record(c.rec); recordErr != nil {
				err = errors.Join(err, fmt.Errorf("recording: %w", recordErr))
			}
		}
	}()
	err = c.move(tree, team.workers[0], &into)
	return into, err
}

// move gives all agents memories of another tree.
func (c *core) move(tree *program.Tree, maker *agent.Worker, into *world.Migration) error {
	before, after := c.context(), c.context()
	m := migrate.NewMigrator(c.tree, tree, c.world, before, after, c.watcher, into)
	c.ticking.Store(true) // Deactivates must not change the crowd
	defer c.ticking.Store(false)
	made := c.rows
	made.fit(maker)
	made.chunks = make([]*chunk, len(c.chunks))
	for i, ch := range c.chunks {
		other := *ch
		other.memory, other.extras = made.memories()
		made.chunks[i] = &other
	}
	defer func() { c.rows = made }()
	var errs []error
	var from, to tick.Row
	rows := c.byID()
	engine.Each(len(rows), func(n int) {
		row := rows[n]
		ch, i := made.at(row)
		made.renew(ch, i)
		c.fill(&from, row)
		to = tick.Row{}
		made.fill(&to, row)
		c.agents.bind(row, before)
		c.agents.bind(row, after)
		if err := m.Move(&from, &to); err != nil {
			errs = append(errs, fmt.Errorf("agent %d: %w", ch.ids[i], err))
		}
	})
	return errors.Join(errs...)
}
