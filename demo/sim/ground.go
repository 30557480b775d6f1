package sim

import (
	"math"

	"github.com/decidertree/decidertree/demo/nest"
)

// Sizes of obstacles, in metres.
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

// Ground is the kind of ground at a place.
type Ground uint8

const (
	Meadow Ground = iota
	Water
	Rock
)

// Disc is a round obstacle. A pond consists of several.
type Disc struct {
	At     nest.Vec
	Radius float64 // metres
	What   Ground
}

// Discs returns all obstacles. They never change.
func (s *Sim) Discs() []Disc { return s.terrain.discs }

// Facts about a square metre of the map.
const (
	open    uint8 = iota
	beside        // something in it may be on a disc
	blocked       // ways keep off it
)

// terrain holds the obstacles of the field.
type terrain struct {
	size          nest.Vec
	discs         []Disc
	near          grid // of discs
	columns, rows int
	cells         []uint8 // by square metre
}

// scatter places ponds and rocks in the field, away from nests.
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

// room draws a place at a distance from all nests, if a few tries find one.
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

// survey fills in the map.
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

// middle returns the centre of a square metre.
func middle(x, y int) nest.Vec { return nest.Vec{X: float64(x) + 0.5, Y: float64(y) + 0.5} }

// cell returns the facts of the map about a place in the field.
func (t *terrain) cell(p nest.Vec) uint8 {
	return t.cells[min(max(int(p.Y), 0), t.rows-1)*t.columns+min(max(int(p.X), 0), t.columns-1)]
}

// footing returns the nearest walkable place, or almost the nearest: where discs overlap, the way out of one may lead
// into the next, which takes a few more steps.
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

// under returns the disc in which a place lies deepest.
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

// Ground returns the kind of ground at a place.
func (s *Sim) Ground(p nest.Vec) Ground {
	t := &s.terrain
	if t.cell(p) == open {
		return Meadow
	}
	d, _ := t.under(p)
	return d.What
}

// straight reports whether the straight line between two places in the field is walkable.
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
