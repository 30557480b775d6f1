package program

import (
	mathbits "math/bits"
	"slices"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/stimuli"
)

// This file is the last part of the compiler: it merges flag checks and prepares quick ways (tick/quick.go).

// merge fills befores: for each place a merged test of the candidates before it.
func (c *compiler) merge() {
	t := c.tree
	t.befores = make([]Before, len(t.Spots))
	c.shutters = make([]Before, len(t.Spots))
	for p := range t.Spots {
		n := &t.Spots[p]
		c.countAsked(n)
		merged := Before{First: n.First, Mergeable: true}
		for q := n.First; q < n.Last; q++ {
			t.befores[q] = merged
			c.shutters[q] = c.shutter(q)
			if n.Policy.Interrupts() {
				merged.merge(c.shutters[q])
			} else {
				merged.First = q + 1 // no sibling is asked while q runs
			}
		}
	}
}

// shutter returns a test that, while it is shut, implies that p rejects. It uses one condition, best one that is seldom
// fulfilled. Stimuli come first, because they are short-lived.
func (c *compiler) shutter(p Place) Before {
	d, s := c.decided[p].DecisionFlags, c.decided[p].StimuliFlags
	b := Before{Mergeable: true}
	switch {
	case s.All != 0:
		b.stimAny = lowest(s.All)
	case s.Any != 0:
		b.stimAny = s.Any
	case d.All != 0:
		b.any = c.rarest(d.All, c.tree.Spots[p].Parent)
	case d.Any != 0:
		b.any = d.Any
	case d.None != 0:
		b.none = lowest(d.None)
	case s.None != 0:
		b.stimNone = lowest(s.None)
	case d.NotAll != 0:
		b.none = d.NotAll // shut while all of them are set
	case s.NotAll != 0:
		b.stimNone = s.NotAll
	default:
		b.Mergeable = false
	}
	return b
}

// rarest returns the flag of a child's All that is least likely to be set while a sibling runs: one that the groups above do
// not ask for and, of these, the one that the fewest siblings ask for.
func (c *compiler) rarest(all declaration.DecisionFlags, group Place) declaration.DecisionFlags {
	var above declaration.DecisionFlags
	for q := group; q != Nowhere; q = c.tree.Spots[q].Parent {
		above |= c.decided[q].DecisionFlags.All
	}
	if own := all &^ above; own != 0 {
		all = own
	}
	best := lowest(all)
	for rest := all; rest != 0; rest &= rest - 1 {
		if f := lowest(rest); c.asked[bit(f)] < c.asked[bit(best)] {
			best = f
		}
	}
	return best
}

// countAsked counts how many of a group's children ask for each flag.
func (c *compiler) countAsked(n *Spot) {
	c.asked = [64]int{}
	for q := n.First; q < n.Last; q++ {
		for rest := c.decided[q].DecisionFlags.All; rest != 0; rest &= rest - 1 {
			c.asked[bit(lowest(rest))]++
		}
	}
}

// bit returns the index of a single flag.
func bit(f declaration.DecisionFlags) int { return mathbits.TrailingZeros64(uint64(f)) }

// lowest returns the lowest flag that is set.
func lowest[F declaration.DecisionFlags | stimuli.StimuliFlags](f F) F { return f & -f }

// merge adds the test o to b.
func (b *Before) merge(o Before) {
	b.any |= o.any
	b.none |= o.none
	b.stimAny |= o.stimAny
	b.stimNone |= o.stimNone
	b.Mergeable = b.Mergeable && o.Mergeable
}

// quickDepth is the greatest depth of a leaf with a quick way. A quick way has the steps of the leaf's whole path, so in
// deep trees with many leaves they would take too much room.
const quickDepth = 24

// shorten fills Quicks.
func (c *compiler) shorten() {
	t := c.tree
	t.Quicks = make([]Quick, len(t.Spots))
	for i := range t.Spots {
		leaf := Place(i)
		if !t.Spots[leaf].IsGroup() && t.Facts[leaf].Depth <= quickDepth {
			c.shortenTo(leaf)
		}
	}
}

// shortenTo prepares the quick way to a leaf, if there is one.
func (c *compiler) shortenTo(leaf Place) {
	t := c.tree
	k := &t.Codes[leaf]
	q := Quick{Before: Before{Mergeable: true}, Able: true, Ticks: k.Ticks(), Flags: k.Flags, Tick: k.Tick, TickBlock: k.TickBlock}
	for p := leaf; p != 0; p = t.Spots[p].Parent {
		b := t.befores[p]
		at := t.Spots[p].Parent
		group := &t.Spots[at]
		switch {
		case group.Policy == declaration.Scored, group.Policy == declaration.OneOff && b.First != p:
			return // needs the active child's value, or the children that are spent
		case group.Policy.SideBySide(), group.Marks&HasMonitor != 0, t.Spots[p].Marks&(Timed|Connected|Barrier|Patient|Condition) != 0, group.Marks&Patient != 0:
			return // several paths, Monitors, a Timeout, another tree, a Barrier, or Ticks that may not be due
		}
		q.merge(b)
		steps := c.stepsOf(at, b.First, p)
		if t.Codes[at].Ticks() {
			q.Mergeable = false
			steps = append([]Step{{Group: at, At: b.First, Bracketed: true, Before: Before{First: b.First}}}, steps...)
		}
		q.Steps = append(steps, q.Steps...)
	}
	q.Steps = slices.Clip(q.Steps)
	t.Quicks[leaf] = q
}

// singleSteps is the longest row of candidates in which each plain Decide gets a step of its own. In longer rows the steps
// of all leaves together would grow with the square of the length.
const singleSteps = 8

// stepsOf returns the steps for the candidates from first up to at.
func (c *compiler) stepsOf(group, first, at Place) (steps []Step) {
	t := c.tree
	if at-first > singleSteps {
		return []Step{{Group: group, At: at, Before: t.befores[at]}}
	}
	for p := first; p < at; p++ {
		shutter := c.shutters[p]
		shutter.First = p
		last := len(steps) - 1
		switch {
		case t.Asks[p].Kind == AskDecide:
			steps = append(steps, Step{Group: group, At: p + 1, Decide: t.Asks[p].Decide, Before: shutter})
		case last >= 0 && steps[last].Decide == nil:
			steps[last].At = p + 1
			steps[last].merge(shutter)
		default:
			steps = append(steps, Step{Group: group, At: p + 1, Before: shutter})
		}
	}
	return steps
}
