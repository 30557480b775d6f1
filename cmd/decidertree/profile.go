package main

import (
	"flag"

	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/profile"
	"github.com/decidertree/decidertree/world"
)

// counts counts how often agents asked, entered and ticked each decider.
func counts(flags *flag.FlagSet) func(*call) error {
	agent := flags.String("agent", "", "count this AGENT alone, an ID or a name")
	csv := flags.Bool("csv", false, "write CSV instead of a table")
	return func(in *call) error {
		rec, err := in.load(in.args[0])
		if err != nil {
			return err
		}
		agents := rec.Agents()
		if *agent != "" {
			id, err := agentIn(*agent, rec)
			if err != nil {
				return err
			}
			agents = []world.AgentID{id}
		}
		p := profile.New(profile.Options{})
		for _, id := range agents {
			if err := countAgent(p, rec, id); err != nil {
				return err
			}
		}
		if *csv {
			return p.WriteCSV(in.data())
		}
		return p.WriteText(in.out)
	}
}

// countAgent counts the events of an agent.
func countAgent(p *profile.Profile, rec *history.Recording, id world.AgentID) error {
	own := rec.Tree(id)
	if own == nil {
		return &history.NotRecordedError{Agent: id}
	}
	plugged := map[string]*description.Tree{}
	for _, t := range rec.Trees() {
		plugged[t.Name] = t
	}
	first, last, _ := rec.Span(id)
	for e, err := range rec.Events(id, first, last, 5) {
		if err != nil {
			return err
		}
		tree := own
		if e.Nested {
			tree = plugged[e.Tree.Name]
		}
		if tree != nil {
			p.Count(e, tree)
		}
	}
	return nil
}
