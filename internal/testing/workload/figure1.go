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

// Decide is Figure 1 with its conditions as Decide functions. The active child is not asked again, so each behavior tests
// its own reason: FLEE's Tick looks for the predator itself.
var Decide = node{
	Name: "ROOT",
	Children: children{
		{Name: "FLEE", Decide: predator, Behavior: &flee},
		{Name: "GUARD", Decide: nestRaided, Children: children{
			{Name: "YELL_FOR_HELP", Decide: outnumbered, Behavior: &yellForHelp},
			{Name: "GUARD_FIGHT", Decide: raider, Behavior: &guardFight},
			{Name: "PATROL", Decide: nestRaided, Behavior: &patrol},
		}},
		{Name: "FIGHT", Decide: enemy, Behavior: &fight},
		{Name: "EAT", Decide: hungry, Children: children{
			{Name: "FIND_FOOD", Decide: foodGone, Behavior: &findFood},
			{Name: "EAT_FOOD", Decide: hungry, Behavior: &eatFood},
		}},
		{Name: "IDLE", Children: children{
			{Name: "IDLE_REST", Decide: tired, Behavior: &rest},
			{Name: "PLAY", Children: children{
				{Name: "PLAY_REST", Decide: dizzy, Behavior: &playRest},
				{Name: "FLIP", Decide: wild, Behavior: &flip},
				{Name: "ROLL", Decide: muddy, Behavior: &roll},
				{Name: "DANCE", Behavior: &dance},
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

var (
	flee        = act{Name: "FLEE", Activate: beginFlee, Tick: tickFlee, Deactivate: endFlee}
	yellForHelp = act{Name: "YELL_FOR_HELP", Activate: beginYellForHelp, Tick: tickYellForHelp, Deactivate: endYellForHelp}
	guardFight  = act{Name: "GUARD_FIGHT", Activate: beginGuardFight, Tick: tickGuardFight, Deactivate: endGuardFight}
	patrol      = act{Name: "PATROL", Activate: beginPatrol, Tick: tickPatrol, Deactivate: endPatrol}
	fight       = act{Name: "FIGHT", Activate: beginFight, Tick: tickFight, Deactivate: endFight}
	findFood    = act{Name: "FIND_FOOD", Activate: beginFindFood, Tick: tickFindFood, Deactivate: endFindFood}
	eatFood     = act{Name: "EAT_FOOD", Activate: beginEatFood, Tick: tickEatFood, Deactivate: endEatFood}
	rest        = act{Name: "REST", Activate: beginIdleRest, Tick: tickIdleRest, Deactivate: endIdleRest}
	playRest    = act{Name: "REST", Activate: beginPlayRest, Tick: tickPlayRest, Deactivate: endPlayRest}
	flip        = act{Name: "FLIP", Activate: beginFlip, Tick: tickFlip, Deactivate: endFlip}
	roll        = act{Name: "ROLL", Activate: beginRoll, Tick: tickRoll, Deactivate: endRoll}
	dance       = act{Name: "DANCE", Activate: beginDance, Tick: tickDance, Deactivate: endDance}
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
