package inspect

import (
	"encoding/base64"
	"fmt"

	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// Scene is a game that draws its world for the inspector, from above. It is called inside [Inspector.Frame], in the
// goroutine that ticks, at most 20 times a second and only while a page looks, so it needs no lock; it should be quick,
// as Frame draws more seldom what takes long.
type Scene interface {
	Scene(*Map)
}

// SceneFunc is a function as a [Scene].
type SceneFunc func(*Map)

// Scene calls f.
func (f SceneFunc) Scene(m *Map) { f(m) }

// Colours of shapes that suit light and dark pages. Any "#rrggbb" does as well.
const (
	ColourGround = "ground"
	ColourWater  = "water"
	ColourPlant  = "plant"
	ColourFood   = "food"
	ColourStone  = "stone"
	ColourHome   = "home"
	ColourDanger = "danger"
	ColourToy    = "toy"
	ColourNote   = "note"
	ColourFaint  = "faint"
)

// Map is what a [Scene] draws on. Units are the game's own. It is used again for each scene; keep nothing of it.
type Map struct {
	frame     uint64
	time      float64
	in        int // which world
	bounds    [4]float64
	yDown     bool
	creatures []creature
	shapes    []wire.Shape
	behind    []wire.Shape
	version   int  // of behind
	has       bool // pages have that version already
	known     bool // some version is known
	static    bool
	palette   []string
}

// creature is an agent on the map.
type creature struct {
	agent world.AgentID
	x, y  float32
	size  float32
	group uint8
}

// begin makes it blank, for a scene of that frame. What is behind stays, as long as the world is the same one.
func (m *Map) begin(frame uint64, time float64, in int) {
	if in != m.in {
		m.known, m.in = false, in
	}
	m.frame, m.time, m.static, m.has = frame, time, false, false
	m.creatures, m.shapes, m.palette = m.creatures[:0], m.shapes[:0], m.palette[:0]
}

// drawn has the game draw on it. A panic of the game's is its error.
func (m *Map) drawn(s Scene) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("inspect: Scene panicked and is not asked any more: %v", p)
		}
	}()
	s.Scene(m)
	return nil
}

// Bounds says what part of the world there is to see. y grows upwards, or with down downwards on the screen.
func (m *Map) Bounds(minX, minY, maxX, maxY float64, down bool) {
	m.bounds, m.yDown = [4]float64{minX, minY, maxX, maxY}, down
}

// Creature draws an agent: where it is, and its diameter. Its colour tells what it does.
func (m *Map) Creature(agent world.AgentID, x, y, size float64) { m.CreatureOf(agent, x, y, size, 0) }

// CreatureOf is Creature for one of a group, such as a team or a species, whose colour rings it: see Groups.
func (m *Map) CreatureOf(agent world.AgentID, x, y, size float64, group uint8) {
	m.creatures = append(m.creatures, creature{agent, float32(x), float32(y), float32(size), group})
}

// Groups gives the colours of groups, the first being that of group 0; "" for no ring.
func (m *Map) Groups(colours ...string) { m.palette = append(m.palette[:0], colours...) }

// Behind has the shapes that follow drawn behind all creatures: ground, water, walls. It returns false where the shapes of
// that version are drawn already: then leave them out. So give them another version whenever they have changed.
//
//	if m.Behind(1) {
//		m.Circle(…)
//	}
//	m.Before()
func (m *Map) Behind(version int) bool {
	m.static = true
	if m.known && version == m.version {
		m.has = true
		return false
	}
	m.known, m.version, m.has, m.behind = true, version, false, m.behind[:0]
	return true
}

// Before has the shapes that follow drawn before creatures, which is so at first.
func (m *Map) Before() { m.static = false }

func (m *Map) add(s wire.Shape) {
	if m.static {
		if !m.has {
			m.behind = append(m.behind, s)
		}
		return
	}
	m.shapes = append(m.shapes, s)
}

// Circle draws a circle, or with fill a disc. label is shown when it is pointed at; "" for none.
func (m *Map) Circle(x, y, r float64, colour string, fill bool, label string) {
	m.add(wire.Shape{Kind: "circle", Colour: colour, Points: []float64{x, y}, R: r, Fill: fill, Text: label})
}

// Rectangle draws one by two corners.
func (m *Map) Rectangle(minX, minY, maxX, maxY float64, colour string, fill bool, label string) {
	m.add(wire.Shape{Kind: "rectangle", Colour: colour, Points: []float64{minX, minY, maxX, maxY}, Fill: fill, Text: label})
}

// Line draws a line through points: x, y, x, y, …
func (m *Map) Line(width float64, colour string, points ...float64) {
	m.add(wire.Shape{Kind: "line", Colour: colour, Points: append([]float64(nil), points...), R: width})
}

// Polygon draws one by its corners: x, y, x, y, …
func (m *Map) Polygon(colour string, fill bool, label string, points ...float64) {
	m.add(wire.Shape{Kind: "polygon", Colour: colour, Points: append([]float64(nil), points...), Fill: fill, Text: label})
}

// Text writes words, centred at a point; height 0 is the page's ordinary size at any zoom.
func (m *Map) Text(x, y, height float64, colour, words string) {
	m.add(wire.Shape{Kind: "text", Colour: colour, Points: []float64{x, y}, R: height, Text: words})
}

// Grid draws cells, row by row from the corner at x, y on: terrain. A cell is an index into colours; "" is a colour for
// nothing there. The cells are copied.
func (m *Map) Grid(x, y, cell float64, columns int, cells []uint8, colours ...string) {
	m.add(wire.Shape{
		Kind: "grid", Points: []float64{x, y}, R: cell, Columns: columns,
		Cells: base64.StdEncoding.EncodeToString(cells), Colours: append([]string(nil), colours...),
	})
}
