package main

import (
	"unicode"

	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/world"
)

// A small field is shown whole; a larger one scrolls with the selected creature, at this scale.
const (
	widest  = 2.2 // metres in a column, at most
	closeUp = 1.4
)

// view is the part of the canvas that shows the field, and the part of the field that it shows.
type view struct {
	x, y, width, height int      // cells
	corner              nest.Vec // metres, the upper left
	perColumn, perRow   float64  // metres
}

// viewOf returns a view of a field that contains a place.
func viewOf(x, y, width, height int, size, centre nest.Vec) view {
	v := view{x: x, y: y, width: width, height: height}
	v.perColumn, v.perRow = size.X/float64(width), size.Y/float64(height)
	if v.perColumn <= widest && v.perRow <= 3*widest {
		return v
	}
	v.perColumn, v.perRow = closeUp, 2*closeUp
	v.corner.X = between(centre.X-float64(width)*v.perColumn/2, size.X-float64(width)*v.perColumn)
	v.corner.Y = between(centre.Y-float64(height)*v.perRow/2, size.Y-float64(height)*v.perRow)
	return v
}

func between(at, most float64) float64 { return max(min(at, most), 0) }

// place returns the place in the middle of a cell.
func (v view) place(x, y int) nest.Vec {
	return v.corner.Add(nest.Vec{X: (float64(x-v.x) + 0.5) * v.perColumn, Y: (float64(y-v.y) + 0.5) * v.perRow})
}

// cell returns the cell of a place, which may lie outside the view.
func (v view) cell(p nest.Vec) (x, y int) {
	p = p.Sub(v.corner)
	return v.x + int(p.X/v.perColumn), v.y + int(p.Y/v.perRow)
}

// shows reports whether a cell belongs to the view.
func (v view) shows(x, y int) bool {
	return x >= v.x && y >= v.y && x < v.x+v.width && y < v.y+v.height
}

// drawField draws the field and all creatures.
func drawField(c *canvas, v view, s *sim.Sim, selected world.AgentID) {
	drawGround(c, v, s)
	if b, ok := s.Being(selected); ok {
		drawSight(c, v, s, b)
	}
	set := func(p nest.Vec, dx int, r rune, st style) {
		x, y := v.cell(p)
		if x += dx; v.shows(x, y) {
			c.put(x, y, string(r), st, 1)
		}
	}
	for i := range s.Bushes() {
		b := &s.Bushes()[i]
		switch {
		case b.Fruit > 0.66:
			set(b.Pos, 0, '♣', style{ink: blend(leaves, fruit, 0.35)})
		case b.Fruit > 0.25:
			set(b.Pos, 0, '♣', style{ink: leaves})
		default:
			set(b.Pos, 0, '"', style{ink: leaves})
		}
	}
	for _, d := range s.Dens() {
		set(d.Pos, -1, '<', style{ink: stone})
		set(d.Pos, 1, '>', style{ink: stone})
	}
	for _, n := range s.Homes() {
		set(n.Pos, -3, '(', style{ink: straw, bold: true})
		for e := range nest.MaxEggs {
			if e < n.Eggs {
				set(n.Pos, e-2, 'o', style{ink: blend(dreamy, eggshell, n.Warmth)})
			} else {
				set(n.Pos, e-2, '_', style{ink: straw})
			}
		}
		set(n.Pos, 3, ')', style{ink: straw, bold: true})
		if share := n.Larder / nest.FullLarder; share > 0.1 {
			set(n.Pos, 4, '♣', style{ink: blend(leaves, fruit, share)})
		}
	}
	for _, t := range s.Toys() {
		set(t.Pos, 0, toys[t.Kind].letter, style{ink: toys[t.Kind].ink})
	}
	for _, m := range s.Marks() {
		if m.What == sim.Dropped {
			set(m.At, 0, '♣', style{ink: fruit})
		}
	}
	// Later ones cover earlier ones: the dead, the living, the hunters, the selected creature.
	shown := v.beings(s)
	for layer := range 4 {
		for _, b := range shown {
			if layerOf(b, selected) == layer {
				drawBeing(c, v, b, b.ID == selected)
			}
		}
	}
	for _, b := range shown {
		if said, ok := utterances[b.Voice]; ok {
			drawText(c, v, b.Body.Pos, said.text, said.ink)
		}
	}
	for _, m := range s.Marks() {
		if heard, ok := sounds[m.What]; ok {
			drawText(c, v, m.At, heard.text, heard.ink)
		}
	}
}

