package randomtree

import (
	"slices"

	"github.com/decidertree/decidertree/decider"
)

// spot is a decider at one position of a random tree. A shared decider has several spots.
type spot struct {
	decider *subjectDecider
	up      *spot // nil for the root
}

// spotsOf returns all spots of a tree, by decider, and its deciders in order.
func spotsOf(root *subjectDecider) (spots map[*subjectDecider][]*spot, order []*subjectDecider) {
	spots = map[*subjectDecider][]*spot{}
	var walk func(d *subjectDecider, up *spot)
	walk = func(d *subjectDecider, up *spot) {
		if spots[d] == nil {
			order = append(order, d)
		}
		here := &spot{d, up}
		spots[d] = append(spots[d], here)
		for _, child := range d.Children {
			walk(child, here)
		}
	}
	walk(root, nil)
	return spots, order
}

// groups returns the groups that a spot lies in, deepest first.
func (p *spot) groups() (all []*spot) {
	for p = p.up; p != nil; p = p.up {
		all = append(all, p)
	}
	return all
}

// leadsTo reports whether a Jump at this spot can have the target: the target is not above it, and all groups from the common
// group down to both are decide-first.
func (p *spot) leadsTo(target *spot) bool {
	mine, its := p.groups(), target.groups()
	if slices.Contains(mine, target) {
		return false
	}
	for _, group := range mine {
		if !decidesFirst(group.decider) {
			return false
		}
		down := slices.Index(its, group)
		if down >= 0 {
			return !slices.ContainsFunc(its[:down], func(s *spot) bool { return !decidesFirst(s.decider) })
		}
	}
	return false
}

// aimJumps gives each Jump a target: a decider that stands in one place, is not a Jump, and can be reached from each place of
// the Jump. A Jump without a possible target becomes a plain leaf.
func (g *treeGenerator) aimJumps(root *subjectDecider) {
	spots, order := spotsOf(root)
	for _, j := range g.jumps {
		var targets []*subjectDecider
		for _, d := range order {
			unfit := func(p *spot) bool { return !p.leadsTo(spots[d][0]) }
			if len(spots[d]) == 1 && !isJump(d) && !slices.ContainsFunc(spots[j], unfit) {
				targets = append(targets, d)
			}
		}
		if len(targets) == 0 {
			j.Jump, j.Behavior = "", g.behavior(j, root)
			g.question(j)
			continue
		}
		j.Jump = targets[g.Choose(len(targets))].Name
	}
}

// addJumpLoop adds two branches whose Jumps lead into each other, which only the loop guard or a rejection ends.
func (g *treeGenerator) addJumpLoop(root *subjectDecider) {
	var inner [2]*subjectDecider
	for i := range inner {
		jump := g.named()
		inner[i] = g.named()
		g.decide(jump, inner[i])
		inner[i].Children = decider.Children[*Subject]{jump, g.decider(2, inner[i])}
		outer := g.named()
		outer.Children = decider.Children[*Subject]{inner[i]}
		outer.Decide = g.decideScript(outer).decide
		root.Children = append(decider.Children[*Subject]{outer}, root.Children...)
	}
	inner[0].Children[0].Jump, inner[1].Children[0].Jump = inner[1].Name, inner[0].Name
}
