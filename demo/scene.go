package main

import (
	"fmt"

	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/demo/sim"
	"github.com/decidertree/decidertree/inspect"
)

// drawnEach is the most bushes that are drawn. In larger fields they would be specks, and drawing them would take longer
// than ticking the minds.
const drawnEach = 3000

// Groups of creatures on the inspector's map, each with a ring of its colour.
const (
	grownUp uint8 = iota
	youngOne
	hunting
)

// drawScene draws the field for the inspector: from above, in metres, y downwards as on the terminal.
func drawScene(m *inspect.Map, s *sim.Sim) {
	size := s.Size()
	m.Bounds(0, 0, size.X, size.Y, true)
	m.Groups("", "#d8c68a", "#c02020")
	few := len(s.Bushes()) <= drawnEach
	if m.Behind(1) { // the field never changes
		m.Rectangle(0, 0, size.X, size.Y, inspect.ColourGround, true, "")
		for _, d := range s.Discs() {
			colour := inspect.ColourStone
			if d.What == sim.Water {
				colour = inspect.ColourWater
			}
			m.Circle(d.At.X, d.At.Y, d.Radius, colour, true, "")
		}
	}
	m.Before()
	for i, n := range s.Homes() {
		drawNest(m, i, n)
	}
	for _, d := range s.Dens() {
		m.Circle(d.Pos.X, d.Pos.Y, 1.6, inspect.ColourDanger, false, "a hunter's den")
	}
	if few {
		for i, b := range s.Bushes() {
			m.Circle(b.Pos.X, b.Pos.Y, 0.25+0.45*b.Fruit, inspect.ColourPlant, true, fmt.Sprintf("bush %d, %.0f %% ripe", i, 100*b.Fruit))
		}
	}
	for i, t := range s.Toys() {
		what := "ball"
		if t.Kind == sim.Mushroom {
			what = "mushroom"
		}
		m.Circle(t.Pos.X, t.Pos.Y, 0.45, inspect.ColourToy, true, fmt.Sprintf("%s %d", what, i+1))
	}
	for _, mark := range s.Marks() {
		if heard, ok := sounds[mark.What]; ok {
			m.Text(mark.At.X, mark.At.Y, 0, inspect.ColourNote, heard.text)
		} else {
			m.Circle(mark.At.X, mark.At.Y, 0.35, inspect.ColourFood, true, "dropped food")
		}
	}
	for _, b := range s.Beings() {
		drawCreature(m, b)
	}
}

// drawNest draws a nest with its eggs.
func drawNest(m *inspect.Map, i int, n nest.Nest) {
	m.Circle(n.Pos.X, n.Pos.Y, 2.2, inspect.ColourHome, false, fmt.Sprintf("nest %d: %d creatures live here, %d on guard, %d eggs %.0f %% warm, %.1f meals stored",
		i, n.Homes, n.Guards, n.Eggs, 100*n.Warmth, n.Larder))
	for e := range n.Eggs {
		m.Circle(n.Pos.X+0.8*float64(e-n.Eggs/2), n.Pos.Y, 0.35, inspect.ColourHome, true, "")
	}
}

// drawCreature draws a creature and its utterance.
func drawCreature(m *inspect.Map, b *sim.Being) {
	group, size := grownUp, 1.3
	switch {
	case b.Species == nest.Predator:
		group, size = hunting, 1.7
	case b.Body.Age < nest.AdultAge:
		group, size = youngOne, 0.8
	}
	at := b.Body.Pos
	m.CreatureOf(b.ID, at.X, at.Y, size, group)
	if said, ok := utterances[b.Voice]; ok && b.Alive() {
		m.Text(at.X, at.Y-1.4, 0, inspect.ColourNote, said.text)
	}
}
