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

// Options select what a picture shows beside the tree. The zero Options show the tree alone.
type Options struct {
	// Title stands above a Mermaid chart and is the title of an SVG; for "" the SVG has the root's name.
	Title string
	// States are the states of an agent, as [States] returns them: its active deciders are highlighted. States of
	// plugged trees are ignored; draw those trees with the same states.
	States []state.Decider
	// Marked are places to draw a ring at, such as those asked in a tick; Mark is the legend. SVG only.
	Marked []int
	Mark   string
	// NamesOnly leaves out conditions and modifiers.
	NamesOnly bool
	// Names are the names of flags in conditions; unknown ones are shown in hexadecimal.
	Names debugprint.Names
}

// States returns the states of all deciders of an agent: of a *decider.Memory between its ticks, or of another
// Stater.
func States(of debugprint.Stater) []state.Decider {
	var states []state.Decider
	for s, next := of.StateAt(0, false); next >= 0; s, next = of.StateAt(next, false) {
		states = append(states, s)
	}
	return states
}

// figure is a tree to draw.
type figure struct {
	*description.Tree
	options Options
	title   string
	states  []*state.Decider // by place; nil for none
	marked  []bool           // by place
	places  []int            // number of places by decider
}

// newFigure validates the input.
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

// decider returns the decider of a place.
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

// line makes one line of a text, without control characters.
func line(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == unicode.ReplacementChar || r&0xfffe == 0xfffe { // the last are not valid in XML
			return ' '
		}
		return r
	}, s)
}

// write writes a whole picture.
func write(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}
