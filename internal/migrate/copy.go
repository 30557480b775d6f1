package migrate

import (
	"math"

	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/world"
)

// This file copies the state that agents keep at inactive places as well.

// copyClocks copies timers and counts.
func (c *treeMigrator) copyClocks() {
	for i := range c.clocks {
		k := &c.clocks[i]
		lost := false
		for _, due := range [][2]uint32{{k.every, k.toEvery}, {k.cool, k.toCool}} {
			switch {
			case due[0] == 0 || math.IsInf(*c.old.Due(due[0]), -1):
			case due[1] == 0:
				lost = true
			default:
				*c.made.Due(due[1]) = *c.old.Due(due[0])
			}
		}
		switch {
		case k.count == 0 || *c.old.Count(k.count) == 0:
		case k.toCount == 0:
			lost = true
		default:
			*c.made.Count(k.toCount) = *c.old.Count(k.count)
		}
		if lost && k.found {
			c.lose(world.LostTimers, k.at, "", "it has no such timer or Limit now")
		} else if lost {
			c.lose(world.LostTimers, k.at, "", "the tree has no such decider")
		}
	}
}

// knowsReached reports whether each Monitor has a second bit. In snapshots of earlier versions it has not.
func (c *treeMigrator) knowsReached() bool {
	monitors := 0
	for i := range c.from.Spots {
		if c.from.at(program.Place(i)).Monitor >= 0 {
			monitors++
		}
	}
	return c.from.MonitorCount == 2*monitors
}

// copyBags copies the bags of Shuffle groups and the last answers of Monitors.
func (c *treeMigrator) copyBags() {
	reached := c.knowsReached()
	for i := range c.from.Spots {
		p, to := program.Place(i), c.places[i]
		if to == program.Nowhere {
			continue
		}
		a, b := c.from.at(p), c.to.at(to)
		if a.Monitor >= 0 && b.Monitor >= 0 && c.old.MonitorBits().Has(a.Monitor) {
			c.made.MonitorBits().Set(b.Monitor)
		}
		if a.Monitor >= 0 && b.Monitor >= 0 && reached && a.Monitor+1 < c.from.MonitorCount && c.old.MonitorBits().Has(a.Monitor+1) {
			c.made.MonitorBits().Set(b.Monitor + 1)
		}
		if a.Bag == 0 || b.Bag == 0 {
			continue
		}
		before, bag := c.old.Bag(p), c.made.Bag(to)
		for k := range a.Children() {
			if child, ok := c.keptIn(p, a.First+program.Place(k)); ok && !before.Has(k) {
				bag.Unset(int(child - b.First))
			}
		}
	}
}

// copyShared copies the agent's passes and memberships, except those of places that do not stay active.
func (c *treeMigrator) copyShared() {
	for i := range c.from.Spots {
		p, to := program.Place(i), c.places[i]
		if to == program.Nowhere {
			continue
		}
		a := c.from.at(p)
		if a.gate != "" && c.sameGate(p) {
			if ps := c.old.Pass(p); !ps.Inside || c.stays[p] {
				*c.made.Pass(to) = *ps
			}
		}
		if a.squad != "" && c.sameSquad(p) {
			if m := c.old.Membership(p); !m.Inside || c.stays[p] {
				*c.made.Membership(to) = *m
			}
		}
	}
}

// copyValues copies blackboard values.
func (c *treeMigrator) copyValues() {
	for i, to := range c.values {
		v := &c.from.values[i]
		if !c.from.holds(i, c.nested) {
			continue
		}
		if to < 0 {
			c.lose(world.LostValue, v.place, v.key, "the tree has no such key there, or of another type")
			continue
		}
		if !c.copyBox(program.BoxID{Kind: program.ValueBox, Index: i}, program.BoxID{Kind: program.ValueBox, Index: to}) {
			c.lose(world.LostValue, v.place, v.key, "it cannot be read: "+c.whyBox)
			continue
		}
		if v.of.size > 0 && c.sound(&c.tree.Board.Keys[c.tree.Board.Values[to].Key].Block, v.at) {
			copy(c.made.Part(c.to.values[to].at, v.of.size), c.old.Part(v.at, v.of.size))
		}
	}
}
