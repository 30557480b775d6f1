package decider

import (
	mathbits "math/bits"
	"slices"

	"github.com/decidertree/decidertree/stimuli"
)

// This file is the last part of compiling: it merges flag checks and makes the quick ways of quick.go.

// merge fills befores: for each place the candidates above it.
func (c *compiler[A]) merge() {
	t := c.tree
	t.befores = make([]before, len(t.nodes))
	c.shutters = make([]before, len(t.nodes))
	for p := range t.nodes {
		n := &t.nodes[p]
		c.countAsked(n)
		merged := before{first: n.first, mergeable: true}
		for q := n.first; q < n.last; q++ {
			t.befores[q] = merged
			c.shutters[q] = c.shutter(q)
			if n.policy.interrupts() {
				merged.merge(c.shutters[q])
			} else {
				merged.first = q + 1 // nobody is asked while q runs
			}
		}
	}
}

// shutter returns a test that, while it is shut, rejects the candidate p. One condition is enough, and the fewer
// ticks fulfil it the better: stimuli come and go, so they come first.
func (c *compiler[A]) shutter(p place) before {
	d, s := c.decided[p].DecisionFlags, c.decided[p].StimuliFlags
	b := before{mergeable: true}
	switch {
	case s.All != 0:
		b.stimAny = lowest(s.All)
	case s.Any != 0:
		b.stimAny = s.Any
	case d.All != 0:
		b.any = c.rarest(d.All, c.tree.nodes[p].parent)
	case d.Any != 0:
		b.any = d.Any
	case d.None != 0:
		b.none = lowest(d.None)
	case s.None != 0:
		b.stimNone = lowest(s.None)
	default:
		b.mergeable = false
	}
	return b
}

// rarest is the flag of a child's All that is most likely not set while a sibling runs: one that the groups above
// do not ask for, and of these the one that the fewest siblings ask for.
func (c *compiler[A]) rarest(all DecisionFlags, group place) DecisionFlags {
	var above DecisionFlags
	for q := group; q != nowhere; q = c.tree.nodes[q].parent {
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
func (c *compiler[A]) countAsked(n *node[A]) {
	c.asked = [64]int{}
	for q := n.first; q < n.last; q++ {
		for rest := c.decided[q].DecisionFlags.All; rest != 0; rest &= rest - 1 {
			c.asked[bit(lowest(rest))]++
		}
	}
}

// bit is the number of a single flag.
func bit(f DecisionFlags) int { return mathbits.TrailingZeros64(uint64(f)) }

func lowest[F DecisionFlags | stimuli.Flags](f F) F { return f & -f }

func (b *before) merge(o before) {
	b.any |= o.any
	b.none |= o.none
	b.stimAny |= o.stimAny
	b.stimNone |= o.stimNone
	b.mergeable = b.mergeable && o.mergeable
}

// quickDepth is the deepest leaf that gets a quick way. Each leaf has the steps of its whole path, so a deep
// tree of many leaves would take their product.
const quickDepth = 24

// shorten fills quicks.
func (c *compiler[A]) shorten() {
	t := c.tree
	t.quicks = make([]quick[A], len(t.nodes))
	for i := range t.nodes {
		leaf := place(i)
		if !t.nodes[leaf].isGroup() && t.infos[leaf].depth <= quickDepth {
			c.shortenTo(leaf)
		}
	}
}

func (c *compiler[A]) shortenTo(leaf place) {
	t := c.tree
	q := quick[A]{before: before{mergeable: true}, able: true}
	for p := leaf; p != 0; p = t.nodes[p].parent {
		b := t.befores[p]
		at := t.nodes[p].parent
		group := &t.nodes[at]
		switch {
		case group.policy == Scored, group.policy == OneOff && b.first != p:
			return // the active child's worth, and children that are spent, are asked about elsewhere
		case group.policy.sideBySide(), group.marks&watching != 0, t.nodes[p].marks&(timed|connected|barrier|patient) != 0, group.marks&patient != 0:
			return // more than one path, Monitors, a Timeout, another tree, a Barrier, Ticks that are not due
		}
		q.merge(b)
		steps := c.stepsOf(at, b.first, p)
		if group.tick != nil || group.tickBlock != nil {
			q.mergeable = false
			steps = append([]step[A]{{group: at, at: b.first, bracketed: true, before: before{first: b.first}}}, steps...)
		}
		q.steps = append(steps, q.steps...)
	}
	q.steps = slices.Clip(q.steps)
	t.quicks[leaf] = q
}

// singleSteps is the longest row of candidates that gets a step for each that is only called. The steps of a
// longer row, for each of its leaves, would take its square.
const singleSteps = 8

// stepsOf are the steps of a row of candidates.
func (c *compiler[A]) stepsOf(group, first, at place) (steps []step[A]) {
	t := c.tree
	if at-first > singleSteps {
		return []step[A]{{group: group, at: at, before: t.befores[at]}}
	}
	for p := first; p < at; p++ {
		shutter := c.shutters[p]
		shutter.first = p
		last := len(steps) - 1
		switch {
		case t.asks[p].kind == askDecide:
			steps = append(steps, step[A]{group: group, at: p + 1, decide: t.asks[p].decide, before: shutter})
		case last >= 0 && steps[last].decide == nil:
			steps[last].at = p + 1
			steps[last].merge(shutter)
		default:
			steps = append(steps, step[A]{group: group, at: p + 1, before: shutter})
		}
	}
	return steps
}
