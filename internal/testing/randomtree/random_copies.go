package randomtree

import (
	"slices"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// copies sometimes adds deciders that are copies of others in the tree, with conditions and modifiers of their own, and
// Jumps into such copies.
func (g *treeGenerator) copies(root *subjectDecider) {
	if !g.with(FeatureCopies) || !chance(g, 2) {
		return
	}
	if decidesFirst(root) && chance(g, 3) {
		g.addCopiedBranches(root)
	}
	var before []*subjectDecider // that have been copied: what changes there changes the copies
	for range 1 + g.Choose(3) {
		spots, order := spotsOf(root)
		of, group := order[g.Choose(len(order))], order[g.Choose(len(order))]
		inCopied := func(of *subjectDecider) bool { return slices.Contains(decidersOf(of), group) }
		if of == root || slices.ContainsFunc(append(before, of), inCopied) || !mayCopy(of, group, spots) {
			continue
		}
		before = append(before, of)
		d := g.named()
		d.Copy = of
		g.besideCopy(d, group)
		group.Children = append(decider.Children[*Subject]{d}, group.Children...)
		if decidesFirst(root) && len(spots[group]) == 1 && !chance(g, 4) {
			g.jumpInto(root, d, spots[group][0])
		}
		g.nameBelow(d)
	}
}

// nameBelow adds the names below a Copy to those that can be reset.
func (g *treeGenerator) nameBelow(d *subjectDecider) {
	for _, p := range below(d, d.Copy, nil)[1:] {
		g.set.Names = append(g.set.Names, p.name)
	}
}

// addCopiedBranches gives the root branches that stand for a part which is declared beside the tree: a copy of it, and one
// in a copy. There are Jumps within the part, out of it, and into a copy.
func (g *treeGenerator) addCopiedBranches(root *subjectDecider) {
	decided := func(d *subjectDecider) *subjectDecider {
		k := g.decideScript(d)
		k.style = []decideStyle{byFact, byTime, byChance, byStimulus}[g.Choose(4)]
		d.Decide = k.decide
		return d
	}
	leaf := func() *subjectDecider {
		d := g.named()
		d.Behavior = g.behavior(d, root)
		g.preconditions(d, root)
		g.modifiers(d)
		return decided(d)
	}
	jump := func(to string) *subjectDecider {
		d := g.named()
		d.Jump = to
		return decided(d)
	}
	home, near, part, around := leaf(), leaf(), g.named(), g.named()
	hidden := g.named()
	hidden.Children = decider.Children[*Subject]{near}
	part.Children = decider.Children[*Subject]{jump(near.Name), jump(home.Name), leaf(), decided(hidden), leaf()}
	g.modifiers(part)
	around.Policy = g.arguing()
	if !decidesFirst(around) { // a Jump leads through it
		around.Policy = decider.OneOff
	}
	inner := decided(g.named())
	inner.Copy = part
	around.Children = decider.Children[*Subject]{leaf(), inner}
	all := decider.Children[*Subject]{home}
	for _, of := range []*subjectDecider{part, around} {
		d := decided(g.named())
		d.Copy = of
		g.besidePlain(d, of)
		g.nameBelow(d)
		all = append(all, d)
	}
	all = append(all, jump(all[1].Name+"/"+near.Name), jump(all[2].Name+"/"+inner.Name+"/"+near.Name))
	root.Children = append(all, root.Children...)
}

// copied is a decider at one position in a copy.
type copied struct {
	*spot
	name  string   // in the tree
	known []string // names inside the copies that it lies in, as written there
}

// below returns what a copy d of another decider would hold, the copy itself first.
func below(d, of *subjectDecider, up *spot) (all []copied) {
	known := namesIn(of, nil)
	var walk func(d, of *subjectDecider, up *spot, name, prefix string, known []string)
	walk = func(d, of *subjectDecider, up *spot, name, prefix string, known []string) {
		shown := *of
		shown.Options |= d.Options
		here := &spot{&shown, up}
		all = append(all, copied{here, name, known})
		if of.Copy != nil {
			all = all[:len(all)-1]
			walk(&shown, of.Copy, up, name, prefix+of.Name+"/", namesIn(of.Copy, known))
			return
		}
		for _, child := range of.Children {
			walk(&subjectDecider{}, child, here, prefix+child.Name, prefix, known)
		}
	}
	walk(d, of, up, d.Name, d.Name+"/", known)
	return all
}

// namesIn adds the names at and below a decider, copies included as they are called there.
func namesIn(d *subjectDecider, names []string) []string {
	names = append(slices.Clip(names), d.Name)
	for _, child := range d.Children {
		names = namesIn(child, names)
	}
	return names
}

// mayCopy reports whether a group may have a copy of a decider as its child.
func mayCopy(of, group *subjectDecider, spots map[*subjectDecider][]*spot) bool {
	m := of.Modifiers
	if len(group.Children) == 0 || isJump(of) || holdsSlot(of) || IsCondition(of) && decidesFirst(group) ||
		m.Repeat == decider.Forever || m.Outcome == decider.AlwaysSuccess || m.Outcome == decider.AlwaysFailure {
		return false
	}
	d := &subjectDecider{Name: "COPY"}
	for _, at := range spots[group] {
		inside := below(d, of, at)
		if len(inside) > 40 {
			return false
		}
		for _, p := range inside {
			x := p.decider
			switch {
			case x.Options&decider.Monitor != 0 && !p.watched(),
				isJump(x) && !slices.Contains(p.known, x.Jump) && (len(spots[named(spots, x.Jump)]) != 1 || !p.leadsTo(spots[named(spots, x.Jump)][0])),
				(x.Role != 0 || x.Options&decider.Barrier != 0) && (p.squad() == nil || x.Role != 0 && !p.hasRole(x.Role)),
				x.Squad != nil && slices.ContainsFunc(p.groups(), func(group *spot) bool { return group.decider.Squad == x.Squad }):
				return false
			}
		}
	}
	return true
}

// named returns the decider of a name; nil if there is none.
func named(spots map[*subjectDecider][]*spot, name string) *subjectDecider {
	for d := range spots {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// watched reports whether a Monitor here lies below a Selector, with only Sequences in between.
func (p *spot) watched() bool {
	for p = p.up; p != nil && p.decider.Policy == decider.Sequence; p = p.up {
	}
	return p != nil && p.decider.Policy == decider.Selector
}

// hasRole reports whether the squad that a spot lies in gives a role.
func (p *spot) hasRole(role world.Role) bool {
	s := p.squad()
	if len(s.Roles) > 0 {
		return slices.Contains(s.Roles, role)
	}
	return int(role) <= s.Agents
}

// besideCopy gives a Copy conditions and modifiers, where what it copies allows that.
func (g *treeGenerator) besideCopy(d, group *subjectDecider) {
	of := d.Copy
	for of.Copy != nil { // which may have any of them too
		of = of.Copy
	}
	if of == d.Copy {
		g.besidePlain(d, of)
	}
	if chance(g, 3) {
		d.Decide = g.decideScript(d).decide
	}
	g.question(d)
	if group.Policy == decider.Selector || group.Policy == decider.ReactiveSelector {
		d.Decide = g.decideScript(d).decide
	}
}

func (g *treeGenerator) besidePlain(d, of *subjectDecider) {
	f := of.DecisionFlags
	if all := decider.DecisionFlags(1) << g.Choose(4); chance(g, 3) && all&(f.None|f.NotAll) == 0 {
		d.DecisionFlags.All = all
	}
	if none := decider.DecisionFlags(1) << g.Choose(4); chance(g, 3) && none&(f.All|f.Any|d.DecisionFlags.All) == 0 {
		d.DecisionFlags.None = none
	}
	if of.Every == 0 && chance(g, 4) {
		d.Every = float64(1+g.Choose(6)) / 8
	}
	if of.Cooldown == 0 && chance(g, 4) {
		d.Cooldown = float64(1+g.Choose(6)) / 8
	}
	if of.Weight == 0 && chance(g, 4) {
		d.Weight = 2
	}
	if chance(g, 3) {
		d.BehaviorFlags = 4
	}
	m, o := of.Modifiers, &d.Modifiers
	if m.Outcome == 0 && g.with(FeatureOutcomes) && chance(g, 4) {
		o.Outcome = decider.Inverted
	}
	if m.Outcome == 0 && m.Timeout == 0 && g.with(FeatureTimeouts) && chance(g, 4) {
		o.Timeout = 0.5
	}
	if m == (decider.Modifiers{}) && g.with(FeatureRepeats) && (of.DBlock == nil || len(of.Children) > 0) && chance(g, 4) {
		o.Repeat = 2
	}
	if m.Limit == 0 && g.with(FeatureLimits) && chance(g, 6) {
		o.Limit = 3
	}
	if of.Gate == nil {
		g.gate(d)
	}
}

// jumpInto gives the root a Jump to something in a copy below group, if there is a way.
func (g *treeGenerator) jumpInto(root, d *subjectDecider, group *spot) {
	inside := below(d, d.Copy, group)
	to := inside[g.Choose(len(inside))]
	again := func(p copied) bool { return p.name == to.name && p.spot != to.spot }
	groups := to.groups()
	from := &spot{&subjectDecider{}, groups[len(groups)-1]} // below the root
	if isJump(to.decider) || slices.ContainsFunc(inside, again) || !from.leadsTo(to.spot) {
		return
	}
	j := g.named()
	j.Jump = to.name
	j.Decide = g.decideScript(j).decide
	root.Children = append(decider.Children[*Subject]{j}, root.Children...)
}

// HoldsCopy reports whether there is a Copy at or below a decider.
func HoldsCopy(d *decider.Decider[*Subject]) bool {
	return d.Copy != nil || slices.ContainsFunc(d.Children, HoldsCopy)
}
