package main

import (
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"
)

// Sizes of the drawing of the rooms, in pixels.
const (
	planWidth  = 920
	gutter     = 130 // where the titles of floors stand
	boxHeight  = 28
	rowGap     = 22
	floorGap   = 14 // between two floors
	floorInset = 10 // between a floor's edge and its first and last row
	portGap    = 16 // between arrows that end at the same side of a box
	nameCell   = 7.9
	smallCell  = 6.7
)

// Colours on dark pages; roomStyle has those of light ones.
var colours = map[kind]struct{ fill, stroke string }{
	tool:       {"#2f2a45", "#8f7fd0"},
	shell:      {"#4a3a14", "#f0b232"},
	engine:     {"#22303f", "#6b829b"},
	vocabulary: {"#18392f", "#4fa98c"},
}

const roomStyle = `<style>@media (prefers-color-scheme:light){.tool{fill:#f1edfc;stroke:#8a76c9}.shell{fill:#fff1cf;stroke:#d19a1c}` +
	`.engine{fill:#eef2f6;stroke:#8093a8}.words{fill:#e2f5ec;stroke:#4d9f84}.n{fill:#1c2733}.c{fill:#566575}.w{stroke:#7b8c9e}.v{fill:#7b8c9e}}</style>
`

// drawn is a room in the drawing.
type drawn struct {
	room
	row     int
	y       int
	left, w int
}

func (d *drawn) right() int  { return d.left + d.w }
func (d *drawn) bottom() int { return d.y + boxHeight }

// lane is the vertical part of an arrow that passes rows.
type lane struct{ x, from, to int }

// house is the drawing while it is made.
type house struct {
	b      strings.Builder
	rooms  []drawn
	rows   []int // where each begins
	floors []int // where each begins, and the last ends
	uses   [][]int
	lanes  []lane
}

// drawRooms draws the packages of this module and what they import.
func drawRooms(w io.Writer) error {
	h := &house{}
	h.place()
	rooms := make([]room, len(h.rooms))
	for i := range h.rooms {
		rooms[i] = h.rooms[i].room
	}
	all, err := imports(rooms)
	if err != nil {
		return err
	}
	for from := range all {
		for _, to := range all[from] {
			if h.rooms[from].row >= h.rooms[to].row {
				return fmt.Errorf("%s imports %s, which does not stand below it in the plan (internal/picture/rooms.go)", rooms[from].pkg, rooms[to].pkg)
			}
		}
	}
	h.uses = reduced(all)
	h.draw()
	_, err = io.WriteString(w, h.b.String())
	return err
}

// place gives each room its box.
func (h *house) place() {
	y := 6
	for _, f := range plan {
		h.floors = append(h.floors, y)
		y += floorInset
		for _, row := range f.rows {
			for _, r := range row {
				d := drawn{room: r, row: len(h.rows), y: y}
				d.w = 20 + int(math.Ceil(nameCell*float64(len(name(r))))+math.Ceil(smallCell*float64(len(r.caption))))
				if r.caption != "" {
					d.w += 8
				}
				d.left = r.x - d.w/2
				h.rooms = append(h.rooms, d)
			}
			h.rows = append(h.rows, y)
			y += boxHeight + rowGap
		}
		y += floorInset - rowGap + floorGap
	}
	h.floors = append(h.floors, y)
}

// name is what stands in a room's box.
func name(r room) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(r.pkg, "internal/"), "decider/"), "/...")
}

func (h *house) draw() {
	b := &h.b
	height := h.floors[len(plan)] + 22
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img" `+
		`font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13">`+"\n", planWidth, height)
	b.WriteString("<title>The packages of decidertree and what they import</title>\n" + roomStyle)
	for i, f := range plan {
		fmt.Fprintf(b, `<rect x="4" y="%d" width="%d" height="%d" rx="8" fill="#7b8c9e" fill-opacity=".13"/>`+"\n",
			h.floors[i], planWidth-8, h.floors[i+1]-h.floors[i]-floorGap)
		for line, text := range f.title {
			fmt.Fprintf(b, `<text x="18" y="%d" fill="#7b8c9e" font-weight="bold">%s</text>`+"\n", h.floors[i]+28+17*line, text)
		}
	}
	for from := range h.uses {
		for _, to := range h.uses[from] {
			h.arrow(from, to)
		}
	}
	for i := range h.rooms {
		h.box(&h.rooms[i])
	}
	fmt.Fprintf(b, `<text x="18" y="%d" fill="#7b8c9e" font-size="11">An arrow leads to what a package imports; imports that follow from others are left out. Slate boxes are internal packages.</text>`+"\n</svg>\n",
		height-12)
}

