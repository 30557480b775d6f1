package nest

import (
	"iter"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// meadow is a Land for tests: one nest, and the creatures and things that a test adds.
type meadow struct {
	nests  []Nest
	bushes []Bush
	toys   []Toy
	all    []*Creature
}

func newMeadow() *meadow {
	return &meadow{nests: []Nest{{Pos: Vec{50, 30}, Warmth: 1, Asked: 1}}}
}

func (m *meadow) Footing(v Vec) Vec  { return v.Within(Vec{100, 60}) }
func (m *meadow) Bush(i int32) *Bush { return &m.bushes[i] }
func (m *meadow) Nest(i int32) *Nest { return &m.nests[i] }

func (m *meadow) Toy(i int32) *Toy {
	if i < 1 || int(i) > len(m.toys) {
		return nil
	}
	return &m.toys[i-1]
}

func (m *meadow) Find(id world.AgentID) *Creature {
	for _, c := range m.all {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// Earshot yields nothing, since there is no world to send through.
func (m *meadow) Earshot(*Creature, float64) iter.Seq[*Creature] {
	return func(func(*Creature) bool) {}
}

// add adds a healthy adult at a place.
func (m *meadow) add(species Species, pos Vec) *Creature {
	c := &Creature{
		ID: world.AgentID(len(m.all) + 1), Species: species, Land: m,
		Body: Body{Pos: pos, Facing: Vec{1, 0}, Age: 100, Lifespan: 500, Health: 1, Fullness: 1, Energy: 1, Breath: 1},
	}
	m.all = append(m.all, c)
	return c
}

// context makes a Context for the behaviors of c.
func context(c *Creature) *Context {
	return &Context{Agent: c, ID: c.ID, DT: 0.1, Stimuli: stimuli.NewSet(12)}
}

// until ticks, moving the body to its goal at walking pace, until tick returns a status other than Running.
func until(c *Creature, most int, tick func() behavior.Status) (behavior.Status, int) {
	for n := 1; n <= most; n++ {
		if s := tick(); s != behavior.Running {
			return s, n
		}
		if c.Intent.Gait != Still {
			way := c.Intent.Goal.Sub(c.Body.Pos)
			c.Body.Pos = c.Body.Pos.Add(way.Unit().Times(min(0.2, way.Len())))
		}
	}
	return behavior.Running, most
}
