package randomtree

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// alarms sometimes adds interrupters to a group whose children can interrupt each other.
func (g *treeGenerator) alarms(group *subjectDecider) {
	switch group.Policy {
	case decider.PrioritizedList, decider.OneOff, decider.Scored, decider.Selector:
		if chance(g, 5) {
			g.addInterrupters(group)
		}
	}
}

// addInterrupters puts one to three deciders before the other children of a group, whose Decides change their answer from
// tick to tick. In a Selector they are Monitors.
func (g *treeGenerator) addInterrupters(group *subjectDecider) {
	for range 1 + g.Choose(3) {
		d := g.named()
		d.Behavior = g.behavior(d, group)
		d.BehaviorFlags = behavior.BehaviorFlags(g.Choose(3))
		k := g.decideScript(d)
		k.style = []decideStyle{byFact, byTime, byChance, byFactOnce, byStimulus}[g.Choose(5)]
		d.Decide = k.decide
		if group.Policy == decider.Selector && g.with(FeatureMonitors) {
			d.Options |= decider.Monitor
		}
		group.Children = append(decider.Children[*Subject]{d}, group.Children...)
	}
}

// addAlertBranch gives the root a branch such as Anguelov's: a Selector whose first child is a Sequence that begins with a
// Monitor.
func (g *treeGenerator) addAlertBranch(root *subjectDecider) {
	branch, alert := g.named(), g.named()
	branch.Policy, alert.Policy = decider.Selector, decider.Sequence
	for range 2 + g.Choose(2) {
		leaf := g.named()
		leaf.Behavior = g.behavior(leaf, alert)
		k := g.decideScript(leaf)
		k.style = []decideStyle{byFact, byTime, byChance, byFactOnce, byStimulus}[g.Choose(5)]
		leaf.Decide = k.decide
		alert.Children = append(alert.Children, leaf)
	}
	if g.with(FeatureConditions) && chance(g, 2) {
		alert.Children[0] = g.query(0)
	}
	alert.Children[0].Options |= decider.Monitor
	rest := g.named()
	rest.Behavior = g.behavior(rest, branch)
	branch.Children = decider.Children[*Subject]{alert, rest}
	root.Children = append(decider.Children[*Subject]{branch}, root.Children...)
	branch.Decide = g.decideScript(branch).decide
}

// query returns a Sequence or Selector made of condition leaves, some of them in groups of the same kind.
func (g *treeGenerator) query(depth int) *subjectDecider {
	group := g.named()
	group.Policy = []decider.Policy{decider.Sequence, decider.Selector}[g.Choose(2)]
	outcome := func(d *subjectDecider, seldom int) {
		if g.with(FeatureOutcomes) && chance(g, seldom) {
			d.Modifiers.Outcome = []decider.Outcome{decider.Inverted, decider.Inverted, decider.AlwaysSuccess}[g.Choose(3)]
		}
	}
	for range 1 + g.Choose(3) {
		if depth < 2 && chance(g, 4) {
			group.Children = append(group.Children, g.query(depth+1))
			continue
		}
		leaf := g.named()
		k := g.decideScript(leaf)
		k.style = []decideStyle{byFact, byTime, byChance, byFactOnce, byStimulus}[g.Choose(5)]
		leaf.Decide = k.decide
		outcome(leaf, 16) // inverted, it never succeeds, so that a Sequence with more behind it is refused
		group.Children = append(group.Children, leaf)
	}
	outcome(group, 4)
	return group
}

// addDeepMonitors makes Monitors of some children of Sequences below Selectors.
func (g *treeGenerator) addDeepMonitors(root *subjectDecider) {
	var below func(group *subjectDecider, watched bool)
	below = func(group *subjectDecider, watched bool) {
		watched = group.Policy == decider.Selector || watched && group.Policy == decider.Sequence
		for _, child := range group.Children {
			if watched && group.Policy == decider.Sequence && !isJump(child) && child.Slot == nil && chance(g, 4) {
				child.Options |= decider.Monitor
			}
			below(child, watched)
		}
	}
	below(root, false)
}

// addLeavingBranch gives the root a branch in which a leaf, usually with a long Leave, lies below several groups, each of
// which may interrupt it again and again. Some of the groups have a Leave of their own, and Jumps that lead into them
// during that Leave.
func (g *treeGenerator) addLeavingBranch(root *subjectDecider) {
	leaf := g.named()
	if leaf.Behavior = g.leaver(leaf, root); chance(g, 3) {
		leaf.Behavior = &behavior.Behavior[*Subject]{Name: "quiet"} // so that the Leave is a group's
	}
	branch := leaf
	for range 2 + g.Choose(2) {
		group := g.named()
		group.Policy = g.arguing()
		group.Children = decider.Children[*Subject]{branch}
		g.addInterrupters(group)
		g.modifiers(group)
		if decidesFirst(group) && len(branch.Children) > 0 && decidesFirst(branch) && !chance(g, 3) {
			jump := g.named()
			jump.Jump = branch.Children[0].Name
			jump.Decide = g.decideScript(jump).decide
			group.Children = append(decider.Children[*Subject]{jump}, group.Children...)
		}
		if chance(g, 2) {
			group.Behavior = g.leaver(group, nil)
		}
		branch = group
	}
	branch.Decide = g.decideScript(branch).decide
	root.Children = append(decider.Children[*Subject]{branch}, root.Children...)
}

// leaver returns a behavior that never ends by itself and has a long Leave. d and group are as for actScript.
func (g *treeGenerator) leaver(d, group *subjectDecider) behavior.Runner[*Subject] {
	k := g.actScript(d, group)
	k.style, k.fussy = never, 0
	k.leaveStyle = leaveStyle(g.Choose(int(leaveStyles)))
	k.leaveTimeout = []float64{1, 0.5, 2, 8}[g.Choose(4)]
	return behaviorOf(g, k)
}

// arguing chooses a policy under which the active child may be interrupted.
func (g *treeGenerator) arguing() decider.Policy {
	policies := []decider.Policy{decider.PrioritizedList, decider.OneOff, decider.Scored}
	if g.with(FeatureRunFirst) {
		policies = append(policies, decider.Selector)
	}
	return policies[g.Choose(len(policies))]
}
