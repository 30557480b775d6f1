package games

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/decidertree/decidertree/internal/testing/randomtree"
)

// Shrink looks for a smaller game that fails, too, until a time is over: it drops operations, removes deciders and
// features of the trees, and makes arguments smaller.
func Shrink(g *Game, enough time.Duration) *Game {
	until := time.Now().Add(enough)
	best := g
	try := func(change func(*Game)) bool {
		if time.Now().After(until) {
			return false
		}
		smaller := &Game{Seed: best.Seed, without: best.without, cut: slices.Clone(best.cut), Ops: slices.Clone(best.Ops)}
		change(smaller)
		_, err := Play(smaller)
		var failure *Failure
		if !errors.As(err, &failure) {
			return false
		}
		best = smaller
		best.Ops = best.Ops[:min(len(best.Ops), failure.After+1)]
		return true
	}
	try(func(*Game) {})
	for i := range worlds {
		try(func(g *Game) { g.Ops = slices.DeleteFunc(g.Ops, func(o Op) bool { return o.World%worlds == i }) })
	}
	for changed := true; changed && time.Now().Before(until); {
		changed = false
		for size := max(1, len(best.Ops)/2); size > 0; size /= 2 {
			for at := len(best.Ops) - size; at >= 0; at -= size {
				if try(func(g *Game) { g.Ops = slices.Delete(g.Ops, at, at+size) }) {
					changed = true
					at = min(at, len(best.Ops))
				}
			}
		}
		for f := randomtree.Features(1); f <= randomtree.FeatureGaps; f <<= 1 {
			if best.without&f == 0 && len(best.cut) == 0 {
				changed = try(func(g *Game) { g.without |= f }) || changed
			}
		}
		if f, err := newForest(best); err == nil {
			for _, name := range f.set.Names {
				if !slices.Contains(best.cut, name) && name != f.set.Root.Name {
					changed = try(func(g *Game) { g.cut = append(g.cut, name) }) || changed
				}
			}
		}
		for at := range best.Ops {
			for _, arg := range []func(*Op) *int{
				func(o *Op) *int { return &o.World }, func(o *Op) *int { return &o.A }, func(o *Op) *int { return &o.B }, func(o *Op) *int { return &o.C },
			} {
				for again := true; again && at < len(best.Ops); { // a smaller game may fail earlier
					was := *arg(&best.Ops[at])
					again = slices.ContainsFunc([]int{0, was / 2, was - 1}, func(n int) bool {
						return n >= 0 && n < was && try(func(g *Game) { *arg(&g.Ops[at]) = n })
					})
					changed = changed || again
				}
			}
		}
	}
	// Deciders whose groups are cut, too, need not be named.
	for i := len(best.cut) - 1; i >= 0; i-- {
		try(func(g *Game) { g.cut = slices.Delete(g.cut, i, i+1) })
	}
	return best
}

// Report plays a game again and describes its failure, its trees and its operations.
func Report(g *Game) string {
	var b strings.Builder
	_, err := Play(g)
	fmt.Fprintf(&b, "%v\n\nThe game, to be played again with DECIDERTREE_GAME='...' go test -run Games ./decider/decidertest/games, or go run ./decider/decidertest/games/play -game '...':\n%v\n", err, g)
	f, err := newForest(g)
	if err != nil {
		return b.String() + err.Error()
	}
	for i, o := range g.Ops {
		fmt.Fprintf(&b, "  %2d %v", i, o)
		if o.Kind == "trap" {
			fmt.Fprintf(&b, "   (%v)", newTrap(o.B, o.C))
		}
		b.WriteByte('\n')
	}
	for _, t := range append(f.own[:1:1], f.plugs...) {
		fmt.Fprintf(&b, "\n%v\n", t)
	}
	return b.String()
}
