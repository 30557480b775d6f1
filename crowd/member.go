package crowd

import (
	"iter"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Tool is for the packages of this module: the crowd as tools see it.
func (o *owner) Tool(engine.Key) engine.Member { return (*tool)(o) }

// tool is the crowd with the methods that tools call.
type tool core

var _ engine.Member = (*tool)(nil)

func (t *tool) Name() string { return t.name }
func (t *tool) Tree() any    { return t.tree.Describe() }
func (t *tool) Len() int     { return t.living }

func (t *tool) Agents() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for _, ch := range t.chunks {
			for _, id := range ch.ids {
				if id != 0 && !yield(uint64(id)) {
					return
				}
			}
		}
	}
}

func (t *tool) Fingerprint() uint64 { return t.tree.Fingerprint() }

func (t *tool) Glances(cursor int, into []engine.Glance) (n, next int) {
	c := (*core)(t)
	if c.ticking.Load() || c.closed {
		return 0, -1
	}
	for row := max(cursor, 0); row < len(c.chunks)*chunkRows; row++ {
		if ch, i := c.at(row); ch.ids[i] != 0 {
			if n == len(into) {
				return n, row
			}
			c.look(row)
			into[n] = c.view.Glance()
			n++
		}
	}
	c.unlook()
	return n, -1
}

func (t *tool) Still(id uint64) error {
	c := (*core)(t)
	row, err := c.get(world.AgentID(id))
	if err == nil {
		c.still(row)
	}
	return err
}

func (t *tool) Record(recorder any) error {
	rec, _ := recorder.(decider.Recorder)
	return (*core)(t).record(rec)
}

func (t *tool) Spy(observer any) error {
	c := (*core)(t)
	if err := c.fit(); err != nil {
		return err
	}
	c.spy, _ = observer.(event.Observer)
	c.observeBoth()
	return nil
}

func (t *tool) Holds(id uint64) *engine.Holds {
	row, err := (*core)(t).get(world.AgentID(id))
	if err != nil {
		return nil
	}
	ch, i := t.at(row)
	return ch.held(i)
}

func (t *tool) Hold(id uint64, holds *engine.Holds) error {
	row, err := (*core)(t).get(world.AgentID(id))
	if err == nil {
		(*core)(t).hold(row, holds)
	}
	return err
}

func (t *tool) Stimulate(id uint64, stimulus any) error {
	s, _ := stimulus.(stimuli.Stimulus)
	return (*core)(t).stimulateID(world.AgentID(id), s)
}

func (t *tool) EditValue(id uint64, value int, edit func([]byte) error) error {
	c := (*core)(t)
	row, err := c.get(world.AgentID(id))
	if err != nil {
		return err
	}
	c.look(row)
	c.wake(row)
	return c.view.EditValue(value, edit)
}

func (t *tool) Reset(id uint64) error {
	c := (*core)(t)
	row, err := c.get(world.AgentID(id))
	if err != nil {
		return err
	}
	c.look(row)
	return c.view.Reset()
}
