package sim

import (
	"math"

	"github.com/decidertree/decidertree/demo/nest"
)

// Sizes of what one cannot walk through, in metres.
const (
	perPond   = 1800.0 // of field for each, in square metres
	perRock   = 500.0
	pondWide  = 3.4  // the largest disc of a pond
	pondDiscs = 4    // that overlap
	rockWide  = 1.3  // the largest rock
	nestRoom  = 8.0  // no pond or rock is closer to a nest
	margin    = 0.5  // that ways keep from water and rocks
	closeBy   = 0.75 // what stands in a cell of the map is at most so far from its middle
)

// Ground is what a place is made of.
type Ground uint8

const (
	Meadow Ground = iota
	Water
	Rock
)

// Disc is a round piece of ground to walk round. Ponds are made of several.
type Disc struct {
	At     nest.Vec
	Radius float64 // metres
	What   Ground
}

// Discs returns all ground that is no meadow. It never changes.
func (s *Sim) Discs() []Disc { return s.terrain.discs }

// What the map says of a square metre.
const (
	open    uint8 = iota
	beside        // something in it may be on a disc
	blocked       // ways keep off it
)

// terrain is what of the field one cannot walk through.
type terrain struct {
	size          nest.Vec
	discs         []Disc
	near          grid // of discs
	columns, rows int
	cells         []uint8 // by square metre
}

// scatter puts ponds and rocks into the field, nowhere near a nest.
func (s *Sim) scatter() {
	area := s.size.X * s.size.Y
	for range int(area/perPond) + 1 {
		if at, ok := s.room(nestRoom + 2*pondWide); ok {
			for range pondDiscs {
				r := pondWide * (0.6 + float64(0.4*s.rand.Float64()))
				s.terrain.discs = append(s.terrain.discs, Disc{at, r, Water})
				at = at.Add(nest.Vec{X: s.spread(1.2 * r), Y: s.spread(0.8 * r)})
			}
		}
	}
	for range int(area/perRock) + 1 {
		if at, ok := s.room(nestRoom); ok {
			r := rockWide * (0.5 + float64(0.5*s.rand.Float64()))
			s.terrain.discs = append(s.terrain.discs, Disc{at, r, Rock})
		}
	}
	s.terrain.survey(s.size)
}

// room draws a place with so many metres to the next nest, if one is found soon.
func (s *Sim) room(metres float64) (at nest.Vec, found bool) {
draw:
	for range 12 {
		at = s.anywhere()
		for i := range s.nests {
			if s.nests[i].Pos.Dist(at) < metres {
				continue draw
			}
		}
		return at, true
	}
	return at, false
}

// survey draws the map.
func (t *terrain) survey(size nest.Vec) {
	t.size = size
	t.near.build(size, len(t.discs), func(i int) nest.Vec { return t.discs[i].At })
	t.columns, t.rows = int(size.X)+1, int(size.Y)+1
	t.cells = make([]uint8, t.columns*t.rows)
	for _, d := range t.discs {
		reach := d.Radius + closeBy
		for y := max(int(d.At.Y-reach), 0); y <= min(int(d.At.Y+reach), t.rows-1); y++ {
			for x := max(int(d.At.X-reach), 0); x <= min(int(d.At.X+reach), t.columns-1); x++ {
				cell := &t.cells[y*t.columns+x]
				switch dist := middle(x, y).Dist(d.At); {
				case dist < d.Radius+margin:
					*cell = blocked
				case dist < reach:
					*cell = max(*cell, beside)
				}
			}
		}
	}
}

// middle is that of a square metre.
func middle(x, y int) nest.Vec { return nest.Vec{X: float64(x) + 0.5, Y: float64(y) + 0.5} }

// cell is what the map says of a place in the field.
func (t *terrain) cell(p nest.Vec) uint8 {
	return t.cells[min(max(int(p.Y), 0), t.rows-1)*t.columns+min(max(int(p.X), 0), t.columns-1)]
}

// footing is the nearest place to another where one can stand, or nearly so: where discs overlap it may take a few
// steps out of one into the next, and of those there are not many.
func (t *terrain) footing(p nest.Vec) nest.Vec {
	p = p.Within(t.size)
	for range 6 {
		if t.cell(p) == open {
			return p
		}
		d, on := t.under(p)
		if !on {
			return p
		}
		way := p.Sub(d.At)
		if way == (nest.Vec{}) {
			way = nest.Vec{X: 1}
		}
		p = d.At.Add(way.Unit().Times(d.Radius + 1e-6)).Within(t.size)
	}
	return p
}

// under is the disc that a place is deepest in.
func (t *terrain) under(p nest.Vec) (deepest Disc, on bool) {
	most := 0.0
	for i := range t.near.around(p, pondWide) {
		d := &t.discs[i]
		if depth := d.Radius - d.At.Dist(p); depth > most {
			most, deepest, on = depth, *d, true
		}
	}
	return deepest, on
}

// Ground returns what a place is made of.
func (s *Sim) Ground(p nest.Vec) Ground {
	t := &s.terrain
	if t.cell(p) == open {
		return Meadow
	}
	d, _ := t.under(p)
	return d.What
}

// straight reports whether one can walk straight from a place to another, which lie in the field.
func (t *terrain) straight(from, to nest.Vec) bool {
	way := to.Sub(from)
	steps := math.Ceil(2 * way.Len())
	for i := 1.0; i < steps; i++ {
		if t.cell(from.Add(way.Times(i/steps))) == blocked {
			return false
		}
	}
	return true
}
