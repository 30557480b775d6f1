package randomtree

import (
	"github.com/decidertree/decidertree/decider"
)

// seldom makes conditions rarer for children of groups that end at a rejection or run all children that accept.
func seldom(group *subjectDecider) int {
	if decidesFirst(group) || group.Policy == decider.Selector {
		return 1
	}
	return 4
}

// preconditions gives a child of a group none, one or several preconditions. Its checks do not contradict each other.
func (g *treeGenerator) preconditions(d, group *subjectDecider) {
	bits := func() uint64 {
		if chance(g, 3) {
			return uint64(1 + g.Choose(15))
		}
		return uint64(1) << g.Choose(4)
	}
	rare := seldom(group)
	if chance(g, 4*rare) {
		c := &d.DecisionFlags
		check(g, bits, &c.All, &c.Any, &c.None, &c.NotAll)
	}
	if chance(g, 4*rare) {
		c := &d.StimuliFlags
		check(g, bits, &c.All, &c.Any, &c.None, &c.NotAll)
	}
	if chance(g, 6*rare) {
		d.Every = float64(1+g.Choose(6)) / 8
	}
	if chance(g, 8*rare) {
		d.Cooldown = float64(1+g.Choose(6)) / 8
	}
}

// check fills the parts of a check, which do not contradict each other.
func check[F ~uint64](g Source, bits func() uint64, all, any, none, notAll *F) {
	for _, part := range []*F{all, any, none} {
		if chance(g, 2) {
			*part = F(bits())
		}
	}
	*any &^= *none
	*all &^= *none
	if chance(g, 2) {
		*notAll = F(bits() | 1<<g.Choose(4))
	}
	switch {
	case *notAll&^(*all|*any) == 0: // else both might ask for all of them
		*notAll = 0
	case chance(g, 3):
		*all, *any, *none = 0, 0, 0
	}
}

// decide gives a child of a group a Decide or a Weight, or neither.
func (g *treeGenerator) decide(d, group *subjectDecider) {
	switch n := g.Choose(8 * seldom(group)); {
	case n >= 3 && n < 8:
		d.Decide = g.decideScript(d).decide
	case n == 2:
		d.Weight = []float64{2, 0.5, 1e-3, 1e308}[g.Choose(4)]
	}
}

// decideGroup gives a group a Decide, a Weight or a DBlock, which has the group's behavior too, or none of them.
func (g *treeGenerator) decideGroup(d, group *subjectDecider) {
	if g.with(FeatureParameters) && chance(g, 4) {
		d.DBlock, d.Behavior = dblockOf(g, g.decideScript(d), g.actScript(d, nil)), nil
		return
	}
	g.decide(d, group)
}

// condition makes sure that a condition leaf has a condition.
func (g *treeGenerator) condition(d, group *subjectDecider) {
	g.decide(d, group)
	unconditional := d.DecisionFlags.IsZero() && d.StimuliFlags.IsZero() && d.Cooldown == 0 && d.Every == 0 && d.Decide == nil
	if unconditional && !chance(g, 40) {
		k := g.decideScript(d)
		k.style = []decideStyle{byFact, byTime, byChance, byStimulus}[g.Choose(4)]
		d.Decide = k.decide
	}
}

func (g *treeGenerator) decideScript(d *subjectDecider) *decideScript {
	k := &decideScript{script: g.script(), style: decideStyle(g.Choose(int(byChildren))), fact: uint(g.Choose(8))}
	if len(d.Children) > 0 && chance(g, 3) {
		k.style = byChildren + decideStyle(g.Choose(2))
	}
	k.value = []float64{1, 2, 0.5, 1.5, 3, 1, 0.25, 1e308}[g.Choose(8)]
	return k
}

// question usually gives a decider that always accepts a condition. Otherwise the deciders after it in a PrioritizedList
// could never run, which is a fault.
func (g *treeGenerator) question(d *subjectDecider) {
	unconditional := d.DecisionFlags.IsZero() && d.StimuliFlags.IsZero() && d.Cooldown == 0 && d.Every == 0 && d.Decide == nil &&
		d.DBlock == nil && d.Jump == "" && d.Options&decider.DelegateDecide == 0
	if unconditional && !chance(g, 60) {
		d.Decide = g.decideScript(d).decide
	}
}
