// Package comparison compares two runs for the inspector's page: which agents differ, where the ways of one part and why, and where
// agents of a fork are.
package comparison

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/why"
	"github.com/decidertree/decidertree/world"
)

const (
	maxDifferences = 500   // reported; there may be more
	eachDiffers    = 20    // reported of one agent
	keptDiffers    = 5_000 // kept until they are in order
)

// Into compares two recordings agent by agent, into what the page is told. The error is that of ctx.
func Into(ctx context.Context, to *wire.Fork, a, b *history.Recording) error {
	agents := append(a.Agents(), b.Agents()...)
	slices.Sort(agents)
	to.Differences, to.Notes = []wire.Difference{}, []string{}
	if to.Changes == nil {
		to.Changes = []string{}
	}
	n := notes{a: a, b: b}
	for _, id := range slices.Compact(agents) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if a.Tree(id) != nil && b.Tree(id) != nil {
			to.Of++
		}
		told := 0
		for d := range history.Compare(a, b, id) {
			if n.takes(d) {
				continue
			}
			if told == 0 {
				to.Agents++
			}
			d.First = told == 0
			if told++; told > 1 && (told > eachDiffers || len(to.Differences) >= keptDiffers) {
				to.More = true
				break
			}
			to.Differences = append(to.Differences, difference(d))
		}
	}
	slices.SortStableFunc(to.Differences, func(a, b wire.Difference) int { return cmp.Compare(a.Frame, b.Frame) })
	if len(to.Differences) > maxDifferences {
		to.Differences, to.More = to.Differences[:maxDifferences], true
	}
	to.Notes = append(to.Notes, n.words(to.Fork)...)
	return nil
}

func difference(d history.Difference) wire.Difference {
	return wire.Difference{
		Agent: uint64(d.Agent), Name: d.AgentName, Frame: d.Frame, First: d.First, What: d.What, Again: d.Again, Decider: d.Decider, A: d.A, B: d.B,
	}
}

// notes counts differences of recordings that are not differences of ticks.
type notes struct {
	a, b         *history.Recording
	alone        [2]int // agents that one recording alone has
	trees        int    // agents whose trees differ
	treeA, treeB string // of the first of them
}

// takes reports whether a difference is one of the recordings, and counts it.
func (n *notes) takes(d history.Difference) bool {
	switch d.What {
	case "agent":
		if n.a.Tree(d.Agent) != nil {
			n.alone[0]++
		} else {
			n.alone[1]++
		}
	case "tree":
		if n.trees == 0 {
			n.treeA, n.treeB = d.A, d.B
		}
		n.trees++
	case "frames":
	default:
		return false
	}
	return true
}

func (n *notes) words(fork bool) (words []string) {
	here, there := "the first recording", "the second"
	if fork {
		here, there = "the original", "the fork"
	}
	for i, in := range []string{here, there} {
		if n.alone[i] > 0 {
			words = append(words, fmt.Sprintf("Agents that only %s has: %d.", in, n.alone[i]))
		}
	}
	if n.trees > 0 {
		words = append(words, fmt.Sprintf("Agents with another tree in either: %d, such as %s and %s. What differs in them may come from the tree: for the rest, record both with one version of the game.",
			n.trees, n.treeA, n.treeB))
	}
	return words
}

// Divergence says where an agent's ways part in two recordings, and why; fork is true for those of a fork.
func Divergence(a, b *history.Recording, agent world.AgentID, fork bool, names debugprint.Names) (to wire.Divergence, err error) {
	to = wire.Divergence{Agent: uint64(agent), A: wire.Side{Lines: []wire.SideLine{}}, B: wire.Side{Lines: []wire.SideLine{}}}
	d, differ, err := why.Diverges(a, b, agent, names)
	if err != nil || !differ {
		return to, err
	}
	first := difference(d.First)
	to.First, to.Decider, to.Frame = &first, d.Decider, d.Frame
	to.Words = d.String()
	if fork {
		to.Words = d.Between("in the original", "in the fork")
	}
	if d.Decider != "" {
		to.Place = d.A.Places[0].Place
		to.A, to.B = side(&d.A, d.Checks), side(&d.B, d.Checks)
	}
	return to, nil
}

// side describes one side of a divergence.
func side(e *why.Explanation, differ []string) wire.Side {
	p := &e.Places[0]
	to := wire.Side{Frame: e.Frame, Slept: e.Slept, Words: p.Because, Active: p.After, Lines: []wire.SideLine{}}
	if n := len(p.Tries); n > 0 {
		for _, c := range p.Tries[n-1].Checks {
			to.Lines = append(to.Lines, wire.SideLine{
				Check: c.Name, Passed: c.Result == why.Passed, Asked: c.Result != why.Unasked, Words: c.Words, Differs: slices.Contains(differ, c.Name),
			})
		}
	}
	return to
}
