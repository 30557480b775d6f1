package sim

import (
	"errors"
	"math"

	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/world"
)

const (
	space        = 260.0 // of field for each grazer at first, in square metres
	perNest      = 7     // grazers
	perHunter    = 12    // grazers
	hatching     = 60.0  // seconds an egg needs, while it is warm
	coldBelow    = 0.25  // of warmth, an egg does not grow
	cools        = 1.0 / 40
	coolsAtNight = 1.0 / 25
	decay        = 25.0 // seconds until a carcass is gone
	pickedClean  = 4.0  // seconds, if nothing is left on it
	pause        = 25.0 // seconds between newcomers of a species
	earsFor      = 12   // stimuli a creature can keep in mind
)

// clutch is the simulation's record of the eggs in a nest.
type clutch struct {
	Grown [nest.MaxEggs]float64 // seconds, of the first Eggs
	Lived int                   // grazers that lived here in the last frame
}

func (c *clutch) add(n *nest.Nest) { c.Grown[n.Eggs] = 0; n.Eggs++ }

// takeFirst removes the oldest egg.
func (c *clutch) takeFirst(n *nest.Nest) {
	copy(c.Grown[:], c.Grown[1:n.Eggs])
	n.Eggs--
}

// layOut creates the field, its nests, dens and bushes.
func (s *Sim) layOut() {
	width := max(math.Sqrt(space*2.4*float64(s.options.Agents)), 84)
	s.size = nest.Vec{X: width, Y: width / 2.4}
	s.homes = max(s.options.Agents/perNest, 2)
	s.hunters = max(s.options.Agents/perHunter, 1)

	// Nests stand on a loose grid.
	columns := int(math.Ceil(math.Sqrt(2 * float64(s.homes))))
	rows := (s.homes + columns - 1) / columns
	for i := range s.homes {
		inRow := columns
		if i/columns == rows-1 {
			inRow = s.homes - (rows-1)*columns
		}
		s.nests = append(s.nests, nest.Nest{Pos: nest.Vec{
			X: width * (float64(i%columns) + 0.5 + s.spread(0.2)) / float64(inRow),
			Y: s.size.Y * (float64(i/columns) + 0.5 + s.spread(0.2)) / float64(rows),
		}, Warmth: 1})
	}
	for i := range s.hunters {
		den := s.anywhere()
		if s.hunters <= 4 { // a small field has its dens on its edges, left and right
			den.X = float64(i%2) * width
		}
		s.nests = append(s.nests, nest.Nest{Pos: den.Within(s.size)})
	}
	s.scatter()
	for i := range s.nests {
		s.nests[i].Pos = s.terrain.footing(s.nests[i].Pos)
	}
	s.clutches = make([]clutch, len(s.nests))
	for i := range s.homes {
		for range s.rand.IntN(3) {
			s.clutches[i].add(&s.nests[i])
			s.clutches[i].Grown[0] = float64(hatching * s.rand.Float64())
		}
	}
	for range s.options.Agents + 6 {
		s.bushes = append(s.bushes, nest.Bush{Fruit: s.rand.Float64(), Pos: s.terrain.footing(s.anywhere())})
	}
	s.shrubs.build(s.size, len(s.bushes), func(i int) nest.Vec { return s.bushes[i].Pos })
}

// spread draws a number from -by to by.
func (s *Sim) spread(by float64) float64 {
	return float64(2 * by * (float64(s.rand.Float64()) - 0.5))
}

func (s *Sim) anywhere() nest.Vec {
	return nest.Vec{X: float64(s.size.X * s.rand.Float64()), Y: float64(s.size.Y * s.rand.Float64())}.Within(s.size)
}

// populate places the first creatures beside their nests, with random ages and bodies.
func (s *Sim) populate() error {
	for i := range s.options.Agents {
		home := int32(i % s.homes)
		pos := s.terrain.footing(s.nests[home].Pos.Add(nest.Vec{X: s.spread(10), Y: s.spread(10)}))
		age := 200 * s.rand.Float64()
		b, err := s.add(nest.Grazer, home, pos, age)
		if err != nil {
			return err
		}
		b.Body.Fullness = 0.4 + float64(0.6*s.rand.Float64())
		b.Body.Energy = 0.65 + float64(0.35*s.rand.Float64())
		b.Body.Boredom = s.rand.Float64()
	}
	for i := range s.hunters {
		den := int32(s.homes + i)
		b, err := s.add(nest.Predator, den, s.nests[den].Pos, 100)
		if err != nil {
			return err
		}
		b.Body.Fullness = 0.55
	}
	s.liveOn()
	return nil
}

