package picture

import (
	"math"

	"github.com/decidertree/decidertree/description"
)

// Layout has the positions of a tree's parts in a drawing, in pixels from the upper left. The children of a group are
// the rows of a box, in the column of their depth and in the order of the declaration, so more important ones stand
// higher. Boxes do not overlap, and lines between a group and its children cross nothing.
type Layout struct {
	Width  int     `json:"width"`
	Height int     `json:"height"`
	Places []Box   `json:"places"` // the row of each place
	Groups []Group `json:"groups"` // in the order of the declaration; the box of the root itself is first
}

// Box is a rectangle.
type Box struct {
	X int `json:"x"` // of the upper left corner
	Y int `json:"y"`
	W int `json:"w"`
	H int `json:"h"`
}

// Group is the box around a group's children.
type Group struct {
	Place int `json:"place"` // the group; -1 for the box of the root itself
	Box
}

// Measures of a drawing, in pixels.
const (
	margin       = 12
	rowHeight    = 26 // of a name alone
	detailHeight = 16 // of the line below the name
	captionSize  = 20 // a group's policy, above its children
	boxGap       = 14 // between boxes of a column
	columnGap    = 60 // between columns, for the lines
	cellWidth    = 8  // of a letter of a name, with some reserve
	smallWidth   = 7  // of a letter in the line below
	minWidth     = 120
	maxWidth     = 320
	indent       = 26 // of text, to leave room for a ring
)

// Arrange computes the layout, in time proportional to the tree. An error wraps [description.Err].
func Arrange(d *description.Tree, o Options) (*Layout, error) {
	f, err := newFigure(d, o)
	if err != nil {
		return nil, err
	}
	return f.arrange(), nil
}

func (f *figure) arrange() *Layout {
	l := &Layout{Places: make([]Box, len(f.Places))}
	var columns [][]int // indices of Groups by depth of their rows
	add := func(group int, depth int, rows []int) {
		for len(columns) <= depth {
			columns = append(columns, nil)
		}
		columns[depth] = append(columns[depth], len(l.Groups))
		l.Groups = append(l.Groups, Group{Place: group, Box: Box{H: f.caption(group)}})
		g := &l.Groups[len(l.Groups)-1]
		for _, p := range rows {
			l.Places[p] = Box{Y: g.H, H: f.height(p)} // relative to the top of the box for now
			g.H += l.Places[p].H
		}
	}
	add(-1, 0, []int{0})
	for _, p := range f.Order {
		if q := &f.Places[p]; len(q.Children) > 0 {
			add(p, q.Depth+1, q.Children)
		}
	}
	x := margin
	for _, column := range columns {
		width := minWidth
		for _, g := range column {
			width = max(width, f.captionWidth(l.Groups[g].Place))
			for _, p := range f.rows(l.Groups[g].Place) {
				width = max(width, f.width(p))
			}
		}
		f.stack(l, column)
		for _, g := range column {
			box := &l.Groups[g].Box
			box.X, box.W = x, width
			for _, p := range f.rows(l.Groups[g].Place) {
				row := &l.Places[p]
				row.X, row.Y, row.W = x, row.Y+box.Y, width
			}
			l.Height = max(l.Height, box.Y+box.H+margin)
		}
		l.Width = x + width + margin
		x += width + columnGap
	}
	return l
}

// rows are the places in a group's box.
func (f *figure) rows(group int) []int {
	if group < 0 {
		return []int{0}
	}
	return f.Places[group].Children
}

// stack sets the vertical positions of a column's boxes: as near to the rows of their groups as possible without
// overlapping, by least squares of the distances (pool adjacent violators).
func (f *figure) stack(l *Layout, column []int) {
	type pool struct {
		sum   float64 // of the positions its boxes wish for
		boxes int
	}
	var pools []pool
	offset := 0 // of a box below the first, if boxes were packed
	for _, g := range column {
		wish := 0
		if group := l.Groups[g].Place; group >= 0 {
			wish = l.Places[group].Y - l.Groups[g].H/4
		}
		p := pool{float64(wish - offset), 1}
		offset += l.Groups[g].H + boxGap
		for len(pools) > 0 && pools[len(pools)-1].sum*float64(p.boxes) >= p.sum*float64(pools[len(pools)-1].boxes) {
			last := pools[len(pools)-1]
			pools = pools[:len(pools)-1]
			p = pool{p.sum + last.sum, p.boxes + last.boxes}
		}
		pools = append(pools, p)
	}
	i, offset := 0, 0
	for _, p := range pools {
		top := max(margin, int(math.Round(p.sum/float64(p.boxes))))
		for range p.boxes {
			box := &l.Groups[column[i]].Box
			box.Y = top + offset
			offset += box.H + boxGap
			i++
		}
	}
}

// height is the height of a place's row.
func (f *figure) height(place int) int {
	if f.detail(place) == "" {
		return rowHeight
	}
	return rowHeight + detailHeight
}

// width is the width that a place's row needs.
func (f *figure) width(place int) int {
	first := cells(line(f.decider(place).Name)) * cellWidth
	if note := f.note(place); note != "" {
		first += smallWidth * (cells(note) + 2)
	}
	return min(maxWidth, indent+12+max(first, cells(f.detail(place))*smallWidth))
}

// caption is the height of the text above a group's children.
func (f *figure) caption(group int) int {
	if group < 0 {
		return 0
	}
	return captionSize
}

func (f *figure) captionWidth(group int) int {
	if group < 0 {
		return 0
	}
	return min(maxWidth, 24+cells(policy(f.decider(group)))*smallWidth)
}

// cells is the approximate width of a text in columns of a monospaced font: letters beyond Latin, Greek and Cyrillic
// take two.
func cells(s string) (n int) {
	for _, r := range s {
		if n++; r >= 0x1100 && (r < 0x2010 || r > 0x2bff) {
			n++
		}
	}
	return n
}

// cut shortens a text to a number of cells.
func cut(s string, most int) string {
	if cells(s) <= most {
		return s
	}
	n := 1 // the "…"
	for i, r := range s {
		if n += cells(string(r)); n > most {
			return s[:i] + "…"
		}
	}
	return s
}
