package main

import "github.com/decidertree/decidertree/internal/testing/workload"

// driver drives one creature of Figure 1. Each contender implements it with loops of its own, so that the loops
// contain only the contender's work.
type driver interface {
	quiet(ticks int) // nothing changes: the creature eats
	churn(ticks int) // the predator comes or goes every tick
	// step runs one tick under any senses, given as bits. Tests use it to check that all contenders count the same.
	step(senses uint64)
	creature() *workload.Creature
}

// contender is a way to write Figure 1.
type contender struct {
	name string
	// new makes a driver. Drivers share whatever the contender can share between agents.
	new func() driver
	// agent makes the memory of one more agent, without its creature, and ticks it some times in both ways.
	agent func(*workload.Creature) any
}

// contenders are in the order of the table. The first is the baseline.
var contenders = []contender{
	{"hand-written nested `if`", newByHand, nil},
	{"flat table of function pointers", newTable, nil},
	{"decidertree, conditions as flags", newFlags, agentOf(flagsTree)},
	{"decidertree, conditions as Decide", newDecide, agentOf(decideTree)},
	{"go-behaviortree v1.11.0, lean", newLean, nil},
	{"go-behaviortree v1.11.0, idiomatic", newIdiomatic, func(c *workload.Creature) any { return warm(idiomaticFor(c)) }},
	{"stateless v1.7.2", newMachine, func(c *workload.Creature) any { return warm(machineFor(c)) }},
	{"behavior3go v0.0.4", newBehavior3, func(c *workload.Creature) any { return warm(behavior3For(c)) }},
}

// warm runs a driver until its memory has the size it keeps.
func warm[D driver](d D) D {
	d.churn(16)
	d.quiet(16)
	return d
}

// byHand is the nested if.
type byHand struct{ c *workload.Creature }

func newByHand() driver                        { return &byHand{workload.Hungry()} }
func (d *byHand) creature() *workload.Creature { return d.c }

func (d *byHand) quiet(ticks int) {
	c := d.c
	for range ticks {
		c.Frame()
	}
}

func (d *byHand) churn(ticks int) {
	c := d.c
	for range ticks {
		c.Predator = !c.Predator
		c.Frame()
	}
}

func (d *byHand) step(senses uint64) {
	d.c.Senses = workload.SensesOf(senses)
	d.c.Frame()
}

// table is the flat table of function pointers.
type table struct {
	byHand
	t workload.Table
}

func newTable() driver { return &table{byHand: byHand{workload.Hungry()}} }

func (d *table) quiet(ticks int) {
	for range ticks {
		d.t.Frame(d.c)
	}
}

func (d *table) churn(ticks int) {
	for range ticks {
		d.c.Predator = !d.c.Predator
		d.t.Frame(d.c)
	}
}

func (d *table) step(senses uint64) {
	d.c.Senses = workload.SensesOf(senses)
	d.t.Frame(d.c)
}
