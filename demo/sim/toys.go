package sim

import (
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/demo/nest"
)

const (
	perToy   = 8    // grazers
	tempting = 12.0 // how far one goes for a toy, in metres
	kickOff  = 6.5  // speed of a ball just kicked, in metres per second
	rolling  = 3.0  // how much of that it loses in each second
)

// ToyKind is the look of a toy. Creatures ignore it: the toy brings the tree by which it is played with.
type ToyKind uint8

const (
	Ball ToyKind = iota
	Mushroom
	toyKinds
)

// Toy is a toy with the simulation's record of it.
type Toy struct {
	nest.Toy
	Kind  ToyKind
	Speed nest.Vec // metres per second, of a ball
}

// learnToys initializes the trees of the toys.
func (s *Sim) learnToys() error {
	for kind, root := range [toyKinds]*nest.Decider{Ball: &nest.Ball, Mushroom: &nest.Mushroom} {
		tree, err := decider.InitializeTreeData(root)
		if err != nil {
			return err
		}
		s.howTo[kind] = tree
	}
	return nil
}

// makeToys places some toys anywhere in the field.
func (s *Sim) makeToys() {
	for i := range max(s.options.Agents/perToy, 2) {
		s.PutToy(ToyKind(i%int(toyKinds)), s.anywhere())
	}
	s.sortToys()
}

func (s *Sim) sortToys() {
	s.playthings.build(s.size, len(s.toys), func(i int) nest.Vec { return s.toys[i].Pos })
}

// PutToy places a toy in the field. Creatures see it from the next Step on.
func (s *Sim) PutToy(kind ToyKind, at nest.Vec) {
	s.toys = append(s.toys, Toy{Toy: nest.Toy{Pos: s.terrain.footing(at), HowTo: s.howTo[kind]}, Kind: kind})
}

// Toys returns the toys. The slice is valid until the next Step.
func (s *Sim) Toys() []Toy { return s.toys }

// kick sends a ball rolling away from the kicker.
func (s *Sim) kick(c *nest.Creature, number int32) {
	t := &s.toys[number-1]
	if t.Kind != Ball || !near(c, t.Pos) {
		return
	}
	way := t.Pos.Sub(c.Body.Pos).Add(c.Body.Facing).Unit()
	if way == (nest.Vec{}) {
		way = c.Body.Facing
	}
	t.Speed = way.Times(kickOff)
	s.Stats.Kicks++
}

// roll moves the balls. They bounce off the edge of the field, water and rocks.
func (s *Sim) roll() {
	for i := range s.toys {
		t := &s.toys[i]
		v := t.Speed.Len()
		if v == 0 {
			continue
		}
		to := t.Pos.Add(t.Speed.Times(DT))
		t.Pos = s.terrain.footing(to)
		if t.Pos.X != to.X {
			t.Speed.X = -t.Speed.X
		}
		if t.Pos.Y != to.Y {
			t.Speed.Y = -t.Speed.Y
		}
		if v -= float64(DT * rolling); v > 0 {
			t.Speed = t.Speed.Unit().Times(v)
		} else {
			t.Speed = nest.Vec{}
		}
	}
}

// seeToy finds the nearest toy within range.
func (s *Sim) seeToy(me *nest.Creature, far float64) {
	best := min(far, tempting)
	for i := range s.playthings.around(me.Body.Pos, best) {
		if d := s.toys[i].Pos.Dist(me.Body.Pos); d < best {
			best, me.Sight.Toy = d, i+1
		}
	}
}
