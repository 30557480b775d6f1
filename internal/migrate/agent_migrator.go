package migrate

import (
	"fmt"

	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/world"
)

// agentMigrator moves whole agents, with their plugged trees, to new memories. All agents share its plans.
type agentMigrator struct {
	shapes shapes
	plans  map[planKey]*plan
	own    *program.Tree
	world  *world.World
	find   func(*imagePlug) *program.Tree // finds the tree of a plug; nil if there is none

	// State of the agent being migrated.
	agent   world.AgentID
	lost    []world.Loss
	poorer  bool // it has lost some state
	changed bool
	broken  string // why its bytes are invalid; "" if they are valid
}

type planKey struct {
	from *shape
	to   *program.Tree
}

func newAgentMigrator(own *program.Tree, w *world.World) *agentMigrator {
	return &agentMigrator{own: own, world: w, plans: map[planKey]*plan{}}
}

func (g *agentMigrator) planFor(from *shape, to *program.Tree) *plan {
	key := planKey{from, to}
	made, ok := g.plans[key]
	if !ok {
		made = newPlan(from, g.shapes.of(to), to)
		g.plans[key] = made
	}
	return made
}

func (g *agentMigrator) lose(part world.Part, path, name, why string) {
	g.poorer = true
	g.lost = append(g.lost, world.Loss{Part: part, Path: path, Name: name, Why: why, Agent: g.agent, Agents: 1})
}

func (g *agentMigrator) migration() world.Migration {
	return world.Migration{Changed: g.changed, Lost: g.lost}
}

// survey determines which state of an agent can be kept.
func (g *agentMigrator) survey(old *image, to *program.Tree) *treeMigrator {
	return g.surveyTree(&treeMigrator{plan: g.planFor(old.shape, to), old: old})
}

// surveyTree surveys one tree and those plugged into it. around lists the trees that contain it.
func (g *agentMigrator) surveyTree(c *treeMigrator, around ...*program.Tree) *treeMigrator {
	c.agentMigrator, c.whole = g, true
	g.changed = g.changed || !c.same
	around = append(around, c.tree)
	for i := range c.old.plugs {
		from := &c.old.plugs[i]
		to, tree, why := c.fits(from, around)
		pl := migratedPlug{slot: from.slot, to: to, why: why}
		if why == "" {
			pl.treeMigrator = &treeMigrator{
				plan: g.planFor(from.shape, tree), old: from.image, nested: true, above: c.above + c.from.slotPath(from.slot) + " > ",
			}
		}
		c.plugs = append(c.plugs, pl)
	}
	c.survey()
	for i := range c.plugs {
		pl := &c.plugs[i]
		if pl.why != "" {
			c.lose(world.LostPlug, c.from.slotAt[pl.slot], c.from.slots[pl.slot], pl.why)
			continue
		}
		pl.idle = !c.stays[c.from.slotAt[pl.slot]]
		g.surveyTree(pl.treeMigrator, around...)
	}
	return c
}

// fits finds the slot and the tree for a plug. why tells what prevents it, by the same checks as tick.Runner.Plan.
func (c *treeMigrator) fits(from *imagePlug, around []*program.Tree) (slot int, tree *program.Tree, why string) {
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

// copyTree makes the new images of a tree and its plugs, after the survey.
func (c *treeMigrator) copyTree() {
	c.copyImage()
	for i := range c.plugs {
		if pl := &c.plugs[i]; pl.why == "" {
			pl.copyTree()
		}
	}
}

// install fills an empty instance with the migrated state.
func install(r *tick.Runner, in *memory.Instance, c *treeMigrator) {
	fill(in, c.made)
	for i := range c.plugs {
		from := &c.plugs[i]
		if from.why != "" {
			continue
		}
		pl := r.NewPlug(in, from.to, from.tree)
		in.Plugs[from.to], in.Plans[from.to] = pl, pl
		r.AllowEntries(pl.Tree)
		install(r, &pl.Instance, from.treeMigrator)
	}
}
