package program

import (
	mathbits "math/bits"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/stimuli"
)

// This file is the last part of the compiler: it merges flag checks and prepares quick ways (tick/quick.go).

// merge fills befores.
func (c *compiler) merge() {
	t := c.tree
	c.befores = make([]Before, len(t.Spots))
	c.shutters = make([]Before, len(t.Spots))
	for p := range t.Spots {
		n := &t.Spots[p]
		c.countAsked(n)
		merged := Before{Group: Place(p), First: n.First, Mergeable: true}
		for q := n.First; q < n.Last; q++ {
			merged.At = q
			c.befores[q] = merged
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

// shorten prepares quick ways.
func (c *compiler) shorten() {
	t := c.tree
	t.Quicks = make([]Quick, len(t.Spots))
	c.lines = map[Place]line{}
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
	q := Quick{Before: Before{Mergeable: true, Able: true}, Flags: k.Flags, Tick: k.Tick, TickBlock: k.TickBlock}
	for p := leaf; p != 0; p = t.Spots[p].Parent {
		b := c.befores[p]
		at := t.Spots[p].Parent
		group := &t.Spots[at]
		switch {
		case group.Policy == declaration.Scored, group.Policy == declaration.OneOff && b.First != p:
			return // needs the active child's value, or the children that are spent
		case group.Policy.SideBySide(), group.Marks&HasMonitor != 0, t.Spots[p].Marks&(Timed|Connected|Barrier|Patient|Condition) != 0, group.Marks&Patient != 0:
			return // several paths, Monitors, a Timeout, another tree, a Barrier, or Ticks that may not be due
		}
		q.merge(b)
		if t.Codes[at].Ticks() {
			q.Mergeable = false
		}
	}
	if leaf != 0 {
		c.layWay(&q, leaf)
	}
	t.Quicks[leaf] = q
}

// line is where the steps of a group lie: those of a tick down to the group from start on, then from row to end one for each of its
// first children, as far as these have only a Decide.
type line struct{ start, row, end uint32 }

// layWay gives a leaf's quick way its steps. The leaves of a group share its line: the steps above the group and, where the
// siblings before a leaf have only a Decide, those of these too, so that the whole way is one range.
func (c *compiler) layWay(q *Quick, leaf Place) {
	l := c.lineOf(c.tree.Spots[leaf].Parent)
	if before := leaf - c.befores[leaf].First; before <= singleSteps && l.row+uint32(before) <= l.end {
		q.above = stepRange{l.start, l.row + uint32(before)}
		return
	}
	q.above, q.own = stepRange{l.start, l.row}, c.addSteps(c.stepsOf(leaf)...)
}

// lineOf returns a group's line.
func (c *compiler) lineOf(group Place) line {
	l, known := c.lines[group]
	if known {
		return l
	}
	way, row := c.addSteps(c.wayTo(group)...), c.addSteps(c.decideSteps(group)...)
	l = line{way.from, row.from, row.to}
	c.lines[group] = l
	return l
}

// wayTo returns the steps of a tick down to a group and the Tick of its behavior.
func (c *compiler) wayTo(group Place) (way []Step) {
	t := c.tree
	if group != 0 {
		way = append(c.wayTo(t.Spots[group].Parent), c.stepsOf(group)...)
	}
	if t.Codes[group].Ticks() {
		way = append(way, Step{Before: Before{Group: group}})
	}
	return way
}

// addSteps puts steps into their table.
func (c *compiler) addSteps(steps ...Step) stepRange {
	t := c.tree
	from := len(t.steps)
	t.steps = append(t.steps, steps...)
	return stepRange{uint32(from), uint32(len(t.steps))}
}

// singleSteps is the longest row of candidates in which each plain Decide gets a step of its own. In longer rows the steps
// of all leaves together would grow with the square of the length.
const singleSteps = 8

// stepsOf returns the steps for the candidates before p in its group.
func (c *compiler) stepsOf(p Place) (steps []Step) {
	group, first := c.tree.Spots[p].Parent, c.befores[p].First
	if p-first > singleSteps {
		return []Step{{Before: c.befores[p]}}
	}
	for q := first; q < p; q++ {
		last := len(steps) - 1
		if last >= 0 && steps[last].Decide == nil && c.tree.Asks[q].Kind != AskDecide {
			steps[last].At = q + 1
			steps[last].merge(c.shutters[q])
		} else {
			steps = append(steps, c.stepFor(group, q))
		}
	}
	return steps
}

// decideSteps returns the steps for a group's first children as far as each has only a Decide; none where no sibling is asked
// while a child runs.
func (c *compiler) decideSteps(group Place) (steps []Step) {
	n := &c.tree.Spots[group]
	if !n.Policy.Interrupts() {
		return nil
	}
	for q := n.First; q < n.Last && len(steps) < singleSteps && c.tree.Asks[q].Kind == AskDecide; q++ {
		steps = append(steps, c.stepFor(group, q))
	}
	return steps
}

// stepFor returns the step for one candidate.
func (c *compiler) stepFor(group, q Place) Step {
	s := Step{Before: c.shutters[q]}
	s.Group, s.First, s.At = group, q, q+1
	if a := &c.tree.Asks[q]; a.Kind == AskDecide {
		s.Decide = a.Decide
	}
	return s
}
