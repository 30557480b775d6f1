package migrate

import (
	"fmt"

	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/world"
)

// carriage carries whole agents, with what is plugged in. Its plans serve all of them.
type carriage struct {
	shapes shapes
	plans  map[planKey]*plan
	own    *program.Tree
	world  *world.World
	find   func(*imagePlug) *program.Tree // the tree for something plugged in; nil for none

	// Of the agent that is being carried.
	agent   world.AgentID
	lost    []world.Loss
	poorer  bool // it has lost something
	changed bool
	broken  string // why its bytes cannot be an agent's; "" if they can
}

type planKey struct {
	from *shape
	to   *program.Tree
}

func newCarriage(own *program.Tree, w *world.World) *carriage {
	return &carriage{own: own, world: w, plans: map[planKey]*plan{}}
}

func (g *carriage) planFor(from *shape, to *program.Tree) *plan {
	key := planKey{from, to}
	made, ok := g.plans[key]
	if !ok {
		made = newPlan(from, g.shapes.of(to), to)
		g.plans[key] = made
	}
	return made
}

func (g *carriage) lose(part world.Part, path, name, why string) {
	g.poorer = true
	g.lost = append(g.lost, world.Loss{Part: part, Path: path, Name: name, Why: why, Agent: g.agent, Agents: 1})
}

func (g *carriage) migration() world.Migration {
	return world.Migration{Changed: g.changed, Lost: g.lost}
}

// survey finds out what of an agent can stay; around are the trees it is plugged into.
func (g *carriage) survey(old *image, to *program.Tree) *carrier {
	return g.surveyTree(&carrier{plan: g.planFor(old.shape, to), old: old})
}

func (g *carriage) surveyTree(c *carrier, around ...*program.Tree) *carrier {
	c.carriage, c.whole = g, true
	g.changed = g.changed || !c.same
	around = append(around, c.tree)
	for i := range c.old.plugs {
		from := &c.old.plugs[i]
		to, tree, why := c.fits(from, around)
		pl := carriedPlug{slot: from.slot, to: to, why: why}
		if why == "" {
			pl.carrier = &carrier{
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
func (s *shape) placeOf(slot int) program.Place {
	for p := range s.Parts {
		if s.Parts[p].Slot == slot {
			return program.Place(p)
		}
	}
	return 0
}

// fits looks for the slot and the tree of something that is plugged in, as runner.plan does; why not, else.
func (c *carrier) fits(from *imagePlug, around []*program.Tree) (slot int, tree *program.Tree, why string) {
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
	if reserve := c.tree.Slots[slot].Reserve; int(tree.Size) > reserve {
		return slot, nil, fmt.Sprintf("%q takes %d bytes, the slot reserves %d", from.root, tree.Size, reserve)
	}
	if err := tree.MissingKeys(c.own); err != nil {
		return slot, nil, err.Error()
	}
	if err := tree.Bind(c.world); err != nil {
		return slot, nil, err.Error()
	}
	return slot, tree, ""
}

// carryTree makes the new images, after the survey.
func (c *carrier) carryTree() {
	c.carry()
	for i := range c.plugs {
		if pl := &c.plugs[i]; pl.why == "" {
			pl.carryTree()
		}
	}
}

// install gives an instance, which has nothing in it, what was carried.
func install(r *tick.Runner, in *memory.Instance, c *carrier) {
	fill(in, c.made)
	for i := range c.plugs {
		from := &c.plugs[i]
		if from.why != "" {
			continue
		}
		pl := r.NewPlug(in, from.to, from.tree)
		in.Plugs[from.to], in.Plans[from.to] = pl, pl
		r.Allow(pl.Tree)
		install(r, &pl.Instance, from.carrier)
	}
}
