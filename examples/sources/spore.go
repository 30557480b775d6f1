package main

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// Chris Hecker, SPBehaviorTreeDocs: Figure 1 of S01 and the two walks through it. What S11 prints is in spore_debug.go.

// What the game knows about the creature.
const (
	Tired decider.DecisionFlags = 1 << iota
	Wild
	Muddy
	Dead
	NestLost // there is nothing to guard
)

// figure1 is the whole figure. FIGHT and REST stand in two groups each.
var figure1 = Decider{
	Name: "ROOT",
	Children: Children{
		{Name: "FLEE", Decide: predatorNear, Behavior: &flee},
		{Name: "GUARD", Options: decider.CallDecideOnRedecide, Decide: nestRaided, Children: Children{
			{Name: "YELL_FOR_HELP", Decide: outnumbered, Behavior: &yell},
			&fightRaider,
			{Name: "PATROL", DecisionFlags: Check{None: Tired}, Behavior: &patrol},
			&takeRest,
		}},
		&fightRaider,
		{Name: "EAT", Decide: hungry, Children: Children{
			{Name: "FIND_FOOD", Decide: noFoodHere, Behavior: &search},
			{Name: "EAT_FOOD", Decide: foodHere, Behavior: &eat},
		}},
		{Name: "IDLE", Children: Children{
			{Name: "PLAY", DecisionFlags: Check{None: Tired}, Children: Children{
				{Name: "FLIP", DecisionFlags: Check{All: Wild}, Behavior: &flip},
				{Name: "ROLL", DecisionFlags: Check{All: Muddy}, Behavior: &roll},
				{Name: "DANCE", Behavior: &dance},
			}},
			&takeRest,
		}},
	},
}

var (
	fightRaider = Decider{Name: "FIGHT", Decide: oneRaider, Behavior: &fight}
	takeRest    = Decider{Name: "REST", Behavior: &rest}
)

// A Decide says whether to begin. Whether to go on is the behavior's business.
func predatorNear(c *Context) float64 { return behavior.If(c.Agent.Predator) }
func nestRaided(c *Context) float64   { return behavior.If(c.Agent.Raiders > 0) }
func outnumbered(c *Context) float64  { return behavior.If(c.Agent.Raiders > 1) }
func oneRaider(c *Context) float64    { return behavior.If(c.Agent.Raiders == 1) }
func hungry(c *Context) float64       { return behavior.If(c.Agent.Appetite > 2) }
func noFoodHere(c *Context) float64   { return behavior.If(c.Agent.Food == 0) }
func foodHere(c *Context) float64     { return behavior.If(c.Agent.Food > 0) }

var (
	flee   = Behavior{Name: "FLEE", Tick: func(c *Context) behavior.Status { return while(c.Agent.Predator) }}
	yell   = Behavior{Name: "YELL", Tick: lasting(1)}
	fight  = Behavior{Name: "FIGHT", Tick: func(c *Context) behavior.Status { return while(c.Agent.Raiders == 1) }}
	patrol = Behavior{Name: "PATROL", Tick: func(c *Context) behavior.Status { return while(c.Agent.Raiders > 0) }}
	search = Behavior{Name: "SEARCH", Tick: func(c *Context) behavior.Status { return while(c.Agent.Food == 0) }}
	eat    = Behavior{Name: "EAT", Tick: chew}
	rest   = Behavior{Name: "REST", Tick: func(c *Context) behavior.Status { return while(c.DecisionFlags&Tired != 0) }}
	flip   = Behavior{Name: "FLIP", Tick: lasting(2)}
	roll   = Behavior{Name: "ROLL", Tick: lasting(3)}
	dance  = Behavior{Name: "DANCE", Tick: lasting(5)}
)

// chew eats a bite, and goes on for longer than hungry would begin for.
func chew(c *Context) behavior.Status {
	c.Agent.Food--
	c.Agent.Appetite--
	return while(c.Agent.Food > 0 && c.Agent.Appetite > 0)
}

var spore = []scene{
	{
		name: "spore/figure1", place: "Spore S01, the walk with the starred deciders",
		says: `While the creature eats, FLEE, GUARD and FIGHT are asked in order, then FIND_FOOD. EAT and EAT_FOOD are active and not
asked, which gives hysteresis. If GUARD accepts, the path through EAT goes down, GUARD is entered, and its children are asked.
In the next tick only FLEE is asked in ROOT.`,
		play: func(t *Transcript) {
			c := t.Cast(&figure1, 5)
			c.Appetite, c.Food = 4, 9
			c.Frame("it is hungry, and food is here")
			c.Frame("nothing has changed")
			c.Frame("its appetite is down to 2: EAT would not begin, but it is not asked")
			c.Raiders = 1
			c.Frame("a raider is at the nest")
			c.Frame("nothing has changed")
		},
	},
	{
		name: "spore/redecide", place: "Spore S01, the walk one step farther",
		says: `EAT_FOOD stops: its group asks the other children, with EAT_FOOD masked. If one accepts, it takes over. If none does,
the group is over too, and ROOT asks its children with EAT masked, so that IDLE gets its chance.`,
		play: func(t *Transcript) {
			c := t.Cast(&figure1, 5)
			c.Appetite, c.Food = 4, 2
			c.Frame("it is hungry, and two bites are here")
			c.Frame("the last bite")
			c.Food = 5
			c.Frame("it finds more")
			c.Frame("it has had enough")
		},
	},
	{
		name: "spore/debugging", place: "Spore S11, what DebugPrintState and the levels 1 and 5 print",
		says: `A tooltip shows the active deciders and their times. Debug output of level 1 has a line for each behavior that begins,
that of level 5 every decision of a tick. The times that the text prints fit one creature's life.`,
		play: guardedLife,
	},
}
