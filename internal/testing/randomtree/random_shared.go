package randomtree

import (
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// share generates the gates and squads of a tree set. There are few, so that many deciders share them.
func (n *generator) share() {
	f := n.set
	if n.with(FeatureGates) && chance(n, 2) {
		for i := range 1 + n.Choose(3) {
			f.Gates = append(f.Gates, &world.Gate{
				Name: fmt.Sprintf("GATE%d", i+1), Max: 1 + n.Choose(3),
				Cooldown: []float64{0, 0, 0.125, 0.5, 2}[n.Choose(5)], AgentCooldown: []float64{0, 0, 0.25, 1}[n.Choose(4)],
			})
		}
	}
	if n.with(FeatureSquads) && chance(n, 2) {
		for i := range 1 + n.Choose(3) {
			s := &world.Squad{Name: fmt.Sprintf("SQUAD%d", i+1), Agents: []int{2, 2, 3, 1, 4}[n.Choose(5)], KeepOthers: chance(n, 3)}
			if chance(n, 2) {
				for range s.Agents {
					s.Roles = append(s.Roles, world.Role(1+n.Choose(3)))
				}
			}
			f.Squads = append(f.Squads, s)
		}
	}
}

// gate sometimes gives a decider a gate.
func (g *treeGenerator) gate(d *subjectDecider) {
	all := g.set.Gates
	if len(all) == 0 || isJump(d) || !chance(g, 4) {
		return
	}
	d.Gate = all[g.Choose(len(all))]
	if chance(g, 2) {
		d.GateKey = g.keyScript("GateKey").key
	}
	if chance(g, 4) {
		d.Options |= decider.Wait
	}
}

// squads gives groups squads, and deciders below them roles and barriers.
func (g *treeGenerator) squads(root *subjectDecider) {
	if len(g.set.Squads) == 0 {
		return
	}
	if !chance(g, 3) {
		g.addSquadBranch(root)
	}
	spots, order := spotsOf(root)
	for _, d := range order {
		if d != root && len(d.Children) > 0 && d.Squad == nil && chance(g, 3) {
			g.squad(d, spots)
		}
	}
	for _, d := range order {
		inSquad := d != root && !slices.ContainsFunc(spots[d], func(p *spot) bool { return p.squad() == nil })
		if !inSquad || isJump(d) {
			continue
		}
		if chance(g, 4) {
			d.Role = spots[d][0].roleFrom(g.Choose(4))
		}
		if d.Slot == nil && len(d.Children) == 0 && chance(g, 5) {
			d.Options |= decider.Barrier
			if d.DBlock == nil && chance(g, 2) {
				d.Behavior = nil
			}
		}
	}
}

// squad gives a group a squad that no group above or below it has.
func (g *treeGenerator) squad(d *subjectDecider, spots map[*subjectDecider][]*spot) {
	s := g.set.Squads[g.Choose(len(g.set.Squads))]
	for other, all := range spots {
		for _, p := range all {
			for _, group := range p.groups() {
				if other == d && group.decider.Squad == s || group.decider == d && other.Squad == s {
					return
				}
			}
		}
	}
	d.Squad = s
	if chance(g, 2) {
		d.SquadKey = g.keyScript("SquadKey").key
	}
	if chance(g, 3) {
		d.CanPlay = g.keyScript("CanPlay").roles
	}
	if chance(g, 4) {
		d.Options |= decider.Wait
	}
}

// squad returns the nearest squad above a spot, or nil.
func (p *spot) squad() *world.Squad {
	for _, group := range p.groups() {
		if s := group.decider.Squad; s != nil {
			return s
		}
	}
	return nil
}

// roleFrom chooses one of the squad's roles.
func (p *spot) roleFrom(choice int) world.Role {
	s := p.squad()
	if len(s.Roles) > 0 {
		return s.Roles[choice%len(s.Roles)]
	}
	return world.Role(1 + choice%s.Agents)
}

// addSquadBranch gives the root a branch in which the members of a squad act by their roles, wait for each other and go on,
// once or repeatedly.
func (g *treeGenerator) addSquadBranch(root *subjectDecider) {
	group := g.named()
	group.Squad = g.set.Squads[g.Choose(len(g.set.Squads))]
	if chance(g, 3) {
		group.CanPlay = g.keyScript("CanPlay").roles
	}
	group.Policy = decider.Sequential
	if g.with(FeatureRunFirst) {
		group.Policy = []decider.Policy{decider.Sequence, decider.Sequential, decider.SequentialLooping}[g.Choose(3)]
	}
	if g.with(FeatureRepeats) && chance(g, 3) {
		group.Modifiers.Repeat = []int{2, decider.Forever}[g.Choose(2)]
	}
	parts := g.named()
	for i := range 2 {
		leaf := g.named()
		leaf.Behavior = g.behavior(leaf, group)
		leaf.Role = (&spot{leaf, &spot{group, nil}}).roleFrom(i)
		parts.Children = append(parts.Children, leaf)
	}
	rest := g.named()
	rest.Behavior = &behavior.Behavior[*Subject]{Name: "at once", Tick: func(*context) behavior.Status { return behavior.Success }}
	parts.Children = append(parts.Children, rest)
	group.Children = decider.Children[*Subject]{parts}
	for range 1 + g.Choose(2) {
		barrier := g.named()
		barrier.Options = decider.Barrier
		if g.with(FeatureLeaves) && chance(g, 2) {
			barrier.Behavior = g.leaver(barrier, group)
		}
		last := g.named()
		last.Behavior = g.behavior(last, group)
		group.Children = append(group.Children, barrier, last)
	}
	k := g.decideScript(group)
	if k.style = always; chance(g, 2) {
		k.style = []decideStyle{byFact, byTime, byChance, byStimulus}[g.Choose(4)]
	}
	group.Decide = k.decide
	g.gate(group)
	if at := g.Choose(2); at == 0 || len(root.Children) == 0 {
		root.Children = append(decider.Children[*Subject]{group}, root.Children...)
	} else {
		root.Children = append(root.Children, group)
	}
}

// keyScript is a GateKey, SquadKey or CanPlay.
type keyScript struct {
	script
	function string
	style    keyStyle
	fact     uint
}

// keyStyle determines how a key is computed.
type keyStyle int

const (
	oneKey keyStyle = iota
	keyByFact
	keyByTime
	keyByDice
)

func (g *treeGenerator) keyScript(function string) *keyScript {
	return &keyScript{script: g.script(), function: function, style: []keyStyle{oneKey, oneKey, keyByFact, keyByFact, keyByTime, keyByDice}[g.Choose(6)], fact: uint(g.Choose(8))}
}

// roles returns roles, most often some.
func (k *keyScript) roles(c *context) world.RoleSet {
	return [...]world.RoleSet{world.Roles(1, 3), world.Roles(2), world.AllRoles &^ 1}[k.key(c)] | world.RoleSet(k.salt>>8&3)
}

// key returns one of the keys from 0 to 2.
func (k *keyScript) key(c *context) (key uint64) {
	s := c.Agent
	at, bits := s.begin(c, k.function, "")
	d := dice(bits ^ k.salt)
	switch k.style {
	case oneKey:
		key = k.salt % 2
	case keyByFact:
		key = s.Facts >> k.fact & 1
	case keyByTime:
		key = uint64(c.Time) % 3
	case keyByDice:
		key = d.roll(3)
	}
	k.goesWrong(c, at, &d)
	s.Calls[at].Result = key
	return key
}
