package randomtree

import (
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/decider"
)

// slot generates a slot, or reuses one of another tree. Most slots have room for any random tree.
func (g *treeGenerator) slot() *decider.Slot[*Subject] {
	all := g.set.Slots
	if len(all) > 0 && chance(g, 4) {
		if s := all[g.Choose(len(all))]; !slices.Contains(g.slots, s) {
			g.slots = append(g.slots, s)
			return s
		}
	}
	s := &decider.Slot[*Subject]{Name: fmt.Sprintf("SLOT%d", len(all)+1), Reserve: []int{1 << 14, 1 << 14, 1 << 12, 300, 0}[g.Choose(5)]}
	g.slots = append(g.slots, s)
	g.set.Slots = append(all, s)
	return s
}

// addSlotBranch gives the root a child with a slot, or a group with such a child.
func (g *treeGenerator) addSlotBranch(root *subjectDecider) {
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

// holdsSlot reports whether there is a slot at or below d, which therefore must not stand in two places.
func holdsSlot(d *subjectDecider) bool {
	return d.Slot != nil || slices.ContainsFunc(d.Children, holdsSlot)
}

// plugs generates small trees to plug into the slots. They can have slots of their own.
func (n *generator) plugs() {
	f := n.set
	if len(f.Slots) == 0 {
		return
	}
	for i := range 1 + n.Choose(3) {
		name := fmt.Sprintf("TOY%d", i+1)
		f.Plugs = append(f.Plugs, n.tree(name, name+"_", 1+n.Choose(8)))
	}
	f.Slots = append(f.Slots, &decider.Slot[*Subject]{Name: "NOWHERE", Reserve: 1 << 12})
}

// plug plugs one of the trees into one of the slots, or unplugs a slot.
func (s *Subject) plug(c *context, d *dice, did func(string, error)) {
	if len(s.Slots) == 0 {
		return
	}
	slot := s.Slots[d.roll(uint64(len(s.Slots)))]
	if d.once(3) {
		did("unplug:"+slot.Name, slot.Unplug(c))
		return
	}
	var tree *decider.Tree[*Subject] // sometimes nil, which is refused
	n := d.roll(uint64(len(s.Trees)) + 1)
	if n < uint64(len(s.Trees)) {
		tree = s.Trees[n]
	}
	did(fmt.Sprintf("plug:%s:%d", slot.Name, n), slot.Plug(c, tree))
}
