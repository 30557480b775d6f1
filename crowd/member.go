package crowd

import (
	"iter"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Tool is for the packages of this module: the crowd as tools see it.
func (o *owner[A]) Tool(engine.Key) engine.Member { return (*tool[A])(o) }

// tool is the crowd with the methods that tools call.
type tool[A any] Crowd[A]

var _ engine.Member = (*tool[struct{}])(nil)

func (t *tool[A]) Name() string { return t.options.Name }
func (t *tool[A]) Tree() any    { return t.tree.Describe() }
func (t *tool[A]) Len() int     { return t.living }

func (t *tool[A]) Agents() iter.Seq[uint64] {
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

func (t *tool[A]) Fingerprint() uint64 { return t.tree.Fingerprint(key) }

func (t *tool[A]) Glances(cursor int, into []engine.Glance) (n, next int) {
	c := (*Crowd[A])(t)
	if c.ticking.Load() || c.closed {
		return 0, -1
	}
	for row := max(cursor, 0); row < len(c.chunks)*chunkRows; row++ {
		if ch, i := c.at(row); ch.ids[i] != 0 {
			if n == len(into) {
				return n, row
			}
			c.look(row)
			into[n] = c.view.Glance(key)
			n++
		}
	}
	c.unlook()
	return n, -1
}

func (t *tool[A]) Still(id uint64) error {
	c := (*Crowd[A])(t)
	row, err := c.get(world.AgentID(id))
	if err == nil {
		c.still(row)
	}
	return err
}

func (t *tool[A]) Record(recorder any) error {
	rec, _ := recorder.(decider.Recorder)
	return (*Crowd[A])(t).Record(rec)
}

func (t *tool[A]) Spy(observer any) error {
	c := (*Crowd[A])(t)
	if err := c.fit(); err != nil {
		return err
	}
	c.spy, _ = observer.(decider.Observer)
	c.observeBoth()
	return nil
}

func (t *tool[A]) Holds(id uint64) *engine.Holds {
	row, err := (*Crowd[A])(t).get(world.AgentID(id))
	if err != nil {
		return nil
	}
	ch, i := t.at(row)
	return ch.held(i)
}

func (t *tool[A]) Hold(id uint64, holds *engine.Holds) error {
	row, err := (*Crowd[A])(t).get(world.AgentID(id))
	if err == nil {
		(*Crowd[A])(t).hold(row, holds)
	}
	return err
}

func (t *tool[A]) Stimulate(id uint64, stimulus any) error {
	s, _ := stimulus.(stimuli.Stimulus)
	return (*Crowd[A])(t).Stimulate(world.AgentID(id), s)
}

func (t *tool[A]) Reset(id uint64) error {
	view, err := (*Crowd[A])(t).View(world.AgentID(id))
	if err != nil {
		return err
	}
	return view.Reset()
}
