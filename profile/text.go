package profile

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Row has the counts and times of one place of a tree. Unless Options.Every is 1 they are estimates.
type Row struct {
	Tree     string        // the root's name
	Place    int           // its number in the tree
	Depth    int           // 0 for the root
	Path     string        // names from the root of Tree
	Decider  string        // its name
	Asked    int64         // times it was asked, as a candidate or again while it was active
	Accepted int64         // of those, times it said yes
	Entered  int64         // times it became active
	Ticked   int64         // times its behavior was ticked
	Asking   time.Duration // time of asking it, and of the engine's work for it
	Running  time.Duration // time in its behavior's Activate, Tick, Leave and Deactivate
}

// Total are sums over all trees.
type Total struct {
	Sampled int64         // sampled ticks
	Ticks   int64         // all ticks, as estimated from the sampled ones
	Time    time.Duration // of all ticks, in the same way, without what sampling adds
}

// Total returns the sums.
func (p *Profile) Total() Total {
	return Total{Sampled: p.sampled.Load(), Ticks: p.ticks.Load(), Time: time.Duration(p.all.Load())}
}

// Rows returns all places of all trees that were seen, plugged ones too, in the order of the declaration. A decider that
// stands at several places has a row for each. During a tick the rows have what has been counted so far.
func (p *Profile) Rows() []Row {
	var rows []Row
	for _, t := range *p.trees.Load() {
		for _, place := range t.told.Order {
			at, c := &t.told.Places[place], &t.counts[place]
			rows = append(rows, Row{
				Tree: t.told.Name, Place: place, Depth: at.Depth, Path: at.Path, Decider: t.told.Deciders[at.Decider].Name,
				Asked: c.asked.Load(), Accepted: c.accepted.Load(), Entered: c.entered.Load(), Ticked: c.ticked.Load(),
				Asking: time.Duration(c.asking.Load()), Running: time.Duration(c.running.Load()),
			})
		}
	}
	return rows
}

// WriteText writes a table with a line for each place, and above it the totals. The share is that of the time of all ticks.
// Without any times their columns are left out.
func (p *Profile) WriteText(w io.Writer) error {
	total := p.Total()
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s ticks", grouped(total.Ticks))
	if total.Ticks > 0 && total.Time > 0 {
		fmt.Fprintf(&b, ", %s, %s each", short(total.Time), short(total.Time/time.Duration(total.Ticks)))
	}
	if total.Sampled < total.Ticks {
		fmt.Fprintf(&b, "; estimated from %s sampled ticks", grouped(total.Sampled))
	}
	b.WriteByte('\n')
	lines := [][]string{{"decider", "asked", "accepted", "entered", "ticked", "asking", "running", "share"}}
	for _, r := range p.Rows() {
		lines = append(lines, []string{
			strings.Repeat("  ", r.Depth) + r.Decider, grouped(r.Asked), grouped(r.Accepted), grouped(r.Entered), grouped(r.Ticked),
			short(r.Asking), short(r.Running), fmt.Sprintf("%.1f %%", 100*float64(r.Asking+r.Running)/float64(max(total.Time, 1))),
		})
	}
	if total.Time == 0 {
		for i := range lines {
			lines[i] = lines[i][:5]
		}
	}
	writeTable(&b, lines)
	_, err := w.Write(b.Bytes())
	return err
}

// writeTable writes lines with their columns aligned: the first to the left, the others to the right.
func writeTable(b *bytes.Buffer, lines [][]string) {
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, line := range lines {
		fmt.Fprintf(b, "%-*s", widths[0], line[0])
		for i, cell := range line[1:] {
			fmt.Fprintf(b, "  %*s", widths[i+1], cell)
		}
		b.WriteByte('\n')
	}
}

// WriteCSV writes a line for each place, with times in nanoseconds, after a line with the names of the columns.
func (p *Profile) WriteCSV(w io.Writer) error {
	table := csv.NewWriter(w)
	lines := [][]string{{"tree", "place", "path", "decider", "asked", "accepted", "entered", "ticked", "asking_ns", "running_ns"}}
	for _, r := range p.Rows() {
		line := []string{r.Tree, strconv.Itoa(r.Place), r.Path, r.Decider}
		for _, n := range []int64{r.Asked, r.Accepted, r.Entered, r.Ticked, int64(r.Asking), int64(r.Running)} {
			line = append(line, strconv.FormatInt(n, 10))
		}
		lines = append(lines, line)
	}
	return table.WriteAll(lines)
}

// grouped writes a number with commas.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// short writes a time with three digits: "6.00 ms".
func short(d time.Duration) string {
	for _, unit := range []struct {
		name string
		size time.Duration
	}{{"s", time.Second}, {"ms", time.Millisecond}, {"µs", time.Microsecond}} {
		switch v := float64(d) / float64(unit.size); {
		case v < 1:
			continue
		case v < 9.995:
			return fmt.Sprintf("%.2f %s", v, unit.name)
		case v < 99.95:
			return fmt.Sprintf("%.1f %s", v, unit.name)
		default:
			return fmt.Sprintf("%.0f %s", v, unit.name)
		}
	}
	return fmt.Sprintf("%d ns", d)
}
