package main

import "github.com/decidertree/decidertree/internal/testing/workload"

// driver drives one creature of Figure 1. Every contender is one, and each writes its loops out itself, so
// that nothing but its own work stands in them.
type driver interface {
	quiet(ticks int) // nothing changes: the creature eats
	churn(ticks int) // the predator comes or goes every tick
	// step is one tick under any senses, given as bits; the tests hold all contenders to the same counts by it.
	step(senses uint64)
	creature() *workload.Creature
}

// contender is a way to write Figure 1.
type contender struct {
	name string
	// new makes a driver, sharing between agents what the contender can share.
	new func() driver
	// agent makes what one more agent costs beside its own creature, after some ticks of both kinds.
	agent func(*workload.Creature) any
}

// contenders stand in the order of the table. The first is the measure of all.
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
