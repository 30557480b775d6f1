package sim

import (
	"iter"

	"github.com/decidertree/decidertree/demo/nest"
)

// cellSize is a grid cell's side, in metres: about half of a creature's eyesight.
const cellSize = 8

// grid finds the things near a place without visiting all of them. It holds the things' numbers, sorted by cell;
// rebuilding it reuses its memory.
type grid struct {
	columns, rows int
	begin         []int32 // of each cell in items; one more at the end
	items         []int32
	cell          []int32 // of each thing, while building
}

func (g *grid) column(x float64) int { return min(max(int(x/cellSize), 0), g.columns-1) }
func (g *grid) row(y float64) int    { return min(max(int(y/cellSize), 0), g.rows-1) }

// build sorts count things into the cells of a field of this size.
func (g *grid) build(size nest.Vec, count int, pos func(i int) nest.Vec) {
	g.columns, g.rows = int(size.X/cellSize)+1, int(size.Y/cellSize)+1
	cells := g.columns * g.rows
	g.begin = resized(g.begin, cells+1)
	g.items = resized(g.items, count)
	g.cell = resized(g.cell, count)
	clear(g.begin)
	for i := range count {
		p := pos(i)
		c := g.row(p.Y)*g.columns + g.column(p.X)
		g.cell[i] = int32(c)
		g.begin[c+1]++
	}
	for c := range cells {
		g.begin[c+1] += g.begin[c]
	}
	// While a cell is filled its begin moves to its end, where the next cell begins.
	for i := range count {
		c := g.cell[i]
		g.items[g.begin[c]] = int32(i)
		g.begin[c]++
	}
	copy(g.begin[1:], g.begin[:cells])
	g.begin[0] = 0
}

// around yields the things in all cells within a radius of a place, so some of the things are farther away. Things of
// one cell come in the order of their numbers.
func (g *grid) around(p nest.Vec, metres float64) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		left, right := g.column(p.X-metres), g.column(p.X+metres)
		for row := g.row(p.Y - metres); row <= g.row(p.Y+metres); row++ {
			// Cells of a row lie side by side.
			for _, i := range g.items[g.begin[row*g.columns+left]:g.begin[row*g.columns+right+1]] {
				if !yield(i) {
					return
				}
			}
		}
	}
}

func resized(s []int32, n int) []int32 {
	if cap(s) < n {
		return make([]int32, n, n+n/2)
	}
	return s[:n]
}
