package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/demo/sim"
)

// Sizes, in cells.
const (
	sideWidth = 31
	sideFrom  = 104 // columns from which there is room for the side panel
	smallest  = 40  // columns
	lowest    = 14  // rows
)

// draw draws the whole screen.
func (a *app) draw() {
	c := &a.canvas
	c.clear()
	if c.width < smallest || c.height < lowest {
		c.put(0, 0, "The window is too small for a field.", style{}, -1)
		return
	}
	a.drawTop(c)
	side := 0
	if c.width >= sideFrom {
		side = sideWidth
	}
	state := min(max(c.height/4, 4), 9) // a toy's tree makes a path of eight
	log := min(max(c.height/5-1, 2), 11)
	address := a.addressRows()
	height := c.height - 1 - (1 + state) - (1 + log) - len(address) - 1
	b := a.current()
	centre := a.sim.Size().Times(0.5)
	if b != nil {
		centre = b.Body.Pos
	}
	drawField(c, viewOf(0, 1, c.width-side, height, a.sim.Size(), centre), a.sim, a.selected)
	if side > 0 {
		a.drawSide(c, c.width-side, 1, side, height, b)
	}
	y := 1 + height
	a.drawState(c, y, state, b)
	y += 1 + state
	a.drawLog(c, y, log)
	a.drawBottom(c)
	if a.help {
		drawHelp(c)
	}
	for i, part := range address { // on top of the help
		c.put(0, c.height-1-len(address)+i, " "+part+strings.Repeat(" ", c.width-1-len(part)), style{ink: bright}, -1)
	}
}

// bar fills a row with the background of a title.
func bar(c *canvas, y int, text string) {
	st := style{ink: bright, ground: barGround, bold: true, swap: c.colours == noColours}
	c.put(0, y, text+strings.Repeat(" ", max(c.width-len([]rune(text)), 0)), st, -1)
}

func (a *app) drawTop(c *canvas) {
	grazers, hunters := a.sim.Living()
	eggs := 0
	for _, n := range a.sim.Homes() {
		eggs += n.Eggs
	}
	when := "night"
	if !a.sim.Day.Night() {
		when = "light"
	}
	bar(c, 0, fmt.Sprintf(" decidertree   day %d  %s %s   %d grazers  %d hunters  %d eggs   %.0f s  ×%g",
		a.sim.Day.Number, a.sim.Day.Clock(), when, grazers, hunters, eggs, a.sim.World.Time(), a.speed()))
	if a.isPaused() {
		c.put(c.width-9, 0, " PAUSED ", style{ink: barGround, ground: hungry, bold: true, swap: c.colours == noColours}, -1)
	}
}

func (a *app) drawBottom(c *canvas) {
	m := a.sim.Minds
	text := fmt.Sprintf(" ? help  q quit   %d of %d minds ticked, %d asleep, %d errors", m.Ticked, m.Agents, m.Skipped, a.failed)
	if a.spent != (spent{}) {
		text += fmt.Sprintf(", %.1f ms", milliseconds(a.spent.minds))
		if n := a.sim.Paths.Served; c.width >= sideFrom {
			text += fmt.Sprintf("   frame %.1f + %.1f ms drawing   %d ways", milliseconds(a.spent.step), milliseconds(a.spent.draw), n)
		}
	}
	bar(c, c.height-1, text)
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// logTitle is the title of the debug output.
func (a *app) logTitle() string {
	whose := "everybody"
	if id := a.output.Agent; id != 0 {
		whose = names.Agent(id)
	}
	return fmt.Sprintf(" debug output level %d of %s", a.cfg.level, whose)
}

// addressRows is the inspector's address if the title of the debug output leaves no room for it: in a narrow window it
// has a row of its own, or several.
func (a *app) addressRows() (rows []string) {
	url, width := a.seeing.url(), a.canvas.width
	if a.hasRoomFor(url) {
		return nil
	}
	for width -= 2; len(url) > width; url = url[width:] {
		rows = append(rows, url[:width])
	}
	return append(rows, url)
}

func (a *app) hasRoomFor(url string) bool {
	return url == "" || a.canvas.width > len(a.logTitle())+len(url)+3
}

// drawLog draws the last lines of debug output; those of the selected creature are brighter.
func (a *app) drawLog(c *canvas, y, rows int) {
	bar(c, y, a.logTitle())
	if url := a.seeing.url(); url != "" && a.hasRoomFor(url) {
		c.put(c.width-len(url)-1, y, url, style{ink: plainInk, ground: barGround, swap: c.colours == noColours}, -1)
	}
	mine := fmt.Sprintf(" #%d ", a.selected)
	for i, line := range a.log.last(rows) {
		st := style{ink: faint}
		if strings.Contains(line, mine) {
			st.ink = bright
		}
		c.put(1, y+1+i, line, st, c.width-1)
	}
}

// drawSide draws the selected creature's body, the activities of all, and the news.
func (a *app) drawSide(c *canvas, x, y, width, height int, b *sim.Being) {
	end := y + height
	line := func(text string, st style) {
		if y < end {
			c.put(x+1, y, text, st, width-1)
		}
		y++
	}
	if b != nil {
		line(fmt.Sprintf("%s %s", names.Agent(b.ID), b.Intent.Pose), style{ink: looks[b.Intent.Pose].ink, bold: true})
		for _, v := range []struct {
			name  string
			value float64
			ink   rgb
		}{
			{"health", b.Body.Health, angry}, {"food", b.Body.Fullness, hungry}, {"energy", b.Body.Energy, dreamy},
			{"breath", b.Body.Breath, scared}, {"boredom", b.Body.Boredom, merry},
		} {
			full := int(v.value*16 + 0.5)
			if y < end {
				c.put(x+10+full, y, strings.Repeat("·", 16-full), style{ink: faint}, -1)
				c.put(x+10, y, strings.Repeat("█", full), style{ink: v.ink}, -1)
			}
			line(v.name, style{ink: plainInk})
		}
		for _, heard := range namesOf(uint64(a.sim.Heard(b)), names.Stimuli, width-4) {
			line("  "+heard, style{ink: kind})
		}
		y++
	}
	var doing [nest.Poses]int
	for _, other := range a.sim.Beings() {
		doing[other.Intent.Pose]++
	}
	column := 0
	for p, n := range doing {
		if n == 0 || y >= end-4 {
			continue
		}
		l := looks[p]
		at := c.put(x+1+15*column, y, string(l.letter), style{ink: l.ink, bold: true}, -1)
		c.put(at+1, y, fmt.Sprintf("%d %s", n, nest.Pose(p)), style{ink: plainInk}, 12)
		if column = 1 - column; column == 0 {
			y++
		}
	}
	y += 1 + column
	news := a.sim.News
	for i := len(news) - 1; i >= 0 && y < end; i-- {
		line(fmt.Sprintf("%5.0f %s %s", news[i].Time, names.Agent(news[i].Who), news[i].What), style{ink: faint})
	}
}

// namesOf lists the names of flags, filling lines.
func namesOf(set uint64, all debugprint.BitNames, width int) (lines []string) {
	now := ""
	for bit, name := range all {
		if set&(1<<bit) == 0 {
			continue
		}
		if now != "" && len(now)+1+len(name) > width {
			lines, now = append(lines, now), ""
		}
		if now != "" {
			now += " "
		}
		now += name
	}
	if now != "" {
		lines = append(lines, now)
	}
	return lines
}
