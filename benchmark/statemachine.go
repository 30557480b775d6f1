package main

import (
	"context"

	"github.com/qmuntal/stateless"

	"github.com/decidertree/decidertree/internal/testing/workload"
)

// machine drives a state machine of the library stateless: one for each agent, since a machine holds its state. It has
// a state for each leaf and one trigger, think, that goes to the state the creature wants. The library requires guards
// that exclude each other, so priorities must be spelled out. Here a single call of the nested if does that, which
// costs less than a guard for each pair of states.
type machine struct {
	c       *workload.Creature
	machine *stateless.StateMachine
}

type trigger struct{}

var think stateless.Trigger = trigger{}

// stateOf holds the states as the interfaces that stateless compares, made once so that asking for one allocates nothing.
var stateOf = func() (states [workload.Dance + 1]stateless.State) {
	for l := range states {
		states[l] = workload.Leaf(l)
	}
	return states
}()

func newMachine() driver { return machineFor(workload.Hungry()) }

func machineFor(c *workload.Creature) *machine {
	m := stateless.NewStateMachineWithMode(stateOf[workload.Nothing], stateless.FiringImmediate)
	wanted := func(context.Context, ...any) (stateless.State, error) { return stateOf[c.Wanted()], nil }
	for l := workload.Nothing; l <= workload.Dance; l++ {
		m.Configure(stateOf[l]).
			PermitDynamic(think, wanted).
			OnEntry(func(context.Context, ...any) error {
				c.Act(l)
				return nil
			})
	}
	return &machine{c: c, machine: m}
}

func (d *machine) creature() *workload.Creature { return d.c }

func (d *machine) tick() {
	if err := d.machine.Fire(think); err != nil {
		panic(err)
	}
}

func (d *machine) quiet(ticks int) {
	for range ticks {
		d.tick()
	}
}

func (d *machine) churn(ticks int) {
	for range ticks {
		d.c.Predator = !d.c.Predator
		d.tick()
	}
}

func (d *machine) step(senses uint64) {
	d.c.Senses = workload.SensesOf(senses)
	d.tick()
}
