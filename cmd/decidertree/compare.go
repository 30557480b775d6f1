package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

// compare lists the differences between two recordings.
func compare(flags *flag.FlagSet) func(*call) error {
	most := flags.Int("most", 100, "tell so many differences at most; -1 for all")
	first := flags.Bool("first", false, "tell the first of each agent alone")
	reasons := flags.Bool("why", false, "tell for each agent where its ways part and why, and nothing else")
	agent := flags.String("agent", "", "tell those of `AGENT` alone, an ID or a name")
	return func(in *call) error {
		a, err := in.load(in.args[0])
		if err != nil {
			return err
		}
		b, err := in.load(in.args[1])
		if err != nil {
			return err
		}
		var only world.AgentID
		if *agent != "" {
			if only, err = agentIn(*agent, a, b); err != nil {
				return err
			}
		}
		w := bufio.NewWriter(in.out)
		if *reasons {
			in.exit, err = partings(w, a, b, only, *most)
			return errors.Join(err, w.Flush())
		}
		told, more := 0, false
		agents := map[world.AgentID]bool{}
		for d := range history.Compare(a, b) {
			if only != 0 && d.Agent != only || *first && agents[d.Agent] {
				continue
			}
			if told == *most {
				more = true
				break
			}
			agents[d.Agent] = true
			fmt.Fprintln(w, d)
			told++
		}
		switch {
		case told == 0 && !more:
			fmt.Fprintln(w, "They are the same as far as both go.")
			return w.Flush()
		case more:
			fmt.Fprintf(w, "There are more than these %d; -most -1 tells all, -first those that come first.\n", told)
		}
		in.exit = differ
		return w.Flush()
	}
}

// partings tells where the ways of agents part, of one agent alone if only is not 0.
func partings(w *bufio.Writer, a, b *history.Recording, only world.AgentID, most int) (exit int, err error) {
	told := 0
	for _, id := range a.Agents() {
		if only != 0 && id != only || b.Tree(id) == nil {
			continue
		}
		d, parted, err := why.Diverges(a, b, id)
		if err != nil {
			return exit, err
		}
		if !parted {
			continue
		}
		exit = differ
		if told == most {
			fmt.Fprintf(w, "There are more than these %d; -most -1 tells all.\n", told)
			return exit, nil
		}
		fmt.Fprintln(w, d)
		told++
	}
	if told == 0 {
		fmt.Fprintln(w, "They are the same as far as both go.")
	}
	return exit, nil
}
