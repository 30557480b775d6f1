package sim

import (
	"iter"

	"github.com/decidertree/decidertree/demo/nest"
)

const (
	rustleHeard = 15.0 // how far a step into a bush is heard, in metres
	bangHeard   = 35.0 // how far a bang is
	rustleEvery = 6.0  // seconds, of one hunter
	lingers     = 1.5  // seconds that one can tell where a sound was
	rots        = 20.0 // seconds until dropped food is gone
)

// Mark is something visible at a place for a while: the origin of a sound, or dropped food.
type Mark struct {
	At   nest.Vec
	What MarkKind
	Left float64 // seconds until it is gone
}

// MarkKind is the kind of a Mark.
type MarkKind uint8

const (
	Rustle  MarkKind = iota // a hunter stepped into a bush
	Bang                    // a noise made by the user
	Dropped                 // food
)

// Marks returns the present marks. The slice is valid until the next Step.
func (s *Sim) Marks() []Mark { return s.marks }

// Bang makes a loud noise at a place, in the next Step.
func (s *Sim) Bang(at nest.Vec) { s.bangs = append(s.bangs, at.Within(s.size)) }

// sound sends a noise to all living creatures around a place except its maker. They notice it in the next
// frame.
func (s *Sim) sound(what MarkKind, at nest.Vec, metres float64, by *nest.Creature) {
	s.marks = append(s.marks, Mark{At: at, What: what, Left: lingers})
	for b := range s.listeners(at, metres) {
		if b.Creature != by {
			_ = s.World.Send(b.ID, nest.Noise(at))
		}
	}
}

// listeners yields all living creatures within a radius of a place, in a fixed order.
func (s *Sim) listeners(at nest.Vec, metres float64) iter.Seq[*Being] {
	return func(yield func(*Being) bool) {
		for i := range s.people.around(at, metres) {
			if b := s.beings[i]; b.Alive() && b.Body.Pos.Dist(at) <= metres && !yield(b) {
				return
			}
		}
	}
}

// bang makes the bangs of this frame. Like all sounds, it comes before births and burials, because listeners are found
// by the positions of the last look around.
func (s *Sim) bang() {
	for _, at := range s.bangs {
		s.sound(Bang, at, bangHeard, nil)
	}
	s.bangs = s.bangs[:0]
}

// rustle makes a walking hunter audible now and then.
func (s *Sim) rustle(b *Being) {
	if b.hush = max(b.hush-DT, 0); b.hush > 0 || b.Intent.Gait == nest.Still {
		return
	}
	for i := range s.shrubs.around(b.Body.Pos, nest.Reach) {
		if s.bushes[i].Pos.Dist(b.Body.Pos) < nest.Reach {
			s.sound(Rustle, b.Body.Pos, rustleHeard, b.Creature)
			b.hush = rustleEvery
			return
		}
	}
}

// fade removes marks whose time is over.
func (s *Sim) fade() {
	left := s.marks[:0]
	for _, m := range s.marks {
		if m.Left -= DT; m.Left > 0 {
			left = append(left, m)
		}
	}
	s.marks = left
}

// letGo makes creatures that no longer fetch food drop it.
func (s *Sim) letGo(c *nest.Creature) {
	if c.Body.Laden && !c.Hauling {
		c.Body.Laden = false
		s.marks = append(s.marks, Mark{At: c.Body.Pos, What: Dropped, Left: rots})
		s.Stats.Dropped++
	}
}
