package main

import (
	"bufio"
	"flag"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// show lists the contents of a recording.
func show(flags *flag.FlagSet) func(*call) error {
	agents := flags.Int("agents", 20, "list so many agents at most; -1 for all")
	return func(in *call) error {
		rec, err := in.load(in.args[0])
		if err != nil {
			return err
		}
		w := bufio.NewWriter(in.out)
		showWhole(w, in.args[0], rec)
		showTrees(w, rec)
		showAgents(w, rec, *agents)
		return w.Flush()
	}
}

func showWhole(w *bufio.Writer, name string, rec *history.Recording) {
	first, last, ok := rec.Frames()
	if !ok {
		fmt.Fprintf(w, "%s: nothing is recorded in it\n", name)
		return
	}
	if title := rec.Title(); title != "" {
		fmt.Fprintln(w, onLine(title))
	}
	fmt.Fprintf(w, "%s: %s, frames %d to %d", name, count(len(rec.Agents()), "agent"), first, last)
	begin, _, ok1 := rec.Time(first)
	end, _, ok2 := rec.Time(last)
	if ok1 && ok2 {
		fmt.Fprintf(w, ", seconds %.3f to %.3f", begin, end)
	}
	fmt.Fprintln(w)
}

func showTrees(w *bufio.Writer, rec *history.Recording) {
	for _, t := range rec.Trees() {
		var has []string
		for _, part := range []struct {
			n    int
			what string
		}{{len(t.Gates), "gate"}, {len(t.Squads), "squad"}, {len(t.Slots), "slot"}, {len(t.Keys), "key"}} {
			if part.n > 0 {
				has = append(has, count(part.n, part.what))
			}
		}
		text := ""
		if len(has) > 0 {
			text = "; " + strings.Join(has, ", ")
		}
		fmt.Fprintf(w, "tree %s: %s in %s, %d bytes an agent%s\n", onLine(t.Name),
			count(len(t.Deciders), "decider"), count(len(t.Places), "place"), t.Size, text)
	}
}

// showAgents lists agents: their ticks, and what they do at the end.
func showAgents(w *bufio.Writer, rec *history.Recording, most int) {
	all := rec.Agents()
	if len(all) == 0 || most == 0 {
		return
	}
	names := rec.Names()
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "\nagent\tcrowd\ttree\tframes\tticks\tin the end")
	for i, id := range all {
		if i == most {
			break
		}
		tree := ""
		if t := rec.Tree(id); t != nil {
			tree = t.Name
		}
		frames := "-"
		if first, last, ok := rec.Span(id); ok {
			frames = fmt.Sprintf("%d-%d", first, last)
		}
		_, last, _ := rec.Frames()
		path := pathAt(rec, id, last)
		ticks := 0
		for t := range rec.Ticks(id) {
			if !t.Operation && !t.Restored {
				ticks++
			}
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%d\t%s\n", names.Agent(id), orDash(onLine(rec.Crowd(id))), onLine(tree), frames, ticks, onLine(path))
	}
	_ = table.Flush() // w keeps its error
	if most > 0 && len(all) > most {
		fmt.Fprintf(w, "and %s; -agents -1 lists all\n", count(len(all)-most, "more agent"))
	}
}

// pathAt returns the active deciders after an agent's tick.
func pathAt(rec *history.Recording, id world.AgentID, frame uint64) string {
	m, err := rec.At(id, frame)
	if err != nil {
		return brief{err}.Error()
	}
	var names []string
	for _, s := range m.After {
		if s.Active {
			names = append(names, s.Decider.Name)
		}
	}
	return orDash(strings.Join(names, " "))
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
