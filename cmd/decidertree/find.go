package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/query"
)

// find finds the agents and frames that a query asks for.
func find(flags *flag.FlagSet) func(*call) error {
	asJSON := flags.Bool("json", false, "as data")
	most := flags.Int("most", 100, "list so many hits at most; -1 for all")
	return func(in *call) error {
		q, err := query.Parse(in.args[1])
		if err != nil {
			return pointed(err)
		}
		rec, err := in.load(in.args[0])
		if err != nil {
			return err
		}
		o := query.Options{Limit: *most, Bins: 20}
		if *most < 0 {
			o.Limit = int(^uint32(0) >> 1)
		} else if *most == 0 {
			return misuse("-most 0 would list nothing: a number from 1 on, or -1 for all")
		}
		o.Progress = progress(in.notes)
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		go func() {
			select {
			case <-in.ending:
				cancel()
			case <-ctx.Done():
			}
		}()
		found, err := q.Find(ctx, rec, o)
		given := errors.Is(err, context.Canceled)
		if err != nil && !given {
			return err
		}
		if *asJSON {
			to := json.NewEncoder(in.data())
			to.SetIndent("", "  ")
			err = to.Encode(found)
		} else {
			err = in.tell(&found, rec)
		}
		if given {
			return errors.Join(err, fmt.Errorf("given up after %d of %d agents", found.Searched, len(rec.Agents())))
		}
		return err
	}
}

// pointed adds a line to an error of syntax that marks the wrong part of the query.
func pointed(err error) error {
	var wrong *query.SyntaxError
	if !errors.As(err, &wrong) || wrong.Query == "" || strings.ContainsAny(wrong.Query, "\t\n") {
		return misuse("%v", brief{err})
	}
	return misuse("%v\n  %s\n  %s^", brief{err}, onLine(wrong.Query), strings.Repeat(" ", wrong.Column()-1))
}

// progress tells how far a search is that takes longer than a second, once a second.
func progress(to io.Writer) func(query.Progress) {
	last := time.Now()
	return func(p query.Progress) {
		if now := time.Now(); now.Sub(last) > time.Second {
			last = now
			fmt.Fprintf(to, "%d of %d agents searched, %d hits\n", p.Done, p.Agents, p.Hits)
		}
	}
}

// tell lists what was found, and how many agents there were over time.
func (in *call) tell(found *query.Found, rec *history.Recording) error {
	w := bufio.NewWriter(in.out)
	fmt.Fprintf(w, "%s: %d of %d agents, frames %d to %d\n", found.Query, found.Agents, found.Searched, found.From, found.To)
	for _, h := range found.Hits {
		fmt.Fprintln(w, " ", onLine(h.String()))
	}
	if more := found.All - len(found.Hits); more > 0 {
		fmt.Fprintf(w, "There are %d more; -most -1 lists all.\n", more)
	}
	if found.Problems > 0 {
		fmt.Fprintf(w, "Of %d agents not all ticks could be executed again: %s\n", found.Problems, onLine(found.Problem))
	}
	if found.All > 1 {
		fmt.Fprintln(w, "\nAgents over time:")
		histogram(w, found, rec)
	}
	return w.Flush()
}

// histogram draws a line for each part of the time.
func histogram(w io.Writer, found *query.Found, rec *history.Recording) {
	const wide = 50
	most := 0
	for _, b := range found.Bins {
		most = max(most, b.Agents)
	}
	for _, b := range found.Bins {
		when := fmt.Sprintf("frame %d", b.From)
		if t, _, known := rec.Time(b.From); known {
			when = fmt.Sprintf("%.2f s", t)
		}
		bar := strings.Repeat("█", (b.Agents*wide+most-1)/most)
		fmt.Fprintf(w, "%12s  %s\n", when, strings.TrimSpace(fmt.Sprintf("%-*s %d", wide, bar, b.Agents)))
	}
}
