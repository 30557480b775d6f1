package main

import (
	bt "github.com/joeycumines/go-behaviortree"

	"github.com/decidertree/decidertree/internal/testing/workload"
)

// behaviorTree drives a go-behaviortree.
type behaviorTree struct {
	c    *workload.Creature
	root bt.Node
}

func (d *behaviorTree) creature() *workload.Creature { return d.c }

func (d *behaviorTree) tick() {
	if _, err := d.root.Tick(); err != nil {
		panic(err)
	}
}

func (d *behaviorTree) quiet(ticks int) {
	for range ticks {
		d.tick()
	}
}

func (d *behaviorTree) churn(ticks int) {
	for range ticks {
		d.c.Predator = !d.c.Predator
		d.tick()
	}
}

func (d *behaviorTree) step(senses uint64) {
	d.c.Senses = workload.SensesOf(senses)
	d.tick()
}

// lean uses as few nodes and calls as the library allows: one tree for all agents, over a pointer that is swapped
// before each tick. A leaf's condition and action are one closure, and a group's condition comes before its
// selector.
type lean struct {
	behaviorTree
	agent *workload.Creature // the one that the tree is ticking
}

func newLean() driver {
	d := &lean{}
	d.c = workload.Hungry()
	d.root = bt.New(bt.Selector,
		bt.New(func([]bt.Node) (bt.Status, error) {
			if !d.agent.Predator {
				return bt.Failure, nil
			}
			d.agent.Act(workload.Flee)
			return bt.Running, nil
		}),
		bt.New(func(children []bt.Node) (bt.Status, error) {
			if !d.agent.NestRaided {
				return bt.Failure, nil
			}
			return bt.Selector(children)
		},
			bt.New(func([]bt.Node) (bt.Status, error) {
				if !d.agent.Outnumbered {
					return bt.Failure, nil
				}
				d.agent.Act(workload.YellForHelp)
				return bt.Running, nil
			}),
			bt.New(func([]bt.Node) (bt.Status, error) {
				if !d.agent.Enemy {
					return bt.Failure, nil
				}
				d.agent.Act(workload.GuardFight)
				return bt.Running, nil
			}),
			bt.New(func([]bt.Node) (bt.Status, error) {
				d.agent.Act(workload.Patrol)
				return bt.Running, nil
			}),
		),
		bt.New(func([]bt.Node) (bt.Status, error) {
			if !d.agent.Enemy {
				return bt.Failure, nil
			}
			d.agent.Act(workload.Fight)
			return bt.Running, nil
		}),
		bt.New(func(children []bt.Node) (bt.Status, error) {
			if !d.agent.Hungry {
				return bt.Failure, nil
			}
			return bt.Selector(children)
		},
			bt.New(func([]bt.Node) (bt.Status, error) {
				if !d.agent.FoodGone {
					return bt.Failure, nil
				}
				d.agent.Act(workload.FindFood)
				return bt.Running, nil
			}),
			bt.New(func([]bt.Node) (bt.Status, error) {
				d.agent.Act(workload.EatFood)
				return bt.Running, nil
			}),
		),
		bt.New(bt.Selector,
			bt.New(func([]bt.Node) (bt.Status, error) {
				if !d.agent.Tired {
					return bt.Failure, nil
				}
				d.agent.Act(workload.IdleRest)
				return bt.Running, nil
			}),
			bt.New(bt.Selector,
				bt.New(func([]bt.Node) (bt.Status, error) {
					if !d.agent.Dizzy {
						return bt.Failure, nil
					}
					d.agent.Act(workload.PlayRest)
					return bt.Running, nil
				}),
				bt.New(func([]bt.Node) (bt.Status, error) {
					if !d.agent.Wild {
						return bt.Failure, nil
					}
					d.agent.Act(workload.Flip)
					return bt.Running, nil
				}),
				bt.New(func([]bt.Node) (bt.Status, error) {
					if !d.agent.Muddy {
						return bt.Failure, nil
					}
					d.agent.Act(workload.Roll)
					return bt.Running, nil
				}),
				bt.New(func([]bt.Node) (bt.Status, error) {
					d.agent.Act(workload.Dance)
					return bt.Running, nil
				}),
			),
		),
	)
	return d
}

func (d *lean) quiet(ticks int) {
	for range ticks {
		d.agent = d.c
		d.tick()
	}
}

func (d *lean) churn(ticks int) {
	for range ticks {
		d.c.Predator = !d.c.Predator
		d.agent = d.c
		d.tick()
	}
}

func (d *lean) step(senses uint64) {
	d.agent = d.c
	d.behaviorTree.step(senses)
}

func newIdiomatic() driver { return idiomaticFor(workload.Hungry()) }

// idiomaticFor makes the tree in the style of the library's examples: one for each agent, closed over it, with
// conditions and actions as separate nodes below a Sequence.
func idiomaticFor(c *workload.Creature) *behaviorTree {
	condition := func(holds func() bool) bt.Node {
		return bt.New(func([]bt.Node) (bt.Status, error) {
			if holds() {
				return bt.Success, nil
			}
			return bt.Failure, nil
		})
	}
	action := func(l workload.Leaf) bt.Node {
		return bt.New(func([]bt.Node) (bt.Status, error) {
			c.Act(l)
			return bt.Running, nil
		})
	}
	when := func(holds func() bool, then bt.Node) bt.Node {
		return bt.New(bt.Sequence, condition(holds), then)
	}
	enemy := func() bool { return c.Enemy }
	return &behaviorTree{c: c, root: bt.New(bt.Selector,
		when(func() bool { return c.Predator }, action(workload.Flee)),
		when(func() bool { return c.NestRaided }, bt.New(bt.Selector,
			when(func() bool { return c.Outnumbered }, action(workload.YellForHelp)),
			when(enemy, action(workload.GuardFight)),
			action(workload.Patrol),
		)),
		when(enemy, action(workload.Fight)),
		when(func() bool { return c.Hungry }, bt.New(bt.Selector,
			when(func() bool { return c.FoodGone }, action(workload.FindFood)),
			action(workload.EatFood),
		)),
		bt.New(bt.Selector,
			when(func() bool { return c.Tired }, action(workload.IdleRest)),
			bt.New(bt.Selector,
				when(func() bool { return c.Dizzy }, action(workload.PlayRest)),
				when(func() bool { return c.Wild }, action(workload.Flip)),
				when(func() bool { return c.Muddy }, action(workload.Roll)),
				action(workload.Dance),
			),
		),
	)}
}
