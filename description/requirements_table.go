package description

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
)

// This file prints the table of Requirements.

// column is a column of the table. An empty cell is "".
type column struct {
	title string
	cell  func(*Requirement) string
	spare bool // it is omitted if all its cells are empty
}

// bytesColumn is a spare column of numbers.
func bytesColumn(title string, number func(*Requirement) int) column {
	return column{title, func(r *Requirement) string {
		if n := number(r); n > 0 {
			return strconv.Itoa(n)
		}
		return ""
	}, true}
}

var columns = []column{
	{"decider", func(r *Requirement) string { return strings.Repeat("  ", r.Depth) + r.Decider.Name }, false},
	{"at", func(r *Requirement) string { return strconv.Itoa(r.Offset) }, false},
	{"frame", func(r *Requirement) string { return strconv.Itoa(r.Frame) }, false},
	bytesColumn("extra", func(r *Requirement) int { return r.Extra }),
	bytesColumn("block", func(r *Requirement) int { return r.Block }),
	bytesColumn("timers", func(r *Requirement) int { return r.Timers }),
	bytesColumn("count", func(r *Requirement) int { return r.Count }),
	bytesColumn("bag", func(r *Requirement) int { return r.Bag }),
	{"monitor", func(r *Requirement) string {
		if r.Monitor {
			return "1 bit"
		}
		return ""
	}, true},
	bytesColumn("shared", func(r *Requirement) int { return r.Shared }),
	bytesColumn("kept", func(r *Requirement) int { return r.Kept }),
	bytesColumn("reserve", func(r *Requirement) int { return r.Reserve }),
	bytesColumn("keys", func(r *Requirement) int { return r.Keys }),
	bytesColumn("handover", func(r *Requirement) int { return r.Handover }),
	{"type", func(r *Requirement) string {
		if r.Boxed {
			return r.Type + " (boxed)"
		}
		return r.Type
	}, true},
}

// table appends the rows.
func (q *Requirements) table(b *strings.Builder) {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	var shown []column
	for _, c := range columns {
		used := !c.spare
		for i := 0; i < len(q.Rows) && !used; i++ {
			used = c.cell(&q.Rows[i]) != ""
		}
		if used {
			shown = append(shown, c)
		}
	}
	line := func(cell func(*column) string) {
		for i := range shown {
			fmt.Fprintf(w, "%s\t", cell(&shown[i]))
		}
		fmt.Fprintln(w)
	}
	line(func(c *column) string { return c.title })
	for i := range q.Rows {
		line(func(c *column) string { return c.cell(&q.Rows[i]) })
	}
	w.Flush()
	// tabwriter pads the last cells; trim lines to their text.
	for line := range strings.Lines(text.String()) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
}
