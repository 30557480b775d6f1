package randomtree

import (
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/decider"
)

// slot makes a slot, or takes one that stands in another tree already. Most have room for any random tree.
func (g *grower) slot() *decider.Slot[*Subject] {
	all := g.forest.Slots
	if len(all) > 0 && chance(g, 4) {
		if s := all[g.Choose(len(all))]; !slices.Contains(g.slots, s) {
			g.slots = append(g.slots, s)
			return s
		}
	}
	s := &decider.Slot[*Subject]{Name: fmt.Sprintf("SLOT%d", len(all)+1), Reserve: []int{1 << 14, 1 << 14, 1 << 12, 300, 0}[g.Choose(5)]}
	g.slots = append(g.slots, s)
	g.forest.Slots = append(all, s)
	return s
}

// socket gives the root a child with a slot, or a group of which that is one.
func (g *grower) socket(root *subjectDecider) {
	d := g.named()
	d.Slot = g.slot()
	g.modifiers(d)
	if chance(g, 2) {
		group := g.named()
		group.Policy = g.policy()
		leaf := g.named()
		leaf.Behavior = g.behavior(leaf, group)
		group.Children = decider.Children[*Subject]{d, leaf}
		d = group
	}
	d.Decide = g.decideScript(d).decide
	root.Children = append(decider.Children[*Subject]{d}, root.Children...)
}

// holdsSlot reports whether a slot stands at or below d, which therefore must not stand in two places.
func holdsSlot(d *subjectDecider) bool {
	return d.Slot != nil || slices.ContainsFunc(d.Children, holdsSlot)
}

// plugs makes small trees to be plugged into the slots, which can have slots of their own.
func (n *nursery) plugs() {
	f := n.forest
	if len(f.Slots) == 0 {
		return
	}
	for i := range 1 + n.Choose(3) {
		name := fmt.Sprintf("TOY%d", i+1)
		f.Plugs = append(f.Plugs, n.tree(name, name+"_", 1+n.Choose(8)))
	}
	f.Slots = append(f.Slots, &decider.Slot[*Subject]{Name: "NOWHERE", Reserve: 1 << 12})
}

// plug plugs one of the trees there are into one of the slots, or unplugs one.
func (s *Subject) plug(c *context, d *dice, did func(string, error)) {
	if len(s.Slots) == 0 {
		return
	}
	slot := s.Slots[d.roll(uint64(len(s.Slots)))]
	if d.once(3) {
		did("unplug:"+slot.Name, slot.Unplug(c))
		return
	}
	var tree *decider.Tree[*Subject] // sometimes none, which is refused
	n := d.roll(uint64(len(s.Trees)) + 1)
	if n < uint64(len(s.Trees)) {
		tree = s.Trees[n]
	}
	did(fmt.Sprintf("plug:%s:%d", slot.Name, n), slot.Plug(c, tree))
}
