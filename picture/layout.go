package picture

import (
	"math"

	"github.com/decidertree/decidertree/description"
)

// Layout is where the parts of a tree lie in a drawing, in pixels from the upper left. Each group's children are the
// rows of a box, in the column of their depth, in the order of the declaration; so the more important stands higher.
// Boxes do not overlap, and lines between a group and its children cross nothing.
type Layout struct {
	Width  int     `json:"width"`
	Height int     `json:"height"`
	Places []Box   `json:"places"` // the row of each place, by its number
	Groups []Group `json:"groups"` // the boxes, in the order of the declaration: the root's own first
}

// Box is a rectangle.
type Box struct {
	X int `json:"x"` // of its upper left
	Y int `json:"y"`
	W int `json:"w"`
	H int `json:"h"`
}

// Group is the box of a group's children.
type Group struct {
	Place int `json:"place"` // the group; -1 for the box of the root itself
	Box
}

// Measures of a drawing, in pixels.
const (
	margin       = 12
	rowHeight    = 26 // of a name alone
	detailHeight = 16 // of what stands below the name
	captionSize  = 20 // a group's policy, above its children
	boxGap       = 14 // between boxes of a column
	columnGap    = 60 // between columns, where the lines go
	cellWidth    = 8  // of a letter of a name, amply
	smallWidth   = 7  // of a letter of what stands below
	minWidth     = 120
	maxWidth     = 320
	indent       = 26 // of text, where a ring has room before it
)

// Arrange finds where everything lies. It takes time in proportion to the tree. An error wraps decider.ErrDescription.
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
			l.Places[p] = Box{Y: g.H, H: f.height(p)} // from the top of the box, so far
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

// stack gives the boxes of a column their height on the page: as near to their groups' rows, which have theirs, as can
// be without overlapping, in the least squares of the distances (pool adjacent violators).
func (f *figure) stack(l *Layout, column []int) {
	type pool struct {
		sum   float64 // of what its boxes wish for
		boxes int
	}
	var pools []pool
	offset := 0 // of a box below the first, if all stood close together
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

// height of a place's row.
func (f *figure) height(place int) int {
	if f.detail(place) == "" {
		return rowHeight
	}
	return rowHeight + detailHeight
}

// width is what a place's row asks for.
func (f *figure) width(place int) int {
	first := cells(line(f.decider(place).Name)) * cellWidth
	if note := f.note(place); note != "" {
		first += smallWidth * (cells(note) + 2)
	}
	return min(maxWidth, indent+12+max(first, cells(f.detail(place))*smallWidth))
}

// caption is the height of what stands above a group's children.
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

// cells is how many columns of a monospaced font a text takes, about: letters beyond Latin, Greek and Cyrillic two.
func cells(s string) (n int) {
	for _, r := range s {
		if n++; r >= 0x1100 && (r < 0x2010 || r > 0x2bff) {
			n++
		}
	}
	return n
}

// cut is as much of a text as goes into so many cells.
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
