package decider

import (
	"math"

	"github.com/decidertree/decidertree/world"
)

// This file is what a carrier carries whatever is active.

// carryClocks copies timers and counts.
func (c *carrier[A]) carryClocks() {
	for i := range c.clocks {
		k := &c.clocks[i]
		lost := false
		for _, due := range [][2]uint32{{k.every, k.toEvery}, {k.cool, k.toCool}} {
			switch {
			case due[0] == 0 || math.IsInf(*c.old.due(due[0]), -1):
			case due[1] == 0:
				lost = true
			default:
				*c.made.due(due[1]) = *c.old.due(due[0])
			}
		}
		switch {
		case k.count == 0 || *c.old.count(k.count) == 0:
		case k.toCount == 0:
			lost = true
		default:
			*c.made.count(k.toCount) = *c.old.count(k.count)
		}
		if lost && k.found {
			c.lose(world.LostTimers, k.at, "", "it has no such timer or Limit now")
		} else if lost {
			c.lose(world.LostTimers, k.at, "", "the tree has no such decider")
		}
	}
}

// carryBags copies whose turn is left in Shuffle groups, and what Monitors answered last.
func (c *carrier[A]) carryBags() {
	for i := range c.from.places {
		p, to := place(i), c.places[i]
		if to == nowhere {
			continue
		}
		a, b := &c.from.places[p], &c.to.places[to]
		if a.monitor >= 0 && b.monitor >= 0 && c.old.answers().has(a.monitor) {
			c.made.answers().set(b.monitor)
		}
		if a.bag == 0 || b.bag == 0 {
			continue
		}
		before, bag := c.old.bag(p), c.made.bag(to)
		for k := range a.children() {
			if child, ok := c.keptIn(p, a.first+place(k)); ok && !before.has(k) {
				bag.unset(int(child - b.first))
			}
		}
	}
}

// carryShared copies what the agent has of gates and squads, but for those that what has stopped stood in.
func (c *carrier[A]) carryShared() {
	for i := range c.from.places {
		p, to := place(i), c.places[i]
		if to == nowhere {
			continue
		}
		a, b := &c.from.places[p], &c.to.places[to]
		if a.gate != "" && c.sameGate(p) {
			if ps := c.old.pass(a.gateAt); !ps.inside || c.stays[p] {
				*c.made.pass(b.gateAt) = *ps
			}
		}
		if a.squad != "" && c.sameSquad(p) {
			if m := c.old.membership(a.squadAt); !m.inside || c.stays[p] {
				*c.made.membership(b.squadAt) = *m
			}
		}
	}
}

// carryValues copies blackboard values.
func (c *carrier[A]) carryValues() {
	for i, to := range c.values {
		v := &c.from.values[i]
		if !c.from.holds(i, c.nested) {
			continue
		}
		if to < 0 {
			c.lose(world.LostValue, v.place, v.key, "the tree has no such key there, or of another type")
			continue
		}
		if !c.carryBox(boxID{valueBox, i}, boxID{valueBox, to}) {
			c.lose(world.LostValue, v.place, v.key, "it cannot be read: "+c.whyBox)
			continue
		}
		if v.of.size > 0 && c.sound(&c.tree.board.keys[c.tree.board.values[to].key].Block, v.at) {
			copy(c.made.part(c.to.values[to].at, v.of.size), c.old.part(v.at, v.of.size))
		}
	}
}
