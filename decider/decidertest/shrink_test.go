package decidertest_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/decidertree/decidertree/decider"
	. "github.com/decidertree/decidertree/decider/decidertest"
)

// shrink looks for fewer and smaller choices that still lead to a mismatch, for a few seconds.
func shrink(choices []int) []int {
	best := slices.Clone(choices)
	deadline := time.Now().Add(8 * time.Second)
	try := func(candidate []int) bool {
		if time.Now().After(deadline) {
			return false
		}
		recording := &Recording{Source: Replaying(candidate)}
		if _, m := play(recording, coverage{}); m == nil {
			return false
		}
		used := recording.Choices
		for len(used) > 0 && used[len(used)-1] == 0 {
			used = used[:len(used)-1]
		}
		if len(used) > len(best) || len(used) == len(best) && slices.Compare(used, best) >= 0 {
			return false
		}
		best = slices.Clone(used)
		return true
	}
	for changed := true; changed; {
		changed = false
		for size := max(1, len(best)/2); size > 0; size /= 2 {
			for at := 0; at+size <= len(best); {
				if try(slices.Concat(best[:at], best[at+size:])) {
					changed = true
				} else {
					at += size
				}
			}
		}
		for at := 0; at < len(best); at++ {
			for best[at] > 0 {
				smaller := slices.Clone(best)
				smaller[at] /= 2
				if !try(smaller) || at >= len(best) {
					break
				}
				changed = true
			}
		}
		if time.Now().After(deadline) {
			break
		}
	}
	return best
}

// describe shows a declared tree, a line for each decider.
func describe(root *decider.Decider[*Subject]) string {
	var b strings.Builder
	var walk func(*decider.Decider[*Subject], int)
	number := 0
	walk = func(d *decider.Decider[*Subject], depth int) {
		fmt.Fprintf(&b, "%s%s", strings.Repeat("    ", depth), d.Name)
		if len(d.Children) > 0 {
			fmt.Fprintf(&b, " %v %v margin %g", d.Policy, d.Flags, d.Margin)
		}
		for what, has := range map[string]bool{"Decide": d.Decide != nil, "Behavior": d.Behavior != nil, "DBlock": d.DBlock != nil} {
			if has {
				b.WriteString(" " + what)
			}
		}
		if d.Jump != "" {
			b.WriteString(" Jump to " + d.Jump)
		}
		if !d.DecisionFlags.IsZero() {
			fmt.Fprintf(&b, " flags %x", d.DecisionFlags)
		}
		if !d.StimuliFlags.IsZero() {
			fmt.Fprintf(&b, " stimuli %x", d.StimuliFlags)
		}
		for what, x := range map[string]float64{"Every": d.Every, "Cooldown": d.Cooldown, "Weight": d.Weight} {
			if x != 0 {
				fmt.Fprintf(&b, " %s %g", what, x)
			}
		}
		b.WriteString("\n")
		number++
		for _, child := range d.Children {
			walk(child, depth+1)
		}
	}
	walk(root, 0)
	return b.String()
}
