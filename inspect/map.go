package inspect

import (
	"encoding/base64"
	"fmt"

	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// Scene draws the game's world from above for the inspector. It is called inside [Inspector.Frame], in the goroutine
// that ticks, so it needs no lock: at most 20 times a second while a page shows the map, and once a second otherwise, so that
// pages which are opened later can look into the past. A slow Scene is called less often.
type Scene interface {
	Scene(*Map)
}

// SceneFunc makes a [Scene] of a function.
type SceneFunc func(*Map)

// Scene calls f.
func (f SceneFunc) Scene(m *Map) { f(m) }

// Colours of shapes that suit light and dark pages. Any "#rrggbb" works as well.
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

// Map is the surface that a [Scene] draws on, in the game's own units. It is reused for each scene: do not keep it.
type Map struct {
	frame     uint64
	time      float64
	in        int // number of the world
	bounds    [4]float64
	yDown     bool
	creatures []creature
	shapes    []wire.Shape
	behind    []wire.Shape
	version   int  // of behind
	has       bool // pages have that version
	known     bool // version is set
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

// begin clears the map for the scene of a frame. The backdrop stays while the world is the same.
func (m *Map) begin(frame uint64, time float64, in int) {
	if in != m.in {
		m.known, m.in = false, in
	}
	m.frame, m.time, m.static, m.has = frame, time, false, false
	m.creatures, m.shapes, m.palette = m.creatures[:0], m.shapes[:0], m.palette[:0]
}

// drawn lets the game draw. A panic of the game is returned as an error.
func (m *Map) drawn(s Scene) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("inspect: Scene panicked and is not asked any more: %v", p)
		}
	}()
	s.Scene(m)
	return nil
}

// Bounds sets the part of the world that is shown. y grows upwards on the screen, or downwards with down.
func (m *Map) Bounds(minX, minY, maxX, maxY float64, down bool) {
	m.bounds, m.yDown = [4]float64{minX, minY, maxX, maxY}, down
}

// Creature draws an agent at a position, with its diameter. The page chooses the colour by what the agent does.
func (m *Map) Creature(agent world.AgentID, x, y, size float64) { m.CreatureOf(agent, x, y, size, 0) }

// CreatureOf is Creature with a group, such as a team or a species, whose colour surrounds the agent: see Groups.
func (m *Map) CreatureOf(agent world.AgentID, x, y, size float64, group uint8) {
	m.creatures = append(m.creatures, creature{agent, float32(x), float32(y), float32(size), group})
}

// Groups sets the colours of groups, starting with group 0; "" for none.
func (m *Map) Groups(colours ...string) { m.palette = append(m.palette[:0], colours...) }

// Behind makes all shapes up to [Map.Before] part of the backdrop behind all creatures: ground, water, walls. It
// returns false if pages have the backdrop of that version: then do not draw it. Change the version whenever these
// shapes change.
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

// Before makes the shapes that follow appear in front of the creatures, which is the default.
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

// Circle draws a circle, or with fill a disc. label appears when the mouse points at it; "" for none.
func (m *Map) Circle(x, y, r float64, colour string, fill bool, label string) {
	m.add(wire.Shape{Kind: "circle", Colour: colour, Points: []float64{x, y}, R: r, Fill: fill, Text: label})
}

// Rectangle draws a rectangle by two opposite corners.
func (m *Map) Rectangle(minX, minY, maxX, maxY float64, colour string, fill bool, label string) {
	m.add(wire.Shape{Kind: "rectangle", Colour: colour, Points: []float64{minX, minY, maxX, maxY}, Fill: fill, Text: label})
}

// Line draws a line through points: x, y, x, y, …
func (m *Map) Line(width float64, colour string, points ...float64) {
	m.add(wire.Shape{Kind: "line", Colour: colour, Points: append([]float64(nil), points...), R: width})
}

// Polygon draws a polygon by its corners: x, y, x, y, …
func (m *Map) Polygon(colour string, fill bool, label string, points ...float64) {
	m.add(wire.Shape{Kind: "polygon", Colour: colour, Points: append([]float64(nil), points...), Fill: fill, Text: label})
}

// Text draws words, centred at a point. With height 0 they have the page's text size at any zoom.
func (m *Map) Text(x, y, height float64, colour, words string) {
	m.add(wire.Shape{Kind: "text", Colour: colour, Points: []float64{x, y}, R: height, Text: words})
}

// Grid draws terrain: cells in rows, from the corner x, y. A cell is an index into colours; the colour "" draws
// nothing. The cells are copied.
func (m *Map) Grid(x, y, cell float64, columns int, cells []uint8, colours ...string) {
	m.add(wire.Shape{
		Kind: "grid", Points: []float64{x, y}, R: cell, Columns: columns,
		Cells: base64.StdEncoding.EncodeToString(cells), Colours: append([]string(nil), colours...),
	})
}
