package main

import (
	"sync"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/workload"
)

const dt = 1.0 / 64

var (
	decideTree = sync.OnceValue(func() *tree { return decider.MustInitializeTreeData(&workload.Decide) })
	flagsTree  = sync.OnceValue(func() *tree { return decider.MustInitializeTreeData(&workload.Flags) })
)

type (
	tree   = decider.Tree[*workload.Creature]
	memory = decider.Memory[*workload.Creature]
)

// ours ticks one of our trees; flip is the flag that churn changes besides the predator sense.
type ours struct {
	c      *workload.Creature
	m      *memory
	in     decider.Input
	senses bool // the creature's senses are the input, not the flags
}

func newDecide() driver {
	return &ours{c: workload.Hungry(), m: decideTree().NewMemory(nil, 0), in: decider.Input{DT: dt}, senses: true}
}

func newFlags() driver {
	return &ours{c: workload.Hungry(), m: flagsTree().NewMemory(nil, 0), in: decider.Input{DT: dt, DecisionFlags: workload.IsHungry}}
}

// over makes a driver that supports quiet alone, for trees other than Figure 1.
func over(t *tree, flags decider.DecisionFlags) *ours {
	return &ours{c: workload.Hungry(), m: t.NewMemory(nil, 0), in: decider.Input{DT: dt, DecisionFlags: flags}}
}

func agentOf(t func() *tree) func(*workload.Creature) any {
	return func(c *workload.Creature) any {
		m := t().NewMemory(nil, 0)
		warm(&ours{c: c, m: m, in: decider.Input{DT: dt, DecisionFlags: workload.IsHungry}})
		return m
	}
}

func (d *ours) creature() *workload.Creature { return d.c }

func (d *ours) tick() {
	d.in.Time += d.in.DT
	if err := decider.TickBehaviorTree(d.m, d.c, d.in); err != nil {
		panic(err)
	}
}

func (d *ours) quiet(ticks int) {
	for range ticks {
		d.tick()
	}
}

func (d *ours) churn(ticks int) {
	if d.senses {
		for range ticks {
			d.c.Predator = !d.c.Predator
			d.tick()
		}
		return
	}
	for range ticks {
		d.in.DecisionFlags ^= workload.Predator
		d.tick()
	}
}

func (d *ours) step(senses uint64) {
	if d.senses {
		d.c.Senses = workload.SensesOf(senses)
	} else {
		d.in.DecisionFlags = decider.DecisionFlags(senses)
	}
	d.tick()
}
