// Command picture draws the README's figure: Figure 1 of the Spore text, ticked by the engine, with the active
// path lit and the deciders that this tick asks marked.
//
//	go run ./internal/picture >docs/figure1.svg
package main

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"log"
	"os"
)

// Measures, in pixels; colours that stand out from white and from dark pages alike.
const (
	rowHeight, rowWidth = 30, 156
	gapX, gapY, margin  = 74, 22, 12
	box, frame, text    = "#22303f", "#53687f", "#e8eef4"
	lit, litText, line  = "#f0b232", "#20160a", "#8093a8"
)

func main() {
	places, err := ticked()
	if err != nil {
		log.Fatal(err)
	}
	if err := draw(os.Stdout, places); err != nil {
		log.Fatal(err)
	}
}

// group is a box: a group's children, one under the other.
type group struct {
	parent   int // index of its place; -1 for the root's own box
	children []int
	x, y     int
}

func draw(w io.Writer, places []place) error {
	groups, width, height := arrange(places)
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" `+
		`font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13">`+"\n", width, height)
	fmt.Fprintln(&b, "<title>A tree of deciders: the creature eats</title>")
	at := map[int][2]int{} // where each place's row is
	for _, g := range groups {
		for i, p := range g.children {
			at[p] = [2]int{g.x, g.y + i*rowHeight}
		}
	}
	for _, active := range []bool{false, true} { // lit lines over the others
		for _, g := range groups {
			if g.parent >= 0 && places[g.parent].Active == active {
				connect(&b, at[g.parent], g, active)
			}
		}
	}
	for _, g := range groups {
		g.draw(&b, places)
	}
	legend(&b, height)
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// arrange puts each group's box into the column of its depth, as high as the boxes above it let it.
func arrange(places []place) (groups []*group, width, height int) {
	open := map[int]*group{} // by depth of the children
	last := -1
	for i, p := range places {
		g := open[p.Depth]
		if g == nil || p.Index == 0 {
			g = &group{parent: parentOf(places, i), x: margin + p.Depth*(rowWidth+gapX)}
			open[p.Depth] = g
			groups = append(groups, g)
		}
		g.children = append(g.children, i)
		last = max(last, p.Depth)
	}
	bottom := make([]int, last+1)
	for i := range bottom {
		bottom[i] = margin
	}
	for _, g := range groups {
		depth := places[g.children[0]].Depth
		g.y = bottom[depth]
		if g.parent >= 0 && depth == last { // beside its parent, where nothing else stands
			for _, other := range groups {
				for i, p := range other.children {
					if p == g.parent {
						g.y = max(g.y, other.y+(i-len(g.children)+1)*rowHeight)
					}
				}
			}
		}
		bottom[depth] = g.y + len(g.children)*rowHeight + gapY
		height = max(height, bottom[depth])
	}
	return groups, margin*2 + last*(rowWidth+gapX) + rowWidth, height + 24
}

func parentOf(places []place, i int) int {
	for p := i - 1; p >= 0; p-- {
		if places[p].Depth < places[i].Depth {
			return p
		}
	}
	return -1
}

// connect draws the line from a group's row to its children's box.
func connect(b *bytes.Buffer, from [2]int, g *group, active bool) {
	colour, thick := line, 1.5
	if active {
		colour, thick = lit, 3
	}
	x1, y1 := from[0]+rowWidth, from[1]+rowHeight/2
	x2, y2 := g.x-5, g.y+rowHeight/2
	middle := (x1 + x2) / 2
	fmt.Fprintf(b, `<path d="M%d %dC%d %d %d %d %d %d" fill="none" stroke="%s" stroke-width="%v"/>`+"\n",
		x1, y1, middle, y1, middle, y2, x2, y2, colour, thick)
	fmt.Fprintf(b, `<path d="M%d %dl-8 -5v10z" fill="%s"/>`+"\n", g.x, y2, colour)
}

func (g *group) draw(b *bytes.Buffer, places []place) {
	high := len(g.children) * rowHeight
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" rx="6" fill="%s" stroke="%s"/>`+"\n", g.x, g.y, rowWidth, high, box, frame)
	for i, at := range g.children {
		p, y := places[at], g.y+i*rowHeight
		colour, weight := text, "normal"
		if p.Active {
			colour, weight = litText, "bold"
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" rx="5" fill="%s"/>`+"\n", g.x+2, y+2, rowWidth-4, rowHeight-4, lit)
		}
		if p.asked {
			fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="4" fill="none" stroke="%s" stroke-width="2"/>`+"\n", g.x+15, y+rowHeight/2, lit)
		}
		fmt.Fprintf(b, `<text x="%d" y="%d" fill="%s" font-weight="%s">%s</text>`+"\n", g.x+28, y+20, colour, weight, html.EscapeString(p.Decider.Name))
	}
}

func legend(b *bytes.Buffer, height int) {
	y := height - 14
	fmt.Fprintf(b, `<rect x="%d" y="%d" width="14" height="14" rx="3" fill="%s"/>`, margin, y-11, lit)
	fmt.Fprintf(b, `<text x="%d" y="%d" fill="%s">active</text>`, margin+22, y, line)
	fmt.Fprintf(b, `<circle cx="%d" cy="%d" r="4" fill="none" stroke="%s" stroke-width="2"/>`, margin+102, y-4, lit)
	fmt.Fprintf(b, `<text x="%d" y="%d" fill="%s">asked in this tick, and might interrupt</text>`+"\n", margin+114, y, line)
}