func (h *house) box(d *drawn) {
	c := colours[d.kind]
	fmt.Fprintf(&h.b, `<rect class="%s" x="%d" y="%d" width="%d" height="%d" rx="6" fill="%s" stroke="%s" stroke-width="1.5"/>`,
		d.kind, d.left, d.y, d.w, boxHeight, c.fill, c.stroke)
	fmt.Fprintf(&h.b, `<text class="n" x="%d" y="%d" fill="#e8eef4" font-weight="bold">%s</text>`, d.left+10, d.y+19, name(d.room))
	if d.caption != "" {
		fmt.Fprintf(&h.b, `<text class="c" x="%d" y="%d" fill="#a9bacb" font-size="11" text-anchor="end">%s</text>`,
			d.right()-10, d.y+18, html.EscapeString(d.caption))
	}
	h.b.WriteString("\n")
}

// arrow draws one import.
func (h *house) arrow(from, to int) {
	a, z := &h.rooms[from], &h.rooms[to]
	x, y := h.port(a, h.uses[from], to), a.bottom()
	endX, endY := h.port(z, h.users(to), from), z.y-2
	fmt.Fprintf(&h.b, `<path class="w" d="M%d %d`, x, y)
	if z.row > a.row+1 {
		at := h.laneFor(a, z, x, endX)
		bend := h.rows[a.row+1] - y
		fmt.Fprintf(&h.b, `C%d %d %d %d %d %d`, x, y+bend/2, at, y+bend/2, at, y+bend)
		x, y = at, h.rows[z.row-1]+boxHeight
		fmt.Fprintf(&h.b, `V%d`, y)
	}
	middle := (y + endY - 5) / 2
	fmt.Fprintf(&h.b, `C%d %d %d %d %d %d" fill="none" stroke="#8093a8" stroke-width="1.5"/>`, x, middle, endX, middle, endX, endY-5)
	fmt.Fprintf(&h.b, `<path class="v" d="M%d %dl-4 -7h8z" fill="#8093a8"/>`+"\n", endX, endY)
}

// users are the rooms that import one.
func (h *house) users(of int) (all []int) {
	for from := range h.uses {
		if slices.Contains(h.uses[from], of) {
			all = append(all, from)
		}
	}
	return all
}

// port is where the arrow between a room and another one begins or ends: arrows of one side lie beside each other in the
// order of their other ends, and one to a room right above or below is straight.
func (h *house) port(d *drawn, others []int, other int) int {
	left, right, straight := 0, 0, 0
	for _, o := range others {
		switch x := h.rooms[o].x; {
		case x < d.x:
			left++
		case x > d.x:
			right++
		default:
			straight++
		}
	}
	if h.rooms[other].x == d.x {
		return d.x
	}
	slot := 0
	for _, o := range others {
		if x := h.rooms[o].x; x < h.rooms[other].x || x == h.rooms[other].x && o < other {
			slot++
		}
	}
	if straight > 0 {
		return d.x + (slot-left)*portGap
	}
	return d.x + (2*slot-left-right+1)*portGap/2
}

// laneFor finds a vertical way past the boxes between two rooms.
func (h *house) laneFor(a, z *drawn, x, endX int) int {
	best, length := -1, math.MaxInt
	for at := gutter; at < planWidth-20; at++ {
		if n := abs(at-x) + abs(at-endX) + min(abs(at-endX), abs(at-x)); n < length && h.isFree(at, a.row, z.row) {
			best, length = at, n
		}
	}
	h.lanes = append(h.lanes, lane{best, a.row, z.row})
	return best
}

func (h *house) isFree(x, from, to int) bool {
	for i := range h.rooms {
		if d := &h.rooms[i]; d.row > from && d.row < to && x > d.left-12 && x < d.right()+12 {
			return false
		}
	}
	return !slices.ContainsFunc(h.lanes, func(l lane) bool { return l.from < to && from < l.to && abs(l.x-x) < portGap })
}

func abs(x int) int { return max(x, -x) }
