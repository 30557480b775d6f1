package crowd

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/world"
)

// Migrate moves all agents to a changed tree: one whose numbers were patched, say, or that got a new branch, and was
// initialized again. What can be kept is kept by name, as by [decider.Memory.Migrate]; what is active and cannot go on
// goes down first, with the reason Restored. The Migration tells what was lost, and by how many. All agents are ticked
// at the next Tick.
//
// The errors are those of New for the tree, [decider.ErrOtherTree] where the root has another name, [world.ErrTicking] and
// [world.ErrClosed]; then nothing has changed. Errors of Deactivates are joined to what is returned beside the Migration; the agents are
// migrated all the same.
func (c *Crowd[A]) Migrate(tree *decider.Tree[A]) (world.Migration, error) {
	into := world.Migration{}
	if err := c.fit(); err != nil {
		return into, err
	}
	if tree == nil {
		return into, decider.ErrNilTree
	}
	if was, is := c.tree.Name(key), tree.Name(key); was != is {
		return into, fmt.Errorf("%w: the crowd's is %q, the new one's %q", decider.ErrOtherTree, was, is)
	}
	var crews []engine.Crew[A]
	for range c.options.Workers {
		crew, err := tree.Crew(key, c.world)
		if err != nil {
			return into, err
		}
		crews = append(crews, crew)
	}
	c.unlook()
	c.world.Settle(key) // what was launched knows where its block lies
	var moved rows[A]
	moved.init(crews[0], c.options.StimuliEach)
	for number := range c.pages {
		moved.pages[number] = &page{}
	}
	moved.next, moved.left = c.next, c.left
	errs := c.move(&moved, c.tree.Mover(key, tree, c.world, c.watcher, &into))
	c.rows, c.tree, c.crews, c.view = moved, tree, crews, tree.View(key, c.world)
	c.team = team[A]{}
	c.team.init(c, c.options.Workers)
	c.awake, c.alarms = awake{}, alarms{}
	c.awake.grow(len(c.chunks) * chunkRows)
	c.observeBoth()
	if c.rec != nil {
		if err := c.Record(c.rec); err != nil {
			errs = append(errs, fmt.Errorf("recording: %w", err))
		}
	}
	return into, errors.Join(errs...)
}

// move moves all agents to other rows.
func (c *Crowd[A]) move(moved *rows[A], mover snapshot.Mover[A]) (errs []error) {
	c.ticking.Store(true) // Deactivates must not change the crowd
	defer c.ticking.Store(false)
	var from, to engine.Row[A]
	for _, row := range c.byID() {
		ch, i := c.at(row)
		there := moved.take(ch.ids[i], ch.agents[i])
		other, k := moved.at(there)
		other.flags[k] = ch.flags[i]
		if ch.sets != nil {
			other.sets[k] = ch.sets[i]
		}
		if ch.rates != nil && ch.rates[i] > 0 {
			other.setRate(k, ch.rates[i])
		}
		if ch.holds != nil && ch.holds[i] != nil {
			other.hold(k, ch.holds[i])
		}
		c.fill(&from, row)
		moved.fill(&to, there)
		if err := mover.Move(&from, &to); err != nil {
			errs = append(errs, fmt.Errorf("agent %d: %w", ch.ids[i], err))
		}
	}
	return errs
}