// beings returns the beings in view.
func (v view) beings(s *sim.Sim) (shown []*sim.Being) {
	for _, b := range s.Beings() {
		if v.shows(v.cell(b.Body.Pos)) {
			shown = append(shown, b)
		}
	}
	return shown
}

func layerOf(b *sim.Being, selected world.AgentID) int {
	switch {
	case b.ID == selected:
		return 3
	case !b.Alive():
		return 0
	case b.Species == nest.Predator:
		return 2
	}
	return 1
}

// drawBeing draws a creature.
func drawBeing(c *canvas, v view, b *sim.Being, selected bool) {
	x, y := v.cell(b.Body.Pos)
	if !v.shows(x, y) {
		return
	}
	l := looks[b.Intent.Pose]
	st := style{ink: l.ink, bold: b.Body.Age >= nest.AdultAge}
	if b.Species == nest.Predator {
		st = style{ink: white, ground: bloodRed, bold: true, swap: c.colours == noColours}
		if !b.Alive() {
			st = style{ink: bloodRed, bold: true}
		}
	} else if b.Body.Age < nest.AdultAge {
		l.letter = unicode.ToLower(l.letter)
	}
	if selected {
		st.swap = true
		frame := style{ink: white, bold: true}
		if v.shows(x-1, y) {
			c.put(x-1, y, "[", frame, 1)
		}
		if v.shows(x+1, y) {
			c.put(x+1, y, "]", frame, 1)
		}
	}
	c.put(x, y, string(l.letter), st, 1)
}

// drawText writes a sound beside its place.
func drawText(c *canvas, v view, p nest.Vec, text string, ink rgb) {
	x, y := v.cell(p)
	if !v.shows(x, y) {
		return
	}
	at := x + 2
	if at+len(text) > v.x+v.width {
		at = x - 1 - len(text)
	}
	c.put(at, y, text, style{ink: ink, bold: true}, -1)
}

// drawGround paints the ground in the light of the time of day.
func drawGround(c *canvas, v view, s *sim.Sim) {
	light := float64(int(s.Day.Light*24)) / 24 // in steps, or every row would be sent anew in every frame
	base := blend(nightGround, dayGround, light)
	if light > 0 && light < 1 {
		base = blend(base, duskGround, 0.7-1.4*max(light-0.5, 0.5-light))
	}
	for y := v.y; y < v.y+v.height; y++ {
		for x := v.x; x < v.x+v.width; x++ {
			// Tufts keep their places in the field when the view moves.
			column := x - v.x + int(v.corner.X/v.perColumn)
			row := y - v.y + int(v.corner.Y/v.perRow)
			tuft := uint32(column)*2654435761 ^ uint32(row)*2246822519
			tuft ^= tuft >> 15
			r, ink := ' ', blend(base, leaves, 0.28)
			switch tuft * 2654435761 >> 27 {
			case 0:
				r = '.'
			case 1:
				r = ','
			}
			ground := base
			switch s.Ground(v.place(x, y)) {
			case sim.Water:
				r, ink, ground = waves[(column+row)%len(waves)], blend(base, foam, 0.5), blend(base, water, 0.6)
			case sim.Rock:
				r, ink, ground = '▒', stone, blend(base, stone, 0.4)
			}
			if at := c.at(x, y); at != nil {
				*at = cell{r, style{ink: ink, ground: ground}}
			}
		}
	}
}

// drawSight brightens the cells in the selected creature's sight.
func drawSight(c *canvas, v view, s *sim.Sim, b *sim.Being) {
	for y := v.y; y < v.y+v.height; y++ {
		for x := v.x; x < v.x+v.width; x++ {
			if at := c.at(x, y); at != nil && s.Sees(b, v.place(x, y)) {
				at.s.ground = blend(at.s.ground, white, 0.07)
			}
		}
	}
}
