package picture

import (
	"slices"
	"strings"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
)

// This file makes a graph of a tree, for Mermaid and DOT: a node for each decider, an edge for each child.

// node is a decider.
type node struct {
	kind   declaration.Kind
	shared bool // it has several places
	active bool // in one of its places
	title  string
	lines  []string // below the title
}

// edge leads from a group to a child, or from a Jump to its target.
type edge struct {
	from, to int // deciders
	jump     bool
	active   bool
}

func (f *figure) nodes() []node {
	nodes := make([]node, len(f.Deciders))
	for i := range f.Deciders {
		of := &f.Deciders[i]
		n := node{kind: of.Kind(), shared: f.places[i] > 1, title: line(of.Name)}
		if n.kind == declaration.GroupDecider {
			n.lines = append(n.lines, policy(of))
		}
		if text := f.contents(of); text != "" {
			n.lines = append(n.lines, text)
		}
		if conditions := f.conditions(of); len(conditions) > 0 && !f.options.NamesOnly {
			n.lines = append(n.lines, strings.Join(conditions, ", "))
		}
		nodes[i] = n
	}
	for p, s := range f.states {
		if n := &nodes[f.Places[p].Decider]; s != nil && s.Active && !n.active {
			n.active = true
			n.title += "  " + duration(s.Duration)
		}
		if n := &nodes[f.Places[p].Decider]; s != nil && n.kind == declaration.SlotDecider && s.Target.Name != "" {
			n.lines = append(n.lines, "plugged: "+line(s.Target.Name))
		}
	}
	return nodes
}

// edges returns the edges of each decider, its children in order.
func (f *figure) edges() []edge {
	lit := map[[2]int]bool{}
	for p := range f.Places {
		if q := &f.Places[p]; q.Parent >= 0 && f.active(p) {
			lit[[2]int{f.Places[q.Parent].Decider, q.Decider}] = true
		}
	}
	var edges []edge
	for i := range f.Deciders {
		of := &f.Deciders[i]
		for _, c := range of.Children {
			edges = append(edges, edge{from: i, to: c, active: lit[[2]int{i, c}]})
		}
		if of.Jump != "" {
			if to := slices.IndexFunc(f.Deciders, func(d description.Decider) bool { return d.Name == of.Jump }); to >= 0 {
				edges = append(edges, edge{from: i, to: to, jump: true})
			}
		}
	}
	return edges
}
