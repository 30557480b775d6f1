package differential_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/testing/randomtree"
	"github.com/decidertree/decidertree/internal/usercode"
)

// shrinkingTime returns how long to search for a smaller case of a difference.
func shrinkingTime() time.Duration {
	if seconds, err := strconv.Atoi(os.Getenv("DECIDERTREE_DIFF_SHRINK")); err == nil {
		return time.Duration(seconds) * time.Second
	}
	return 10 * time.Second
}

// shrink searches for fewer and smaller choices that still lead to a mismatch, for a few seconds.
func shrink(choices []int, play player) []int {
	best := slices.Clone(choices)
	deadline := time.Now().Add(shrinkingTime())
	try := func(candidate []int) bool {
		if time.Now().After(deadline) {
			return false
		}
		recording := &randomtree.Recording{Source: randomtree.Replaying(candidate)}
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

// describe shows the declared trees and the slots.
func describe(f *randomtree.TreeSet) string {
	var b strings.Builder
	describeTree(&b, f.Root)
	for _, plug := range f.Plugs {
		describeTree(&b, plug)
	}
	for _, s := range f.Slots {
		fmt.Fprintf(&b, "slot %s of %d bytes\n", s.Name, s.Reserve)
	}
	for _, g := range f.Gates {
		fmt.Fprintf(&b, "gate %+v\n", *g)
	}
	for _, s := range f.Squads {
		fmt.Fprintf(&b, "squad %+v\n", *s)
	}
	return b.String()
}

// describeTree shows a declared tree, a line for each decider.
func describeTree(b *strings.Builder, root *decider.Decider[*randomtree.Subject]) {
	var walk func(*decider.Decider[*randomtree.Subject], int)
	walk = func(d *decider.Decider[*randomtree.Subject], depth int) {
		fmt.Fprintf(b, "%s%s", strings.Repeat("    ", depth), d.Name)
		if len(d.Children) > 0 {
			fmt.Fprintf(b, " %v", d.Policy)
		}
		add := func(has bool, format string, what ...any) {
			if has {
				fmt.Fprintf(b, " "+format, what...)
			}
		}
		add(d.Options != 0, "%v", d.Options)
		add(d.Margin != 0, "Margin %g", d.Margin)
		add(d.SucceedAt != 0, "SucceedAt %d", d.SucceedAt)
		add(d.FailAt != 0, "FailAt %d", d.FailAt)
		if d.Copy != nil {
			add(true, "Copy of %s", d.Copy.Name)
		}
		add(d.Decide != nil, "Decide")
		add(d.Weight != 0, "Weight %g", d.Weight)
		add(d.Jump != "", "Jump to %s", d.Jump)
		add(!d.DecisionFlags.IsZero(), "flags %x", d.DecisionFlags)
		add(!d.StimuliFlags.IsZero(), "stimuli %x", d.StimuliFlags)
		add(d.Every != 0, "Every %g", d.Every)
		add(d.Role != 0, "Role %d", d.Role)
		if d.Squad != nil {
			add(true, "Squad %s (keyed: %v, cast: %v)", d.Squad.Name, d.SquadKey != nil, d.CanPlay != nil)
		}
		if d.Gate != nil {
			add(true, "Gate %s (keyed: %v)", d.Gate.Name, d.GateKey != nil)
		}
		add(d.Cooldown != 0, "Cooldown %g", d.Cooldown)
		add(d.Modifiers != decider.Modifiers{}, "%+v", d.Modifiers)
		for _, k := range d.Keys {
			add(true, "Key %s", k.Declared(engine.Key{}).Name)
		}
		if d.Slot != nil {
			add(true, "Slot %s", d.Slot.Name)
		}
		if d.Behavior != nil {
			add(true, "Behavior %s", describeCalls(d.Behavior.Calls(engine.Key{}, nil)))
		}
		if d.DBlock != nil {
			add(true, "DBlock %s", describeCalls(d.DBlock.Handover(engine.Key{}, nil).Behavior))
		}
		b.WriteString("\n")
		for _, child := range d.Children {
			walk(child, depth+1)
		}
	}
	walk(root, 0)
}

func describeCalls(c usercode.Behavior) string {
	text := c.Name
	if c.LeaveTimeout > 0 {
		text += fmt.Sprintf(" (Leave, at most %g)", c.LeaveTimeout)
	}
	if c.Period > 0 {
		text += fmt.Sprintf(" (every %g)", c.Period)
	}
	return text
}
