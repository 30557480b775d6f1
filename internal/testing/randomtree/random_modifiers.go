package randomtree

import "github.com/decidertree/decidertree/decider"

// modifiers gives a decider none, one or several modifiers. A Jump has none, and a leaf with a DBlock has no Repeat.
func (g *treeGenerator) modifiers(d *subjectDecider) {
	if isJump(d) {
		return
	}
	m := &d.Modifiers
	if g.with(FeatureRepeats) && (d.DBlock == nil || len(d.Children) > 0) && chance(g, 5) {
		m.Repeat = []int{2, 3, 4, decider.Forever, 1}[g.Choose(5)]
		if m.Repeat != 1 && chance(g, 2) {
			m.Until = decider.UntilSuccess + decider.Until(g.Choose(2))
		}
	}
	if g.with(FeatureTimeouts) && chance(g, 7) {
		m.Timeout = []float64{0.5, 0.125, 0.25, 1, 2}[g.Choose(5)]
	}
	if g.with(FeatureOutcomes) && chance(g, 7) {
		m.Outcome = decider.Inverted + decider.Outcome(g.Choose(3))
	}
	if g.with(FeatureLimits) && chance(g, 14) {
		m.Limit = []int{10, 1, 2, 3, 30}[g.Choose(5)]
	}
	if IsCondition(d) {
		m.Repeat, m.Until, m.Timeout = 0, decider.UntilDone, 0
	}
}

// passable usually changes modifiers with which a child of a run-first group, except the last, would never let the group go
// on to the next child, which is a fault.
func (g *treeGenerator) passable(group *subjectDecider) {
	stuck, until := decider.AlwaysFailure, decider.UntilSuccess
	switch group.Policy {
	case decider.Sequence, decider.ReactiveSequence:
	case decider.Selector, decider.ReactiveSelector:
		stuck, until = decider.AlwaysSuccess, decider.UntilFailure
	default:
		return
	}
	for _, child := range group.Children[:len(group.Children)-1] {
		m := &child.Modifiers
		if (m.Outcome == stuck || m.Outcome == decider.Inverted && IsCondition(child)) && !chance(g, 20) {
			m.Outcome = decider.AsIs
		}
		if m.Repeat == decider.Forever && !chance(g, 20) {
			m.Until, m.Outcome = until, decider.AsIs
		}
	}
}

// monitor sometimes makes a new child of a Selector a Monitor, with a Decide that changes its answer from tick to tick.
func (g *treeGenerator) monitor(d, group *subjectDecider) {
	if group.Policy != decider.Selector || !g.with(FeatureMonitors) || !chance(g, 2) {
		return
	}
	d.Options |= decider.Monitor
	if d.Decide == nil && d.DBlock == nil && !chance(g, 6) {
		k := g.decideScript(d)
		k.style = []decideStyle{byFact, byTime, byChance, byStimulus}[g.Choose(4)]
		d.Decide = k.decide
	}
}
