package main

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"slices"
)

// This file draws curves in the style of docs/figure1.svg.

// Measures, in pixels.
const (
	plotWidth, plotHeight       = 330, 330
	plotTop, plotLeft, plotGap  = 52, 70, 250
	pictureWidth, pictureHeight = plotLeft + 2*plotWidth + plotGap + 160, plotTop + plotHeight + 56
	ground, rule                = "#22303f", "#3a4d61"
)

// svg draws both panels beside each other, with the same scale: a decade of time has the same height in both.
func (c *curves) svg() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" `+
		`font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="12">`+"\n", pictureWidth, pictureHeight)
	fmt.Fprintln(&b, "<title>What a frame of a crowd costs, over the number of agents and over the share of them that change</title>")
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="8" fill="%s"/>`+"\n", pictureWidth, pictureHeight, ground)
	s := scaleOf(c.agents.lines, c.shares.lines)
	c.agents.draw(&b, plotLeft, s)
	c.shares.draw(&b, plotLeft+plotWidth+plotGap, s)
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// scale is the range of decades of nanoseconds that is shown.
type scale struct{ low, high float64 }

func scaleOf(panels ...[]line) scale {
	low, high := math.Inf(1), math.Inf(-1)
	for _, lines := range panels {
		for _, l := range lines {
			low, high = min(low, slices.Min(l.ns)), max(high, slices.Max(l.ns))
		}
	}
	return scale{math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))}
}

func (s scale) y(ns float64) float64 {
	return plotTop + plotHeight*(s.high-math.Log10(ns))/(s.high-s.low)
}

// draw draws a panel whose left end is at x.
func (p *panel) draw(b *bytes.Buffer, x int, s scale) {
	fmt.Fprintf(b, `<text x="%d" y="28" fill="%s" font-size="14" font-weight="bold">%s</text>`+"\n", x, white, html.EscapeString(p.title))
	for decade := s.low; decade <= s.high; decade++ {
		y := s.y(math.Pow(10, decade))
		fmt.Fprintf(b, `<path d="M%d %.1fh%d" stroke="%s"/>`, x, y, plotWidth, rule)
		fmt.Fprintf(b, `<text x="%d" y="%.1f" fill="%s" text-anchor="end">%s</text>`+"\n", x-8, y+4, grey, decadeName(decade))
	}
	at := func(i int) float64 {
		return float64(x) + plotWidth*float64(i)/float64(max(1, len(p.xs)-1))
	}
	for i, name := range p.xs {
		if i%2 == 0 { // there is no room for all
			fmt.Fprintf(b, `<text x="%.1f" y="%d" fill="%s" text-anchor="middle">%s</text>`+"\n", at(i), plotTop+plotHeight+20, grey, html.EscapeString(name))
		}
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" fill="%s" text-anchor="middle">%s</text>`+"\n", x+plotWidth/2, plotTop+plotHeight+42, grey, html.EscapeString(p.under))
	for _, l := range p.lines {
		fmt.Fprintf(b, `<path fill="none" stroke="%s" stroke-width="2.5" stroke-linejoin="round" d="`, l.colour)
		for i, ns := range l.ns {
			fmt.Fprintf(b, "%c%.1f %.1f", "ML"[min(i, 1)], at(i), s.y(ns))
		}
		b.WriteString("\"/>\n")
	}
	p.names(b, x+plotWidth+10, s)
}

// names writes each line's name at its end, and moves names apart whose ends are close.
func (p *panel) names(b *bytes.Buffer, x int, s scale) {
	end := func(l line) float64 { return s.y(l.ns[len(l.ns)-1]) }
	lines := slices.Clone(p.lines)
	slices.SortStableFunc(lines, func(a, b line) int { return int(10 * (end(a) - end(b))) })
	const apart = 15
	ys := make([]float64, len(lines))
	for i, l := range lines {
		ys[i] = end(l)
		for k := i; k > 0 && ys[k]-ys[k-1] < apart; k-- { // each moves half of the way
			push := (apart - (ys[k] - ys[k-1])) / 2
			ys[k] += push
			ys[k-1] -= push
		}
	}
	for i := 1; i < len(ys); i++ {
		ys[i] = max(ys[i], ys[i-1]+apart)
	}
	for i, l := range lines {
		fmt.Fprintf(b, `<text x="%d" y="%.1f" fill="%s">%s</text>`+"\n", x, ys[i]+4, l.colour, html.EscapeString(l.name))
	}
}

// decadeName returns the text for a power of ten of nanoseconds.
func decadeName(decade float64) string {
	units := []string{"ns", "µs", "ms", "s"}
	unit := min(int(decade)/3, len(units)-1)
	return fmt.Sprintf("%g %s", math.Pow(10, decade-float64(3*unit)), units[unit])
}
