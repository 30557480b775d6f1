package picture

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/state"
)

// Options are what a picture shows beside the tree. The zero Options show the tree alone.
type Options struct {
	// Title stands above the chart of Mermaid, and where the mouse finds it in an SVG; "" is none, or the root's name.
	Title string
	// States are those of an agent: what is active of it is lit. [States] collects them. Those of trees that are plugged
	// into slots are left out; each has a picture of its own, with the same states.
	States []state.Decider
	// Marked are places with a ring, say those that were asked in a tick, and Mark says what it means. SVG only.
	Marked []int
	Mark   string
	// NamesOnly leaves out conditions and modifiers.
	NamesOnly bool
	// Names are those of flags in conditions; without them they show in hexadecimal.
	Names debugprint.Names
}

// States are the states of all deciders of an agent: of a *decider.Memory, between its ticks, or of another that tells
// them.
func States(of debugprint.Stater) []state.Decider {
	var states []state.Decider
	for s, next := of.StateAt(0, false); next >= 0; s, next = of.StateAt(next, false) {
		states = append(states, s)
	}
	return states
}

// figure is a tree that is being drawn.
type figure struct {
	*description.Tree
	options Options
	title   string
	states  []*state.Decider // by place; nil for none
	marked  []bool           // by place
	places  []int            // by decider: how many it has
}

// newFigure checks what is to be drawn.
func newFigure(d *description.Tree, o Options) (*figure, error) {
	if err := d.Validate(); err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	f := &figure{Tree: d, options: o, title: line(o.Title), states: make([]*state.Decider, len(d.Places)),
		marked: make([]bool, len(d.Places)), places: make([]int, len(d.Deciders))}
	if f.title == "" {
		f.title = line(d.Name)
	}
	for i := range o.States {
		if s := &o.States[i]; s.Place >= 0 && s.Place < len(f.states) && s.Tree.Name == d.Name && f.decider(s.Place).Name == s.Decider.Name {
			f.states[s.Place] = s
		}
	}
	for _, p := range o.Marked {
		if p >= 0 && p < len(f.marked) {
			f.marked[p] = true
		}
	}
	for _, p := range d.Places {
		f.places[p.Decider]++
	}
	return f, nil
}

// decider is the one that stands in a place.
func (f *figure) decider(place int) *description.Decider {
	return &f.Deciders[f.Places[place].Decider]
}

func (f *figure) active(place int) bool {
	s := f.states[place]
	return s != nil && s.Active
}

// live reports whether there are states.
func (f *figure) live() bool {
	return slices.ContainsFunc(f.states, func(s *state.Decider) bool { return s != nil })
}

// line is a text as one line without control characters.
func line(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == unicode.ReplacementChar || r&0xfffe == 0xfffe { // the last XML cannot have
			return ' '
		}
		return r
	}, s)
}

// write hands a whole picture on.
func write(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}
