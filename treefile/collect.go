package treefile

import (
	"fmt"
	"strings"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/program"
)

// This file collects what declarations use, with names.

// collecting makes a Registry of declarations.
type collecting struct {
	known *known
	seen  map[*declared]bool
}

func (c *collecting) collect(d *declared) {
	if d == nil || c.seen[d] {
		return
	}
	c.seen[d] = true
	k := c.known
	for _, f := range []struct {
		kind function
		it   any
	}{{decides, d.decide}, {keyFuncs, d.squadKey}, {keyFuncs, d.gateKey}, {canPlays, d.canPlay}} {
		if f.it != nil {
			put(k.functions[f.kind], namesOf(f.it), f.it)
		}
	}
	if d.dblock != nil {
		put(k.dblocks, []string{d.dblock.name, d.dblock.name + " of " + d.name}, d.dblock.it)
	}
	if b := d.behavior; b != nil && b.stock == notStock {
		keep(k.behaviors, b.name, b)
	}
	if d.gate != nil {
		keep(k.gates, d.gate.Name, d.gate)
	}
	if d.squad != nil {
		keep(k.squads, d.squad.Name, d.squad)
	}
	if d.slot != nil {
		keep(k.slots, d.slot.name, d.slot)
	}
	for _, key := range d.keys {
		if key != nil {
			keep(k.keys, key.Declared(engine.Key{}).Name, key)
		}
	}
	for _, child := range d.children {
		c.collect(child)
	}
	c.collect(d.copy)
}

// put adds a thing under the first of some names that is free, or else with a number, if it has no name yet.
func put(among map[string]any, names []string, it any) {
	if _, has := nameOf(it, among); has {
		return
	}
	first := names[0]
	for n := 2; ; n++ {
		for _, name := range names {
			if _, taken := among[name]; !taken {
				among[name] = it
				return
			}
		}
		names = []string{fmt.Sprintf("%s #%d", first, n)}
	}
}

// namesOf returns names for a function: its own, with its package, and with its position.
func namesOf(f any) []string {
	d := program.DescribeFunction(f)
	_, own, _ := strings.Cut(d.Name, ".")
	return []string{own, d.Name, d.String()}
}
