package main

import (
	"strconv"
	"unicode/utf8"
)

// rgb is a colour, 0xRRGGBB; zero is the terminal's default.
type rgb uint32

// style is the look of a cell.
type style struct {
	ink, ground rgb
	bold, swap  bool // swap: ink and ground exchanged
}

type cell struct {
	r rune
	s style
}

// colours is the number of colours of a terminal.
type colours uint8

const (
	noColours colours = iota
	colours256
	colours24bit
)

// coloursOf returns the colours that the environment announces (https://no-color.org).
func coloursOf(env func(string) string) colours {
	switch direct := env("COLORTERM"); {
	case env("NO_COLOR") != "" || env("TERM") == "dumb":
		return noColours
	case direct == "truecolor" || direct == "24bit":
		return colours24bit
	}
	return colours256
}

// canvas is a screen being drawn. Only appendFrame reaches the terminal, with the rows that have changed, so that
// the picture does not flicker.
type canvas struct {
	width, height int
	colours       colours
	cells, shown  []cell
}

// resize changes the size; the next frame draws all rows.
func (c *canvas) resize(width, height int) {
	c.width, c.height = width, height
	c.cells = make([]cell, width*height)
	c.shown = nil
}

// clear blanks all cells.
func (c *canvas) clear() {
	for i := range c.cells {
		c.cells[i] = cell{r: ' '}
	}
}

// put writes a text at a position and returns the column after it. A text that is longer than columns ends in an
// ellipsis; columns below 0 means up to the edge.
func (c *canvas) put(x, y int, text string, s style, columns int) int {
	end := c.width
	if columns >= 0 {
		end = min(end, x+columns)
	}
	if y < 0 || y >= c.height {
		return x
	}
	left := utf8.RuneCountInString(text)
	for _, r := range text {
		if x >= end {
			break
		}
		if x == end-1 && left > 1 {
			r = '…'
		}
		left--
		if x >= 0 {
			at := &c.cells[y*c.width+x]
			if s.ground == 0 {
				s.ground = at.s.ground
			}
			*at = cell{r, s}
		}
		x++
	}
	return x
}

// at returns a cell to change; nil off the canvas.
func (c *canvas) at(x, y int) *cell {
	if x < 0 || y < 0 || x >= c.width || y >= c.height {
		return nil
	}
	return &c.cells[y*c.width+x]
}

// appendFrame appends the control sequences that show the canvas.
func (c *canvas) appendFrame(b []byte) []byte {
	b = append(b, "\x1b[?2026h"...) // terminals that support it show only complete frames
	if c.shown == nil {
		b = append(b, "\x1b[0m\x1b[2J"...)
		c.shown = make([]cell, len(c.cells))
	}
	for y := range c.height {
		row, before := c.cells[y*c.width:(y+1)*c.width], c.shown[y*c.width:(y+1)*c.width]
		if same(row, before) {
			continue
		}
		copy(before, row)
		b = append(b, "\x1b["...)
		b = strconv.AppendInt(b, int64(y+1), 10)
		b = append(b, ";1H\x1b[0m"...)
		var now style
		for _, cell := range row {
			if cell.s != now {
				b = c.appendStyle(b, cell.s)
				now = cell.s
			}
			b = utf8.AppendRune(b, cell.r)
		}
	}
	return append(b, "\x1b[0m\x1b[?2026l"...)
}

func same(a, b []cell) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func (c *canvas) appendStyle(b []byte, s style) []byte {
	b = append(b, "\x1b[0"...)
	if s.bold {
		b = append(b, ";1"...)
	}
	if s.swap {
		b = append(b, ";7"...)
	}
	b = c.appendColour(b, ";38", s.ink)
	b = c.appendColour(b, ";48", s.ground)
	return append(b, 'm')
}

func (c *canvas) appendColour(b []byte, which string, col rgb) []byte {
	if col == 0 || c.colours == noColours {
		return b
	}
	red, green, blue := int64(col>>16), int64(col>>8&0xff), int64(col&0xff)
	b = append(b, which...)
	if c.colours == colours24bit {
		b = append(b, ";2;"...)
		b = append(strconv.AppendInt(b, red, 10), ';')
		b = append(strconv.AppendInt(b, green, 10), ';')
		return strconv.AppendInt(b, blue, 10)
	}
	b = append(b, ";5;"...)
	return strconv.AppendInt(b, nearest256(red, green, blue), 10)
}

// nearest256 finds the nearest of the 256 colours. Dark and grey ones come from the grey ramp, which is finer than the
// cube, in which a dim green would become a bright one.
func nearest256(red, green, blue int64) int64 {
	if high, low := max(red, green, blue), min(red, green, blue); high < 80 || high-low < 12 {
		return min(232+max((red+green+blue)/3-3, 0)/10, 255)
	}
	step := func(v int64) int64 {
		switch {
		case v < 48:
			return 0
		case v < 115:
			return 1
		}
		return (v - 35) / 40
	}
	return 16 + 36*step(red) + 6*step(green) + step(blue)
}

// blend mixes a with a share of b, from 0 to 1.
func blend(a, b rgb, share float64) rgb {
	mix := func(shift int) rgb {
		x, y := float64(a>>shift&0xff), float64(b>>shift&0xff)
		return rgb(x+(y-x)*share) << shift
	}
	return mix(16) | mix(8) | mix(0)
}
