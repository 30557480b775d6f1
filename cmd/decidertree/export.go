package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/picture"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// perfetto writes a recording as a trace.
func perfetto(*flag.FlagSet) func(*call) error {
	return func(in *call) error {
		if err := in.forFiles("a trace"); err != nil {
			return err
		}
		rec, err := in.load(in.args[0])
		if err != nil {
			return err
		}
		w := bufio.NewWriter(in.data())
		if err := rec.WritePerfetto(w); err != nil {
			return err
		}
		return w.Flush()
	}
}

// formats are the formats of pictures.
var formats = map[string]func(io.Writer, *description.Tree, picture.Options) error{
	"svg": picture.SVG, "dot": picture.DOT, "mermaid": picture.Mermaid,
}

// draw draws a tree, or an agent in it.
func draw(flags *flag.FlagSet) func(*call) error {
	format := flags.String("format", "svg", "svg, dot or mermaid")
	tree := flags.String("tree", "", "the tree with this `NAME`; without it the first agent's")
	agent := flags.String("agent", "", "highlight the active deciders of `AGENT`, an ID or a name")
	frame := flags.Int64("frame", -1, "after this `FRAME`; -1 for the last")
	brief := flags.Bool("names", false, "names alone, no conditions")
	return func(in *call) error {
		write := formats[*format]
		if write == nil {
			return misuse("-format must be svg, dot or mermaid, not %q", *format)
		}
		if *tree != "" && *agent != "" {
			return misuse("-tree and -agent exclude each other: an agent has its tree")
		}
		if *format == "svg" {
			if err := in.forFiles("an SVG"); err != nil {
				return err
			}
		}
		rec, err := in.load(in.args[0])
		if err != nil {
			return err
		}
		var id world.AgentID
		if *agent != "" {
			if id, err = agentIn(*agent, rec); err != nil {
				return err
			}
		}
		o := picture.Options{NamesOnly: *brief, Names: rec.Names()}
		d, err := treeOf(rec, *tree, id)
		if err != nil {
			return err
		}
		if id != 0 {
			if o.States, err = statesOf(rec, id, *frame); err != nil {
				return err
			}
		}
		w := bufio.NewWriter(in.data())
		if err := write(w, d, o); err != nil {
			return err
		}
		return w.Flush()
	}
}

// treeOf finds the tree to draw.
func treeOf(rec *history.Recording, name string, agent world.AgentID) (*description.Tree, error) {
	if agent != 0 {
		if d := rec.Tree(agent); d != nil {
			return d, nil
		}
		return nil, fmt.Errorf("there is no agent %d in it; decidertree show -agents -1 lists all", agent)
	}
	var names []string
	for _, d := range rec.Trees() {
		if name == "" || d.Name == name {
			return d, nil
		}
		names = append(names, d.Name)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("there is no tree in it")
	}
	return nil, fmt.Errorf("there is no tree %q in it, but %s", name, strings.Join(names, ", "))
}

// statesOf returns the states of an agent's tree after a frame.
func statesOf(rec *history.Recording, agent world.AgentID, frame int64) ([]state.Decider, error) {
	if frame < 0 {
		_, last, ok := rec.Frames()
		if !ok {
			return nil, fmt.Errorf("nothing is recorded in it")
		}
		frame = int64(last)
	}
	m, err := rec.At(agent, uint64(frame))
	if err != nil {
		return nil, err
	}
	return m.After, nil
}