// add adds a creature to the world and to its crowd.
func (s *Sim) add(species nest.Species, home int32, pos nest.Vec, age float64) (*Being, error) {
	b := &Being{Creature: &nest.Creature{
		Species: species, Land: land{s}, Home: home,
		Body: nest.Body{
			Pos: pos, Facing: nest.Vec{X: 1}, Age: age, Lifespan: 400 + float64(400*s.rand.Float64()),
			Health: 1, Fullness: 0.7, Energy: 1, Breath: 1,
		},
	}}
	id, err := s.crowds[species].Add(b.Creature)
	if err != nil {
		return nil, err
	}
	b.ID = id
	s.beings = append(s.beings, b)
	s.note(b)
	return b, nil
}

// note registers a being under its ID.
func (s *Sim) note(b *Being) {
	for len(s.byID) <= int(b.ID) {
		s.byID = append(s.byID, nil)
	}
	s.byID[b.ID] = b
}

// bury removes carcasses that have decayed.
func (s *Sim) bury() (err error) {
	left := s.beings[:0]
	for _, b := range s.beings {
		if b.dead > decay || b.dead > pickedClean && b.Body.Meat <= 0 {
			s.byID[b.ID] = nil
			err = errors.Join(err, s.crowds[b.Species].Remove(b.ID))
			continue
		}
		left = append(left, b)
	}
	clear(s.beings[len(left):])
	s.beings = left
	return err
}

// hatch cools, ages and hatches eggs.
func (s *Sim) hatch() error {
	cooling := float64(cools)
	if s.Day.Night() {
		cooling = coolsAtNight
	}
	for i := range s.homes {
		n, c := &s.nests[i], &s.clutches[i]
		n.Warmth = max(n.Warmth-float64(DT*cooling), 0)
		if n.Warmth < coldBelow {
			continue
		}
		for e := range n.Eggs {
			c.Grown[e] += DT
		}
		if n.Eggs > 0 && c.Grown[0] >= hatching && s.grazersLeft < 2*s.options.Agents {
			c.takeFirst(n)
			b, err := s.add(nest.Grazer, int32(i), n.Pos.Add(nest.Vec{X: 0.5}), 0)
			if err != nil {
				return err
			}
			s.Stats.Born++
			s.tell(News{Who: b.ID, What: Hatched})
		}
	}
	return nil
}

// welcome adds newcomers when a species has become rare: hunters appear in a den, grazers near a nest that becomes
// their home.
func (s *Sim) welcome() error {
	s.quiet[nest.Grazer] += DT
	s.quiet[nest.Predator] += DT
	if s.huntersLeft < s.hunters && s.quiet[nest.Predator] > pause {
		den := int32(s.homes + s.rand.IntN(s.hunters))
		if err := s.arrive(nest.Predator, den, s.nests[den].Pos); err != nil {
			return err
		}
	}
	if s.grazersLeft < max(s.options.Agents*2/3, 1) && s.quiet[nest.Grazer] > pause/3 {
		home := int32(s.rand.IntN(s.homes))
		pos := s.terrain.footing(s.nests[home].Pos.Add(nest.Vec{X: s.spread(40), Y: s.spread(40)}))
		return s.arrive(nest.Grazer, home, pos)
	}
	return nil
}

func (s *Sim) arrive(species nest.Species, home int32, pos nest.Vec) error {
	s.quiet[species] = 0
	b, err := s.add(species, home, pos, 100)
	if err == nil {
		s.tell(News{Who: b.ID, What: Arrived})
	}
	return err
}

// Being returns the being with this ID; false if there is none.
func (s *Sim) Being(id world.AgentID) (*Being, bool) {
	if id >= world.AgentID(len(s.byID)) || s.byID[id] == nil {
		return nil, false
	}
	return s.byID[id], true
}
