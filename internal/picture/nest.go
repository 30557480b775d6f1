package main

import (
	"io"
	"math/bits"
	"strings"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/demo/nest"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/picture"
)

// grazer draws the mind of the demo's grazers, which the guide shows.
func grazer(w io.Writer) error {
	tree, err := decider.InitializeTreeData(&nest.Root)
	if err != nil {
		return err
	}
	return picture.SVG(w, withoutLines(tree.Describe()), picture.Options{Title: "The mind of a grazer", Names: debugprint.Names{
		Decision: names(map[decider.DecisionFlags]string{
			nest.Dead: "Dead", nest.Young: "Young", nest.Hungry: "Hungry", nest.Starving: "Starving", nest.Sated: "Sated", nest.Tired: "Tired",
			nest.Hurt: "Hurt", nest.Night: "Night", nest.AtHome: "AtHome", nest.EnemySeen: "EnemySeen",
		}),
	}})
}

// withoutLines takes out where functions stand: lines move with every change of the code, and by the compiler's options.
func withoutLines(d *description.Tree) *description.Tree {
	for i := range d.Deciders {
		of := &d.Deciders[i]
		all := []*description.Function{of.Decide, of.GateKey, of.SquadKey, of.CanPlay}
		if b := of.Behavior; b != nil {
			all = append(all, b.Activate, b.Tick, b.Deactivate, b.Leave, b.Reset)
		}
		for _, f := range all {
			if f != nil {
				f.File, f.Line = "", 0
				f.Name, _, _ = strings.Cut(f.Name, " at line ")
			}
		}
	}
	return d
}

// names puts the names of flags in the order of their bits.
func names[F ~uint64](of map[F]string) debugprint.BitNames {
	all := make(debugprint.BitNames, 64)
	for flag, name := range of {
		all[bits.TrailingZeros64(uint64(flag))] = name
	}
	return all
}
