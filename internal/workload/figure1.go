package workload

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

type (
	node     = decider.Decider[*Creature]
	children = decider.Children[*Creature]
	act      = behavior.Behavior[*Creature]
	context  = behavior.Context[*Creature]
)

// Decide is Figure 1 with its conditions as Decide functions. A behavior goes on until its own reason is gone
// (the active child is not asked again), so FLEE's Tick looks for the predator itself.
var Decide = node{
	Name: "ROOT",
	Children: children{
		{Name: "FLEE", Decide: predator, Behavior: &flee, BehaviorFlags: behavior.Flags(Flee)},
		{Name: "GUARD", Decide: nestRaided, Children: children{
			{Name: "YELL_FOR_HELP", Decide: outnumbered, Behavior: &yellForHelp, BehaviorFlags: behavior.Flags(YellForHelp)},
			{Name: "GUARD_FIGHT", Decide: raider, Behavior: &guardFight, BehaviorFlags: behavior.Flags(GuardFight)},
			{Name: "PATROL", Decide: nestRaided, Behavior: &patrol, BehaviorFlags: behavior.Flags(Patrol)},
		}},
		{Name: "FIGHT", Decide: enemy, Behavior: &fight, BehaviorFlags: behavior.Flags(Fight)},
		{Name: "EAT", Decide: hungry, Children: children{
			{Name: "FIND_FOOD", Decide: foodGone, Behavior: &findFood, BehaviorFlags: behavior.Flags(FindFood)},
			{Name: "EAT_FOOD", Decide: hungry, Behavior: &eatFood, BehaviorFlags: behavior.Flags(EatFood)},
		}},
		{Name: "IDLE", Children: children{
			{Name: "IDLE_REST", Decide: tired, Behavior: &rest, BehaviorFlags: behavior.Flags(IdleRest)},
			{Name: "PLAY", Children: children{
				{Name: "PLAY_REST", Decide: dizzy, Behavior: &playRest, BehaviorFlags: behavior.Flags(PlayRest)},
				{Name: "FLIP", Decide: wild, Behavior: &flip, BehaviorFlags: behavior.Flags(Flip)},
				{Name: "ROLL", Decide: muddy, Behavior: &roll, BehaviorFlags: behavior.Flags(Roll)},
				{Name: "DANCE", Behavior: &dance, BehaviorFlags: behavior.Flags(Dance)},
			}},
		}},
	},
}

func predator(c *context) float64    { return behavior.If(c.Agent.Predator) }
func nestRaided(c *context) float64  { return behavior.If(c.Agent.NestRaided) }
func outnumbered(c *context) float64 { return behavior.If(c.Agent.NestRaided && c.Agent.Outnumbered) }
func raider(c *context) float64      { return behavior.If(c.Agent.NestRaided && c.Agent.Enemy) }
func enemy(c *context) float64       { return behavior.If(c.Agent.Enemy) }
func hungry(c *context) float64      { return behavior.If(c.Agent.Hungry) }
func foodGone(c *context) float64    { return behavior.If(c.Agent.FoodGone && c.Agent.Hungry) }
func tired(c *context) float64       { return behavior.If(c.Agent.Tired) }
func dizzy(c *context) float64       { return behavior.If(c.Agent.Dizzy) }
func wild(c *context) float64        { return behavior.If(c.Agent.Wild) }
func muddy(c *context) float64       { return behavior.If(c.Agent.Muddy) }

// begin and end are shared by all behaviors; BehaviorFlags tell them which leaf it is.
func begin(c *context) behavior.Status {
	c.Agent.Begun[c.BehaviorFlags&15]++
	return behavior.Running
}

func end(c *context) { c.Agent.Ended[c.BehaviorFlags&15]++ }

// goOn is a Tick: the leaf's work while there is a reason for it.
func (c *Creature) goOn(l Leaf, reason bool) behavior.Status {
	if !reason {
		return behavior.Success
	}
	c.Did[l&15]++
	return behavior.Running
}

var (
	flee        = act{Name: "FLEE", Activate: begin, Tick: tickFlee, Deactivate: end}
	yellForHelp = act{Name: "YELL_FOR_HELP", Activate: begin, Tick: tickYellForHelp, Deactivate: end}
	guardFight  = act{Name: "GUARD_FIGHT", Activate: begin, Tick: tickGuardFight, Deactivate: end}
	patrol      = act{Name: "PATROL", Activate: begin, Tick: tickPatrol, Deactivate: end}
	fight       = act{Name: "FIGHT", Activate: begin, Tick: tickFight, Deactivate: end}
	findFood    = act{Name: "FIND_FOOD", Activate: begin, Tick: tickFindFood, Deactivate: end}
	eatFood     = act{Name: "EAT_FOOD", Activate: begin, Tick: tickEatFood, Deactivate: end}
	rest        = act{Name: "REST", Activate: begin, Tick: tickIdleRest, Deactivate: end}
	playRest    = act{Name: "REST", Activate: begin, Tick: tickPlayRest, Deactivate: end}
	flip        = act{Name: "FLIP", Activate: begin, Tick: tickFlip, Deactivate: end}
	roll        = act{Name: "ROLL", Activate: begin, Tick: tickRoll, Deactivate: end}
	dance       = act{Name: "DANCE", Activate: begin, Tick: tickDance, Deactivate: end}
)

func tickFlee(c *context) behavior.Status { return c.Agent.goOn(Flee, c.Agent.Predator) }
func tickYellForHelp(c *context) behavior.Status {
	return c.Agent.goOn(YellForHelp, c.Agent.NestRaided && c.Agent.Outnumbered)
}
func tickGuardFight(c *context) behavior.Status {
	return c.Agent.goOn(GuardFight, c.Agent.NestRaided && c.Agent.Enemy)
}
func tickPatrol(c *context) behavior.Status { return c.Agent.goOn(Patrol, c.Agent.NestRaided) }
func tickFight(c *context) behavior.Status  { return c.Agent.goOn(Fight, c.Agent.Enemy) }
func tickFindFood(c *context) behavior.Status {
	return c.Agent.goOn(FindFood, c.Agent.FoodGone && c.Agent.Hungry)
}
func tickEatFood(c *context) behavior.Status  { return c.Agent.goOn(EatFood, c.Agent.Hungry) }
func tickIdleRest(c *context) behavior.Status { return c.Agent.goOn(IdleRest, c.Agent.Tired) }
func tickPlayRest(c *context) behavior.Status { return c.Agent.goOn(PlayRest, c.Agent.Dizzy) }
func tickFlip(c *context) behavior.Status     { return c.Agent.goOn(Flip, c.Agent.Wild) }
func tickRoll(c *context) behavior.Status     { return c.Agent.goOn(Roll, c.Agent.Muddy) }
func tickDance(c *context) behavior.Status    { return c.Agent.goOn(Dance, true) }
