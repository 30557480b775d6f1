package decider

import (
	"fmt"

	"github.com/decidertree/decidertree/world"
)

// carriage carries whole agents, with what is plugged in. Its plans serve all of them.
type carriage[A any] struct {
	shapes shapes[A]
	plans  map[planKey[A]]*plan[A]
	own    *Tree[A]
	world  *world.World
	find   func(*imagePlug) *Tree[A] // the tree for something plugged in; nil for none

	// Of the agent that is being carried.
	agent   world.AgentID
	lost    []world.Loss
	poorer  bool // it has lost something
	changed bool
	broken  string // why its bytes cannot be an agent's; "" if they can
}

type planKey[A any] struct {
	from *shape
	to   *Tree[A]
}

func newCarriage[A any](own *Tree[A], w *world.World) *carriage[A] {
	return &carriage[A]{own: own, world: w, plans: map[planKey[A]]*plan[A]{}}
}

func (g *carriage[A]) planFor(from *shape, to *Tree[A]) *plan[A] {
	key := planKey[A]{from, to}
	made, ok := g.plans[key]
	if !ok {
		made = newPlan(from, g.shapes.of(to), to)
		g.plans[key] = made
	}
	return made
}

func (g *carriage[A]) lose(part world.Part, path, name, why string) {
	g.poorer = true
	g.lost = append(g.lost, world.Loss{Part: part, Path: path, Name: name, Why: why, Agent: g.agent, Agents: 1})
}

func (g *carriage[A]) migration() world.Migration {
	return world.Migration{Changed: g.changed, Lost: g.lost}
}

// survey finds out what of an agent can stay; around are the trees it is plugged into.
func (g *carriage[A]) survey(old *image, to *Tree[A]) *carrier[A] {
	return g.surveyTree(&carrier[A]{plan: g.planFor(old.shape, to), old: old})
}

func (g *carriage[A]) surveyTree(c *carrier[A], around ...*Tree[A]) *carrier[A] {
	c.carriage, c.whole = g, true
	g.changed = g.changed || !c.same
	around = append(around, c.tree)
	for i := range c.old.plugs {
		from := &c.old.plugs[i]
		to, tree, why := c.fits(from, around)
		pl := carriedPlug[A]{slot: from.slot, to: to, why: why}
		if why == "" {
			pl.carrier = &carrier[A]{
				plan: g.planFor(from.shape, tree), old: from.image, nested: true, above: c.above + c.from.slotPath(from.slot) + " > ",
			}
		}
		c.plugs = append(c.plugs, pl)
	}
	c.survey()
	for i := range c.plugs {
		pl := &c.plugs[i]
		if pl.why != "" {
			c.lose(world.LostPlug, c.from.placeOf(pl.slot), c.from.slots[pl.slot], pl.why)
			continue
		}
		pl.idle = !c.stays[c.from.placeOf(pl.slot)]
		g.surveyTree(pl.carrier, around...)
	}
	return c
}

// placeOf is a slot's place.
func (s *shape) placeOf(slot int) place {
	for p := range s.places {
		if s.places[p].slot == slot {
			return place(p)
		}
	}
	return 0
}

// fits looks for the slot and the tree of something that is plugged in, as runner.plan does; why not, else.
func (c *carrier[A]) fits(from *imagePlug, around []*Tree[A]) (slot int, tree *Tree[A], why string) {
	if slot = c.slots[from.slot]; slot < 0 {
		return slot, nil, "the tree has no such slot"
	}
	if tree = c.find(from); tree == nil {
		return slot, nil, fmt.Sprintf("no tree %q was given to Restore", from.root)
	}
	for _, t := range around {
		if t == tree {
			return slot, nil, fmt.Sprintf("%q would contain itself", from.root)
		}
	}
	if reserve := c.tree.slots[slot].Reserve; int(tree.layout.size) > reserve {
		return slot, nil, fmt.Sprintf("%q takes %d bytes, the slot reserves %d", from.root, tree.layout.size, reserve)
	}
	if err := tree.missingKeys(c.own); err != nil {
		return slot, nil, err.Error()
	}
	if err := tree.bind(c.world); err != nil {
		return slot, nil, err.Error()
	}
	return slot, tree, ""
}

// carryTree makes the new images, after the survey.
func (c *carrier[A]) carryTree() {
	c.carry()
	for i := range c.plugs {
		if pl := &c.plugs[i]; pl.why == "" {
			pl.carryTree()
		}
	}
}

// install gives an instance, which has nothing in it, what was carried.
func (r *runner[A]) install(in *instance[A], c *carrier[A]) {
	in.take(c.made)
	for i := range c.plugs {
		from := &c.plugs[i]
		if from.why != "" {
			continue
		}
		pl := r.newPlug(in, from.to, from.tree)
		in.plugs[from.to], in.plans[from.to] = pl, pl
		r.limit += 2 * len(pl.tree.nodes)
		r.install(&pl.instance, from.carrier)
	}
}
