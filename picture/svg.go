package picture

import (
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
)

// Colours on dark pages and without a style sheet: they contrast with white and black.
const (
	lit     = "#f0b232"
	litText = "#20160a"
	box     = "#22303f"
	frame   = "#53687f"
	ink     = "#e8eef4"
	faint   = "#9fb2c6"
	wire    = "#8093a8"
)

// style sets other colours on light pages.
const style = `<style>@media (prefers-color-scheme:light){.b{fill:#fff;stroke:#b8c4d0}.n{fill:#1c2733}.f,.o{fill:#566575}.w{stroke:#7b8c9e}.v{fill:#7b8c9e}.s{stroke:#b8c4d0}.m{stroke:#b67a00}}</style>
`

const legendHeight = 28

// SVG writes a self-contained drawing without fonts, scripts or external style sheets. A shared decider appears in
// each of its places, with a dashed frame. Details that do not fit into a row are in its title, which browsers show
// when the mouse points at it. The error is that of the writer, or wraps [description.Err].
func SVG(w io.Writer, d *description.Tree, o Options) error {
	f, err := newFigure(d, o)
	if err != nil {
		return err
	}
	l := f.arrange()
	height := l.Height
	if f.live() || o.Mark != "" {
		height += legendHeight
		l.Width = max(l.Width, 120+smallWidth*cells(line(o.Mark)))
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img" `+
		`font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13">`+"\n", l.Width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(f.title))
	b.WriteString(style)
	for _, g := range l.Groups {
		f.wire(&b, l, &g)
	}
	for _, g := range l.Groups {
		f.litWires(&b, l, &g)
	}
	for _, g := range l.Groups {
		f.box(&b, l, &g)
	}
	if height > l.Height {
		f.legend(&b, l.Height+6)
	}
	b.WriteString("</svg>\n")
	return write(w, b.String())
}

// wire draws the line from a group's row to the box of its children.
func (f *figure) wire(b *strings.Builder, l *Layout, g *Group) {
	if g.Place < 0 {
		return
	}
	y := g.Y + captionSize/2
	curve(b, l.Places[g.Place], g.X-6, y, "w", wire, "1.5")
	fmt.Fprintf(b, `<path class="v" d="M%d %dl-8 -4v8z" fill="%s"/>`+"\n", g.X, y, wire)
}

// litWires draws the lines from a group's row to its active children.
func (f *figure) litWires(b *strings.Builder, l *Layout, g *Group) {
	for _, p := range f.rows(g.Place) {
		if row := l.Places[p]; g.Place >= 0 && f.active(p) && f.active(g.Place) {
			curve(b, l.Places[g.Place], row.X, row.Y+rowHeight/2, "l", lit, "2.5")
		}
	}
}

// curve draws a line from the right of a row to a point.
func curve(b *strings.Builder, from Box, x, y int, class, colour, width string) {
	x1, y1 := from.X+from.W, from.Y+rowHeight/2
	middle := (x1 + x) / 2
	fmt.Fprintf(b, `<path class="%s" d="M%d %dC%d %d %d %d %d %d" fill="none" stroke="%s" stroke-width="%s"/>`+"\n",
		class, x1, y1, middle, y1, middle, y, x, y, colour, width)
}

// box draws a group's children.
func (f *figure) box(b *strings.Builder, l *Layout, g *Group) {
	fmt.Fprintf(b, `<rect class="b" x="%d" y="%d" width="%d" height="%d" rx="6" fill="%s" stroke="%s"/>`+"\n", g.X, g.Y, g.W, g.H, box, frame)
	if g.Place >= 0 {
		text := cut(policy(f.decider(g.Place)), (g.W-16)/smallWidth)
		fmt.Fprintf(b, `<text class="f" x="%d" y="%d" fill="%s" font-size="11">%s</text>`+"\n", g.X+10, g.Y+14, faint, html.EscapeString(text))
	}
	for _, p := range f.rows(g.Place) {
		f.row(b, p, l.Places[p])
	}
}

