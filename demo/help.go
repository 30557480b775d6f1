package main

import (
	"fmt"
	"strings"

	"github.com/decidertree/decidertree/demo/nest"
)

var helpText = []string{
	"space          pause, go on          s .   one step",
	"tab, → ↓       select the next       h     select a hunter",
	"⇧tab, ← ↑      or the one before     + -   faster, slower",
	"0 to 5         debug output level; 3 to 5 of the selected",
	"?              this help             q     quit",
	"",
	"A letter is a grazer, a small one is young; on red it is a",
	"hunter. (o____) is a nest with an egg, <> a den, ♣ is food.",
	"",
}

// drawHelp draws the keys and the letters over everything else.
func drawHelp(c *canvas) {
	const width = 64
	lines := append([]string(nil), helpText...)
	row := ""
	for p := range nest.Poses {
		if row += fmt.Sprintf("%c  %-17s", looks[p].letter, p); p%3 == 2 {
			lines, row = append(lines, row), ""
		}
	}
	lines = append(lines, row)
	x, y := max((c.width-width)/2, 0), max((c.height-len(lines)-2)/2, 0)
	st := style{ink: bright, ground: boxGround, swap: c.colours == noColours}
	blank := strings.Repeat(" ", width)
	c.put(x, y, blank, st, -1)
	for i, line := range lines {
		c.put(x, y+1+i, blank, st, -1)
		c.put(x+2, y+1+i, line, st, width-2)
	}
	c.put(x, y+1+len(lines), blank, st, -1)
}
