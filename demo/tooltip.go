package main

import (
	"strings"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/demo/sim"
)

// drawState draws the tooltip of the selected creature: its active deciders, in several branches if several run
// concurrently.
func (a *app) drawState(c *canvas, y, rows int, b *sim.Being) {
	if b == nil {
		bar(c, y, " nobody is left")
		return
	}
	bar(c, y, " "+describe(b))
	a.state = names.AppendState(a.state[:0], a.sim.Mind(b), debugprint.ActivePath)
	for i, line := range shortened(folded(strings.Split(string(a.state), "\n")), rows) {
		st := style{ink: plainInk}
		switch {
		case line.runs:
			st = style{ink: looks[b.Intent.Pose].ink, bold: true}
		case !line.decider:
			st.ink = faint
		}
		c.put(1, y+1+i, line.text, st, c.width-1)
	}
}

// stateLine is a line of a tooltip.
type stateLine struct {
	text    string
	decider bool // else blackboard values
	runs    bool // nothing is active below it
}

// folded joins the blackboard values of a decider, which take a line each, into one line. Values are indented by four
// more spaces than their decider, children by two.
func folded(text []string) (lines []stateLine) {
	last := -1 // decider
	for _, t := range text {
		indent := indentOf(t)
		if isValue := last >= 0 && indent > indentOf(lines[last].text)+2; isValue || strings.HasPrefix(t, "(") {
			if n := len(lines); n > 0 && !lines[n-1].decider {
				lines[n-1].text += "   " + t[indent:]
			} else {
				lines = append(lines, stateLine{text: t})
			}
			continue
		}
		if last >= 0 && indent > indentOf(lines[last].text) {
			lines[last].runs = false
		}
		last = len(lines)
		lines = append(lines, stateLine{text: t, decider: true, runs: true})
	}
	return lines
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// shortened drops the least important lines if there are more than rows: values, then the uppermost deciders. The
// remaining lines move to the left.
func shortened(lines []stateLine, rows int) []stateLine {
	for i := 0; i < len(lines) && len(lines) > rows; {
		if lines[i].decider {
			i++
		} else {
			lines = append(lines[:i], lines[i+1:]...)
		}
	}
	if over := len(lines) - rows; over > 0 {
		lines = lines[over:]
		lines[0] = stateLine{text: "…"}
		left := indentOf(lines[1].text)
		for _, l := range lines[2:] {
			left = min(left, indentOf(l.text))
		}
		for i := range lines[1:] {
			lines[i+1].text = lines[i+1].text[left:]
		}
	}
	return lines
}
