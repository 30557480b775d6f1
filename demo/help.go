package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/demo/nest"
)

var helpKeys = []string{
	"space          pause, go on          s .   one step",
	"tab, → ↓       select the next       h     select a hunter",
	"⇧tab, ← ↑      or the one before     + -   faster, slower",
	"b              a bang before it      t     a toy before it",
	"w              keep this moment      l     go back to it",
	"0 to 5         debug output level; 3 to 5 of the selected",
	"? q            this help, quit       r     write a recording",
}

var helpLetters = []string{
	"A letter is a grazer, a small one young, on red a hunter.",
	"(o____)♣ nest, egg and food, <> den, ♣ food, ● ♠ toys, ~ pond.",
}

// drawHelp draws the help for keys and letters on top of the picture.
func drawHelp(c *canvas) {
	const width = 64
	var looksLike []string
	row := ""
	for p := range nest.Poses {
		if row += fmt.Sprintf("%c  %-17s", looks[p].letter, p); p%3 == 2 {
			looksLike, row = append(looksLike, row), ""
		}
	}
	if row != "" {
		looksLike = append(looksLike, row)
	}
	var blank []string // where there is room for it
	if len(helpKeys)+len(helpLetters)+len(looksLike)+4 <= c.height {
		blank = []string{""}
	}
	lines := slices.Concat(blank, helpKeys, blank, helpLetters, blank, looksLike, blank)
	x, y := max((c.width-width)/2, 0), max((c.height-len(lines))/2, 0)
	st := style{ink: bright, ground: boxGround, swap: c.colours == noColours}
	for i, line := range lines {
		c.put(x, y+i, strings.Repeat(" ", min(width, c.width-x)), st, -1)
		c.put(x+2, y+i, strings.TrimRight(line, " "), st, width-2)
	}
}
