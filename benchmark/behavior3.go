package main

import (
	"sync"

	b3 "github.com/magicsea/behavior3go"
	"github.com/magicsea/behavior3go/composites"
	"github.com/magicsea/behavior3go/config"
	"github.com/magicsea/behavior3go/core"
	"github.com/magicsea/behavior3go/loader"

	"github.com/decidertree/decidertree/internal/testing/workload"
)

// behavior3 drives a behavior3go tree: one for all agents, a blackboard for each.
type behavior3 struct {
	c     *workload.Creature
	tree  *core.BehaviorTree
	board *core.Blackboard
}

func newBehavior3() driver { return behavior3For(workload.Hungry()) }

func behavior3For(c *workload.Creature) *behavior3 {
	return &behavior3{c: c, tree: behavior3Tree(), board: core.NewBlackboard()}
}

func (d *behavior3) creature() *workload.Creature { return d.c }

func (d *behavior3) quiet(ticks int) {
	for range ticks {
		d.tree.Tick(d.c, d.board)
	}
}

func (d *behavior3) churn(ticks int) {
	for range ticks {
		d.c.Predator = !d.c.Predator
		d.tree.Tick(d.c, d.board)
	}
}

func (d *behavior3) step(senses uint64) {
	d.c.Senses = workload.SensesOf(senses)
	d.tree.Tick(d.c, d.board)
}

// b3Leaf is a leaf that includes its condition.
type b3Leaf struct {
	core.Action
	leaf workload.Leaf
	when func(*workload.Creature) bool // nil for always
}

func (n *b3Leaf) Initialize(cfg *config.BTNodeCfg) {
	n.Action.Initialize(cfg)
	n.leaf = workload.Leaf(cfg.GetPropertyAsInt("leaf"))
	n.when = b3Conditions[cfg.Title]
}

func (n *b3Leaf) OnTick(tick *core.Tick) b3.Status {
	c := tick.GetTarget().(*workload.Creature)
	if n.when != nil && !n.when(c) {
		return b3.FAILURE
	}
	c.Act(n.leaf)
	return b3.RUNNING
}

// b3Group is a Priority that includes its condition.
type b3Group struct {
	composites.Priority
	when func(*workload.Creature) bool
}

func (n *b3Group) Initialize(cfg *config.BTNodeCfg) {
	n.Priority.Initialize(cfg)
	n.when = b3Conditions[cfg.Title]
}

func (n *b3Group) OnTick(tick *core.Tick) b3.Status {
	if n.when != nil && !n.when(tick.GetTarget().(*workload.Creature)) {
		return b3.FAILURE
	}
	return n.Priority.OnTick(tick)
}

// b3Conditions are the conditions by the title of their node; nodes without one always accept.
var b3Conditions = map[string]func(*workload.Creature) bool{
	"FLEE":          func(c *workload.Creature) bool { return c.Predator },
	"GUARD":         func(c *workload.Creature) bool { return c.NestRaided },
	"YELL_FOR_HELP": func(c *workload.Creature) bool { return c.Outnumbered },
	"GUARD_FIGHT":   func(c *workload.Creature) bool { return c.Enemy },
	"FIGHT":         func(c *workload.Creature) bool { return c.Enemy },
	"EAT":           func(c *workload.Creature) bool { return c.Hungry },
	"FIND_FOOD":     func(c *workload.Creature) bool { return c.FoodGone },
	"IDLE_REST":     func(c *workload.Creature) bool { return c.Tired },
	"PLAY_REST":     func(c *workload.Creature) bool { return c.Dizzy },
	"FLIP":          func(c *workload.Creature) bool { return c.Wild },
	"ROLL":          func(c *workload.Creature) bool { return c.Muddy },
}

// behavior3Tree builds the tree from the library's own configuration, as its editor would write it.
var behavior3Tree = sync.OnceValue(func() *core.BehaviorTree {
	cfg := &config.BTTreeCfg{ID: "figure1", Title: "Figure 1", Root: "ROOT", Nodes: map[string]config.BTNodeCfg{}}
	leaf := func(title string, l workload.Leaf) string {
		cfg.Nodes[title] = config.BTNodeCfg{
			Id: title, Name: "Leaf", Category: b3.ACTION, Title: title,
			Properties: map[string]any{"leaf": float64(l)},
		}
		return title
	}
	group := func(title string, children ...string) string {
		cfg.Nodes[title] = config.BTNodeCfg{Id: title, Name: "Group", Category: b3.COMPOSITE, Title: title, Children: children}
		return title
	}
	group("ROOT",
		leaf("FLEE", workload.Flee),
		group("GUARD",
			leaf("YELL_FOR_HELP", workload.YellForHelp),
			leaf("GUARD_FIGHT", workload.GuardFight),
			leaf("PATROL", workload.Patrol)),
		leaf("FIGHT", workload.Fight),
		group("EAT",
			leaf("FIND_FOOD", workload.FindFood),
			leaf("EAT_FOOD", workload.EatFood)),
		group("IDLE",
			leaf("IDLE_REST", workload.IdleRest),
			group("PLAY",
				leaf("PLAY_REST", workload.PlayRest),
				leaf("FLIP", workload.Flip),
				leaf("ROLL", workload.Roll),
				leaf("DANCE", workload.Dance))),
	)
	types := b3.NewRegisterStructMaps()
	types.Register("Leaf", &b3Leaf{})
	types.Register("Group", &b3Group{})
	return loader.CreateBevTreeFromConfig(cfg, types)
})
