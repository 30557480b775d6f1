package main

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// Bobby Anguelov, Synchronized Behavior Trees, figures 7 to 9: trees whose state all agents share.

// figure7 is his combat tree: an agent that has a grenade throws it.
var figure7 = Decider{
	Name: "COMBAT",
	Children: Children{
		{Name: "THROW_GRENADE", Decide: hasGrenade, Behavior: &throw},
		{Name: "TAUNT", Cooldown: 20, Behavior: &taunt},
		{Name: "SHOOT", DecisionFlags: Check{All: InSight}, Behavior: &shoot},
		{Name: "CHARGE", Behavior: &charge},
	},
}

// What the soldiers of a match share.
var (
	grenade  = world.Gate{Name: "GRENADE", Max: 1, Cooldown: 2}                  // one in the air, and a pause for all
	taunting = world.Gate{Name: "TAUNT", Max: 1, Cooldown: 3, AgentCooldown: 20} // and a longer one for each
	shooters = world.Gate{Name: "SHOOTERS", Max: 3}                              // three shoot while the rest charge
)

// figure8 is the same tree with gates.
var figure8 = Decider{
	Name: "COMBAT",
	Children: Children{
		{Name: "THROW_GRENADE", Decide: hasGrenade, Gate: &grenade, Behavior: &throw},
		{Name: "TAUNT", Gate: &taunting, Behavior: &taunt},
		{Name: "SHOOT", DecisionFlags: Check{All: InSight}, Gate: &shooters, Behavior: &shoot},
		{Name: "CHARGE", Behavior: &charge},
	},
}

func hasGrenade(c *Context) float64 { return behavior.If(c.Agent.Grenades > 0) }

var (
	throw = Behavior{
		Name:       "THROW",
		Tick:       lasting(1),
		Deactivate: func(c *Context) { c.Agent.Grenades-- },
	}
	taunt  = Behavior{Name: "TAUNT", Tick: lasting(1)}
	shoot  = Behavior{Name: "SHOOT"}
	charge = Behavior{Name: "CHARGE"}
)

// The roles of the ambush.
const (
	distracting world.Role = 1 + iota
	flanking
)

var ambush = world.Squad{Name: "AMBUSH", Agents: 2, Roles: []world.Role{distracting, flanking}}

// figure9 is his tree for exactly two agents: roles, a first part, a waiting loop, a second part.
var figure9 = Decider{
	Name: "BANDIT",
	Children: Children{
		{Name: "RUN_AWAY", DecisionFlags: Check{All: Hurt}, Behavior: &runAway},
		{Name: "AMBUSH", Squad: &ambush, Policy: decider.Sequence, Cooldown: 60, Children: Children{
			{Name: "PREPARE", Policy: decider.Selector, Children: Children{
				{Name: "DISTRACT", Role: distracting, Behavior: &distract},
				{Name: "FLANK", Role: flanking, Behavior: &flank},
			}},
			{Name: "WAIT_FOR_BOTH", Options: decider.Barrier},
			{Name: "STRIKE", Behavior: &strike},
		}},
		{Name: "LOITER", Behavior: &loiter},
	},
}

var (
	runAway  = Behavior{Name: "RUN_AWAY"}
	distract = Behavior{Name: "DISTRACT", Tick: lasting(1)}
	flank    = Behavior{Name: "FLANK", Tick: lasting(2)} // the longer way
	strike   = Behavior{Name: "STRIKE", Tick: lasting(1)}
	loiter   = Behavior{Name: "LOITER"}
)

var anguelovTogether = []scene{
	{
		name: "anguelov/figure7", place: "Anguelov, Synchronized Behavior Trees, figure 7",
		says: `All agents run one tree, so all that have a grenade throw it, and then all taunt.`,
		play: func(t *Transcript) { skirmish(t.Match(&figure7, "Ann", "Bob", "Cat", "Dan", "Eve", "Fay"), 2) },
	},
	{
		name: "anguelov/figure8", place: "Anguelov, Synchronized Behavior Trees, figure 8",
		says: `Gate nodes lock parts of the tree for all: a single grenade at any time, three who shoot while the rest charge, and
cooldowns for all or for each.`,
		play: func(t *Transcript) { skirmish(t.Match(&figure8, "Ann", "Bob", "Cat", "Dan", "Eve", "Fay"), 6) },
	},
	{
		name: "anguelov/figure9", place: "Anguelov, Synchronized Behavior Trees, figure 9",
		says: `A branch that runs only with exactly two agents: each gets a role, does its first part, and waits in a loop for the other;
then both go on. If one breaks out, the tree can be reset for both.`,
		play: func(t *Transcript) {
			m := t.Match(&figure9, "Ann", "Bob", "Cat")
			m.Frame("three want to")
			for range 5 {
				m.Frame("nothing new")
			}
			t.Part("Another match")
			m = t.Match(&figure9, "Ann", "Bob")
			m.Frame("two want to")
			m.Frame("nothing new")
			m.Actors[1].Flags = Hurt
			m.Frame("Bob is hurt")
			m.Frame("nothing new")
		},
	},
}

// skirmish lets soldiers fight. Each has a grenade.
func skirmish(m *Match, frames int) {
	for _, a := range m.Actors {
		a.Flags, a.Grenades = InSight, 1
	}
	for range frames {
		m.Roll("they fight")
	}
}
