package workload

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// The senses as DecisionFlags, in the bit order of [SensesOf].
const (
	Predator decider.DecisionFlags = 1 << iota
	NestRaided
	Outnumbered
	Enemy
	IsHungry
	FoodGone
	Tired
	Dizzy
	Wild
	Muddy
)

// Flags is Figure 1 with its conditions as DecisionFlags, without Decide functions.
var Flags = node{
	Name: "ROOT",
	Children: children{
		{Name: "FLEE", DecisionFlags: decider.Check{All: Predator}, Behavior: &fleeByFlags},
		{Name: "GUARD", DecisionFlags: decider.Check{All: NestRaided}, Children: children{
			{Name: "YELL_FOR_HELP", DecisionFlags: decider.Check{All: NestRaided | Outnumbered}, Behavior: &yellForHelpByFlags},
			{Name: "GUARD_FIGHT", DecisionFlags: decider.Check{All: NestRaided | Enemy}, Behavior: &guardFightByFlags},
			{Name: "PATROL", DecisionFlags: decider.Check{All: NestRaided}, Behavior: &patrolByFlags},
		}},
		{Name: "FIGHT", DecisionFlags: decider.Check{All: Enemy}, Behavior: &fightByFlags},
		{Name: "EAT", DecisionFlags: decider.Check{All: IsHungry}, Children: children{
			{Name: "FIND_FOOD", DecisionFlags: decider.Check{All: IsHungry | FoodGone}, Behavior: &findFoodByFlags},
			{Name: "EAT_FOOD", DecisionFlags: decider.Check{All: IsHungry}, Behavior: &eatFoodByFlags},
		}},
		{Name: "IDLE", Children: children{
			{Name: "IDLE_REST", DecisionFlags: decider.Check{All: Tired}, Behavior: &restByFlags},
			{Name: "PLAY", Children: children{
				{Name: "PLAY_REST", DecisionFlags: decider.Check{All: Dizzy}, Behavior: &playRestByFlags},
				{Name: "FLIP", DecisionFlags: decider.Check{All: Wild}, Behavior: &flipByFlags},
				{Name: "ROLL", DecisionFlags: decider.Check{All: Muddy}, Behavior: &rollByFlags},
				{Name: "DANCE", Behavior: &dance},
			}},
		}},
	},
}

var (
	fleeByFlags        = act{Name: "FLEE", Activate: beginFlee, Tick: tickFleeByFlags, Deactivate: endFlee}
	yellForHelpByFlags = act{Name: "YELL_FOR_HELP", Activate: beginYellForHelp, Tick: tickYellForHelpByFlags, Deactivate: endYellForHelp}
	guardFightByFlags  = act{Name: "GUARD_FIGHT", Activate: beginGuardFight, Tick: tickGuardFightByFlags, Deactivate: endGuardFight}
	patrolByFlags      = act{Name: "PATROL", Activate: beginPatrol, Tick: tickPatrolByFlags, Deactivate: endPatrol}
	fightByFlags       = act{Name: "FIGHT", Activate: beginFight, Tick: tickFightByFlags, Deactivate: endFight}
	findFoodByFlags    = act{Name: "FIND_FOOD", Activate: beginFindFood, Tick: tickFindFoodByFlags, Deactivate: endFindFood}
	eatFoodByFlags     = act{Name: "EAT_FOOD", Activate: beginEatFood, Tick: tickEatFoodByFlags, Deactivate: endEatFood}
	restByFlags        = act{Name: "REST", Activate: beginIdleRest, Tick: tickIdleRestByFlags, Deactivate: endIdleRest}
	playRestByFlags    = act{Name: "REST", Activate: beginPlayRest, Tick: tickPlayRestByFlags, Deactivate: endPlayRest}
	flipByFlags        = act{Name: "FLIP", Activate: beginFlip, Tick: tickFlipByFlags, Deactivate: endFlip}
	rollByFlags        = act{Name: "ROLL", Activate: beginRoll, Tick: tickRollByFlags, Deactivate: endRoll}
)

func tickFleeByFlags(c *context) behavior.Status {
	return c.Agent.goOn(Flee, c.DecisionFlags&Predator != 0)
}
func tickYellForHelpByFlags(c *context) behavior.Status {
	return c.Agent.goOn(YellForHelp, c.DecisionFlags&(NestRaided|Outnumbered) == NestRaided|Outnumbered)
}
func tickGuardFightByFlags(c *context) behavior.Status {
	return c.Agent.goOn(GuardFight, c.DecisionFlags&(NestRaided|Enemy) == NestRaided|Enemy)
}
func tickPatrolByFlags(c *context) behavior.Status {
	return c.Agent.goOn(Patrol, c.DecisionFlags&NestRaided != 0)
}
func tickFightByFlags(c *context) behavior.Status {
	return c.Agent.goOn(Fight, c.DecisionFlags&Enemy != 0)
}
func tickFindFoodByFlags(c *context) behavior.Status {
	return c.Agent.goOn(FindFood, c.DecisionFlags&(FoodGone|IsHungry) == FoodGone|IsHungry)
}
func tickEatFoodByFlags(c *context) behavior.Status {
	return c.Agent.goOn(EatFood, c.DecisionFlags&IsHungry != 0)
}
func tickIdleRestByFlags(c *context) behavior.Status {
	return c.Agent.goOn(IdleRest, c.DecisionFlags&Tired != 0)
}
func tickPlayRestByFlags(c *context) behavior.Status {
	return c.Agent.goOn(PlayRest, c.DecisionFlags&Dizzy != 0)
}
func tickFlipByFlags(c *context) behavior.Status {
	return c.Agent.goOn(Flip, c.DecisionFlags&Wild != 0)
}
func tickRollByFlags(c *context) behavior.Status {
	return c.Agent.goOn(Roll, c.DecisionFlags&Muddy != 0)
}