func (f *figure) row(b *strings.Builder, p int, at Box) {
	name, colour, weight, quiet := "n", ink, "normal", `class="f" fill="`+faint+`"`
	fmt.Fprintf(b, "<g><title>%s</title>", html.EscapeString(f.tip(p)))
	switch shared := f.places[f.Places[p].Decider] > 1; {
	case f.active(p):
		name, colour, weight, quiet = "a", litText, "bold", `fill="`+litText+`"`
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" rx="5" fill="%s"/>`, at.X+2, at.Y+2, at.W-4, at.H-4, lit)
	case shared:
		fmt.Fprintf(b, `<rect class="s" x="%d" y="%d" width="%d" height="%d" rx="5" fill="none" stroke="%s" stroke-dasharray="4 3"/>`,
			at.X+3, at.Y+2, at.W-6, at.H-4, frame)
	default: // a target for the mouse
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill-opacity="0"/>`, at.X, at.Y, at.W, at.H)
	}
	if f.marked[p] {
		fmt.Fprintf(b, `<circle class="m" cx="%d" cy="%d" r="4" fill="none" stroke="%s" stroke-width="2"/>`, at.X+14, at.Y+rowHeight/2, lit)
	}
	note := f.note(p)
	room := at.W - indent - 8
	if note != "" {
		room -= smallWidth * (cells(note) + 1)
		fmt.Fprintf(b, `<text %s x="%d" y="%d" font-size="11" text-anchor="end">%s</text>`, quiet, at.X+at.W-10, at.Y+17, html.EscapeString(note))
	}
	fmt.Fprintf(b, `<text class="%s" x="%d" y="%d" fill="%s" font-weight="%s">%s</text>`, name, at.X+indent, at.Y+18, colour, weight,
		html.EscapeString(cut(line(f.decider(p).Name), room/cellWidth)))
	if detail := f.detail(p); detail != "" {
		fmt.Fprintf(b, `<text %s x="%d" y="%d" font-size="11">%s</text>`, quiet, at.X+indent, at.Y+34,
			html.EscapeString(cut(detail, (at.W-indent-8)/smallWidth)))
	}
	b.WriteString("</g>\n")
}

// note is the text at the right of a row: how long it has been active, or its number of places.
func (f *figure) note(p int) string {
	if f.active(p) {
		return duration(f.states[p].Duration)
	}
	if n := f.places[f.Places[p].Decider]; n > 1 {
		return fmt.Sprintf("×%d", n)
	}
	return ""
}

// detail is the text below a name.
func (f *figure) detail(p int) string {
	of := f.decider(p)
	var parts []string
	if text := f.contents(of); text != "" && (!f.options.NamesOnly || of.Behavior == nil) {
		if s := f.states[p]; s != nil && of.Kind() == declaration.SlotDecider && s.Target.Name != "" {
			text += ": " + line(s.Target.Name)
		}
		parts = append(parts, text)
	}
	if !f.options.NamesOnly {
		parts = append(parts, f.conditions(of)...)
	}
	return strings.Join(parts, ", ")
}

// tip has all details of a place.
func (f *figure) tip(p int) string {
	of := f.decider(p)
	lines := []string{line(f.Places[p].Path), of.Kind().String()}
	if of.Kind() == declaration.GroupDecider {
		lines[1] += ", " + policy(of)
	}
	if n := f.places[f.Places[p].Decider]; n > 1 {
		lines = append(lines, fmt.Sprintf("stands in %d places", n))
	}
	if text := f.contents(of); text != "" {
		lines = append(lines, text)
	}
	lines = append(lines, f.conditions(of)...)
	function := func(what string, of *description.Function) {
		if of != nil {
			lines = append(lines, line(what+" "+of.String()))
		}
	}
	function("Decide", of.Decide)
	if behavior := of.Behavior; behavior != nil {
		function("Activate", behavior.Activate)
		function("Tick", behavior.Tick)
		function("Leave", behavior.Leave)
		function("Deactivate", behavior.Deactivate)
	}
	return strings.Join(lines, "\n")
}

func (f *figure) legend(b *strings.Builder, y int) {
	x := margin
	if f.live() {
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="14" height="14" rx="3" fill="%s"/>`, x, y, lit)
		fmt.Fprintf(b, `<text class="o" x="%d" y="%d" fill="%s" font-size="12">active</text>`+"\n", x+22, y+11, wire)
		x += 90
	}
	if f.options.Mark != "" {
		fmt.Fprintf(b, `<circle class="m" cx="%d" cy="%d" r="4" fill="none" stroke="%s" stroke-width="2"/>`, x+7, y+7, lit)
		fmt.Fprintf(b, `<text class="o" x="%d" y="%d" fill="%s" font-size="12">%s</text>`+"\n", x+20, y+11, wire, html.EscapeString(line(f.options.Mark)))
	}
}
