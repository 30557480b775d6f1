package sim

import (
	"math"

	"github.com/decidertree/decidertree/demo/nest"
)

const (
	pathsEach = 64    // requests served in a frame
	farAfield = 150.0 // metres; farther ways are gone straight, as far as that goes
	detour    = 14.0  // metres that a way may lead off to any side
)

// Paths counts the requests to the path-finding system.
type Paths struct {
	Served int // in this frame; [pathsEach] if more may wait
	Asked  int
	Round  int // of these, led round something
	None   int // of these, found no way
}

// findPaths serves the requests of minds, oldest first, up to the limit for a frame. The others wait for the next
// frame.
func (s *Sim) findPaths() error {
	s.Paths.Served = 0
	for token, request := range nest.Paths.Launched(s.World, pathsEach) {
		path := s.finder.find(&s.terrain, request)
		s.Paths.Served++
		s.Paths.Asked++
		switch path.Legs {
		case 0:
			s.Paths.None++
		case 1:
		default:
			s.Paths.Round++
		}
		if err := nest.Paths.Complete(s.World, token, path); err != nil {
			return err
		}
	}
	return nil
}

// finder searches for the shortest path (A*) on the map's square metres. It reuses its memory.
type finder struct {
	left, top, columns, rows int // the part of the map that is searched
	cells                    []found
	heap                     []step
	stamp                    uint32
	way                      []nest.Vec
}

// found is the state of a square metre in a search.
type found struct {
	cost  float64 // from the beginning
	from  int32
	stamp uint32 // of the search that found it
	done  bool
}

// step is a square metre in the open set.
type step struct {
	total float64 // cost and what is left, as the crow flies
	cell  int32
}

// find finds a path.
func (f *finder) find(t *terrain, r nest.PathRequest) (p nest.Path) {
	if r.From.Dist(r.To) > farAfield || t.straight(r.From, r.To) {
		p.Place[0], p.Legs = r.To, 1
		return p
	}
	if !f.search(t, r.From, r.To) {
		return p
	}
	// Every leg is as long as a straight walk allows.
	at := r.From
	for i := 0; i < len(f.way) && int(p.Legs) < len(p.Place); {
		far := i
		for k := i + 1; k < len(f.way) && t.straight(at, f.way[k]); k++ {
			far = k
		}
		at = f.way[far]
		p.Place[p.Legs] = at
		p.Legs++
		i = far + 1
	}
	return p
}

// search leaves the path in f.way, from the cell after the first one to the goal.
func (f *finder) search(t *terrain, from, to nest.Vec) bool {
	f.left, f.top = max(int(min(from.X, to.X)-detour), 0), max(int(min(from.Y, to.Y)-detour), 0)
	f.columns = min(int(max(from.X, to.X)+detour), t.columns-1) - f.left + 1
	f.rows = min(int(max(from.Y, to.Y)+detour), t.rows-1) - f.top + 1
	if n := f.columns * f.rows; len(f.cells) < n {
		f.cells = make([]found, n+n/2)
	}
	f.stamp++
	f.heap = f.heap[:0]
	begin, end := f.index(from), f.index(to)
	f.offer(begin, begin, 0, to)
	for len(f.heap) > 0 {
		cell := f.pop().cell
		if cell == end {
			f.trace(begin, end, to)
			return true
		}
		now := &f.cells[cell]
		if now.done {
			continue
		}
		now.done = true
		f.spread(t, cell, end, to)
	}
	return false
}

// spread expands a cell to its neighbours, diagonally only if both sides are open.
func (f *finder) spread(t *terrain, cell, end int32, to nest.Vec) {
	x, y := int(cell)%f.columns, int(cell)/f.columns
	free := func(x, y int) bool {
		if x < 0 || y < 0 || x >= f.columns || y >= f.rows {
			return false
		}
		return int32(y*f.columns+x) == end || t.cells[(y+f.top)*t.columns+x+f.left] != blocked
	}
	cost := f.cells[cell].cost
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if dx == 0 && dy == 0 || !free(x+dx, y+dy) {
				continue
			}
			far := 1.0
			if dx != 0 && dy != 0 {
				if !free(x+dx, y) || !free(x, y+dy) {
					continue
				}
				far = math.Sqrt2
			}
			f.offer(int32((y+dy)*f.columns+x+dx), cell, cost+far, to)
		}
	}
}

// offer records a path to a cell if it is shorter than the known one.
func (f *finder) offer(cell, from int32, cost float64, to nest.Vec) {
	c := &f.cells[cell]
	if c.stamp == f.stamp && c.cost <= cost {
		return
	}
	*c = found{cost: cost, from: from, stamp: f.stamp}
	f.push(step{cost + f.place(cell).Dist(to), cell})
}

func (f *finder) index(p nest.Vec) int32 {
	return int32((int(p.Y)-f.top)*f.columns + int(p.X) - f.left)
}

func (f *finder) place(cell int32) nest.Vec {
	return middle(int(cell)%f.columns+f.left, int(cell)/f.columns+f.top)
}

// trace writes the path that was found.
func (f *finder) trace(begin, end int32, to nest.Vec) {
	n := 0
	for cell := end; cell != begin; cell = f.cells[cell].from {
		n++
	}
	if cap(f.way) < n+1 {
		f.way = make([]nest.Vec, 0, 2*n+1)
	}
	f.way = f.way[:max(n, 1)]
	for cell, i := end, n-1; cell != begin; cell, i = f.cells[cell].from, i-1 {
		f.way[i] = f.place(cell)
	}
	f.way[len(f.way)-1] = to
}

func before(a, b step) bool { return a.total < b.total || a.total == b.total && a.cell < b.cell }

func (f *finder) push(s step) {
	f.heap = append(f.heap, s)
	i := len(f.heap) - 1
	for i > 0 && before(s, f.heap[(i-1)/2]) {
		f.heap[i] = f.heap[(i-1)/2]
		i = (i - 1) / 2
	}
	f.heap[i] = s
}

func (f *finder) pop() step {
	first, n := f.heap[0], len(f.heap)-1
	last := f.heap[n]
	f.heap = f.heap[:n]
	i := 0
	for least := 1; least < n; least = 2*i + 1 {
		if least+1 < n && before(f.heap[least+1], f.heap[least]) {
			least++
		}
		if !before(f.heap[least], last) {
			break
		}
		f.heap[i] = f.heap[least]
		i = least
	}
	if n > 0 {
		f.heap[i] = last
	}
	return first
}
