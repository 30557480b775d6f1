package decider

import (
	"cmp"
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
		c.common = append(c.common, c.commonOf(n))
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

// commonOf are flags that two or more of a group's children ask for.
func (c *compiler[A]) commonOf(n *node[A]) DecisionFlags {
	var once, twice DecisionFlags
	for q := n.first; q < n.last; q++ {
		all := c.decided[q].DecisionFlags.All
		twice |= once & all
		once |= all
	}
	return twice
}

// shutter returns a test that, while it is shut, rejects the candidate p. One condition is enough, and the fewer
// ticks fulfil it the better: stimuli come and go, so they come first; of several flags, one that neither an
// ancestor nor a sibling asks for, since those are likely set while one of its siblings runs.
func (c *compiler[A]) shutter(p place) before {
	d, s := c.decided[p].DecisionFlags, c.decided[p].StimuliFlags
	b := before{mergeable: true}
	switch {
	case s.All != 0:
		b.stimAny = lowest(s.All)
	case s.Any != 0:
		b.stimAny = s.Any
	case d.All != 0:
		b.any = lowest(cmp.Or(d.All&^c.likely(p), d.All))
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

// likely are flags that p's ancestors or siblings ask for.
func (c *compiler[A]) likely(p place) DecisionFlags {
	t := c.tree
	var flags DecisionFlags
	parent := t.nodes[p].parent
	for q := parent; q != nowhere; q = t.nodes[q].parent {
		flags |= c.decided[q].DecisionFlags.All
	}
	return flags | c.common[parent]
}

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
		if group.policy == Scored || group.policy == OneOff && b.first != p {
			return // the active child's worth, and children that are spent, are asked about elsewhere
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
