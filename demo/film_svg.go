package main

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Sizes of a film, in pixels; its cells are like those of a terminal.
const (
	cellWide   = 8
	cellHigh   = 17
	baseline   = 13 // of a letter, below the top of its cell
	letterSize = 13.2
	frameEdge  = 10 // around the picture
)

// film is an animated SVG file, so its text is sharp on any screen. Unchanged parts are drawn once, so that a field of
// creatures takes a few kilobytes a second.
type film struct {
	width, height int
	shots         [][]cell
	seconds       float64 // of one shot
}

// shoot adds the canvas as the next shot.
func (f *film) shoot(c *canvas) {
	f.width, f.height = c.width, c.height
	f.shots = append(f.shots, slices.Clone(c.cells))
}

// painted is the look of a part of a cell: its ground or its letter.
type painted struct {
	ink  rgb
	bold bool
	r    rune // 0 for a ground
}

// strip is a row of cells with the same look, from one shot to another.
type strip struct {
	from, to int // shots, the last not included
	x, y     int
	look     painted // of the first one
	text     []rune  // nil for grounds
	cells    int
}

// parts returns the strips of the film: one for the time in which a cell looks the same. Neighbours with the same times
// are joined.
func (f *film) parts() (grounds, texts []strip) {
	for y := range f.height {
		grounds = append(grounds, f.row(y, ground)...)
		texts = append(texts, f.row(y, letter)...)
	}
	return grounds, texts
}

func ground(c cell) painted {
	if c.s.swap {
		return painted{ink: orElse(c.s.ink, bright)}
	}
	return painted{ink: orElse(c.s.ground, boxGround)}
}

func letter(c cell) painted {
	ink := orElse(c.s.ink, bright)
	if c.s.swap {
		ink = orElse(c.s.ground, boxGround)
	}
	if c.r == ' ' || c.r == 0 {
		return painted{r: ' '}
	}
	return painted{ink: ink, bold: c.s.bold, r: c.r}
}

func orElse(c, other rgb) rgb {
	if c == 0 {
		return other
	}
	return c
}

// row returns the strips of a row.
func (f *film) row(y int, of func(cell) painted) (strips []strip) {
	open := map[[2]int]int{} // by from and to: the run that ends in the cell to the left
	for x := range f.width {
		next := map[[2]int]int{}
		for from := 0; from < len(f.shots); {
			look := of(f.shots[from][y*f.width+x])
			to := from + 1
			for to < len(f.shots) && of(f.shots[to][y*f.width+x]) == look {
				to++
			}
			span := [2]int{from, to}
			from = to
			i, ok := open[span]
			if look.r == ' ' && !ok {
				continue
			}
			if ok && (look.r == ' ' || strips[i].look.ink == look.ink && strips[i].look.bold == look.bold) {
				strips[i].cells++
				strips[i].text = append(strips[i].text, look.r)
				next[span] = i
				continue
			}
			next[span] = len(strips)
			strips = append(strips, strip{from: span[0], to: span[1], x: x, y: y, look: look, text: []rune{look.r}, cells: 1})
		}
		open = next
	}
	return strips
}

// write writes the film.
func (f *film) write(to io.Writer) error {
	w := bufio.NewWriter(to)
	wide, high := f.width*cellWide+2*frameEdge, f.height*cellHigh+2*frameEdge
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+"\n", wide, high, wide, high)
	fmt.Fprintf(w, "<title>A nest world in the terminal: grazers, hunters and what goes on in the mind of one of them</title>\n")
	grounds, texts := f.parts()
	f.style(w, grounds, texts)
	fmt.Fprintf(w, `<rect width="%d" height="%d" rx="8" fill="%v"/>`+"\n", wide, high, boxGround)
	fmt.Fprintf(w, `<g transform="translate(%d %d)">`+"\n", frameEdge, frameEdge)
	f.layer(w, grounds, func(r strip) {
		if r.look.ink != boxGround {
			fmt.Fprintf(w, `<path fill="%v" d="M%d %dh%dv%dh-%dz"/>`, r.look.ink, r.x*cellWide, r.y*cellHigh, r.cells*cellWide, cellHigh, r.cells*cellWide)
		}
	})
	fmt.Fprintf(w, `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="%v">`+"\n", letterSize)
	f.layer(w, texts, func(r strip) {
		bold := ""
		if r.look.bold {
			bold = ` font-weight="bold"`
		}
		text := strings.TrimRight(string(r.text), " ")
		fmt.Fprintf(w, `<text x="%d" y="%d" fill="%v"%s%s>`, r.x*cellWide, r.y*cellHigh+baseline, r.look.ink, bold, held(text))
		_ = xml.EscapeText(w, []byte(text)) // a write error is kept by w
		fmt.Fprint(w, "</text>")
	})
	fmt.Fprint(w, "</g></g></svg>\n")
	return w.Flush()
}

// held fixes the width of a text in any font; for block characters also that of each letter, to avoid gaps between them.
func held(text string) string {
	switch cells := len([]rune(text)); {
	case cells == 1:
		return ""
	case strings.ContainsRune(text, '█'):
		return fmt.Sprintf(` textLength="%d" lengthAdjust="spacingAndGlyphs"`, cells*cellWide)
	default:
		return fmt.Sprintf(` textLength="%d"`, cells*cellWide)
	}
}

// String returns the colour as in SVG and CSS.
func (c rgb) String() string { return fmt.Sprintf("#%06x", uint32(c)) }

// style writes the times of the strips: one animation for each duration, which each part of the film starts at its own
// time. Readers who prefer no motion see the first shot.
func (f *film) style(w io.Writer, strips ...[]strip) {
	lengths := map[int]bool{}
	for _, all := range strips {
		for _, r := range all {
			lengths[r.to-r.from] = true
		}
	}
	fmt.Fprint(w, "<style>\ntext{white-space:pre}\n.p{visibility:hidden}.p.a{visibility:visible}\n@media (prefers-reduced-motion:no-preference){\n")
	whole := float64(len(f.shots)) * f.seconds
	fmt.Fprintf(w, ".p{animation-duration:%.3gs;animation-timing-function:step-end;animation-iteration-count:infinite}\n", whole)
	for shots := range len(f.shots) {
		if lengths[shots] {
			fmt.Fprintf(w, ".l%d{animation-name:k%d}@keyframes k%d{0%%{visibility:visible}%.4g%%,to{visibility:hidden}}\n",
				shots, shots, shots, 100*float64(shots)/float64(len(f.shots)))
		}
	}
	fmt.Fprint(w, "}\n</style>\n")
}

// layer writes strips, grouped by their times.
func (f *film) layer(w io.Writer, strips []strip, draw func(strip)) {
	slices.SortStableFunc(strips, func(a, b strip) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return b.to - a.to
	})
	fmt.Fprint(w, "<g>\n")
	for i := 0; i < len(strips); {
		from, to := strips[i].from, strips[i].to
		names := []string{"p"}
		if from == 0 {
			names = append(names, "a")
		}
		delay := ""
		if to-from < len(f.shots) {
			names = append(names, fmt.Sprintf("l%d", to-from))
			if from > 0 {
				delay = fmt.Sprintf(` style="animation-delay:-%.4gs"`, float64(len(f.shots)-from)*f.seconds)
			}
		}
		fmt.Fprintf(w, `<g class="%s"%s>`, strings.Join(names, " "), delay)
		for ; i < len(strips) && strips[i].from == from && strips[i].to == to; i++ {
			draw(strips[i])
		}
		fmt.Fprint(w, "</g>\n")
	}
	fmt.Fprint(w, "</g>\n")
}
