package workload

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// The senses as DecisionFlags, bit for bit as [SensesOf] reads them.
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

// Flags is Figure 1 with its conditions as DecisionFlags: no Decide function is left.
var Flags = node{
	Name: "ROOT",
	Children: children{
		{Name: "FLEE", DecisionFlags: decider.Check{All: Predator}, Behavior: &fleeByFlags, BehaviorFlags: behavior.Flags(Flee)},
		{Name: "GUARD", DecisionFlags: decider.Check{All: NestRaided}, Children: children{
			{Name: "YELL_FOR_HELP", DecisionFlags: decider.Check{All: NestRaided | Outnumbered}, Behavior: &yellForHelpByFlags, BehaviorFlags: behavior.Flags(YellForHelp)},
			{Name: "GUARD_FIGHT", DecisionFlags: decider.Check{All: NestRaided | Enemy}, Behavior: &guardFightByFlags, BehaviorFlags: behavior.Flags(GuardFight)},
			{Name: "PATROL", DecisionFlags: decider.Check{All: NestRaided}, Behavior: &patrolByFlags, BehaviorFlags: behavior.Flags(Patrol)},
		}},
		{Name: "FIGHT", DecisionFlags: decider.Check{All: Enemy}, Behavior: &fightByFlags, BehaviorFlags: behavior.Flags(Fight)},
		{Name: "EAT", DecisionFlags: decider.Check{All: IsHungry}, Children: children{
			{Name: "FIND_FOOD", DecisionFlags: decider.Check{All: IsHungry | FoodGone}, Behavior: &findFoodByFlags, BehaviorFlags: behavior.Flags(FindFood)},
			{Name: "EAT_FOOD", DecisionFlags: decider.Check{All: IsHungry}, Behavior: &eatFoodByFlags, BehaviorFlags: behavior.Flags(EatFood)},
		}},
		{Name: "IDLE", Children: children{
			{Name: "IDLE_REST", DecisionFlags: decider.Check{All: Tired}, Behavior: &restByFlags, BehaviorFlags: behavior.Flags(IdleRest)},
			{Name: "PLAY", Children: children{
				{Name: "PLAY_REST", DecisionFlags: decider.Check{All: Dizzy}, Behavior: &playRestByFlags, BehaviorFlags: behavior.Flags(PlayRest)},
				{Name: "FLIP", DecisionFlags: decider.Check{All: Wild}, Behavior: &flipByFlags, BehaviorFlags: behavior.Flags(Flip)},
				{Name: "ROLL", DecisionFlags: decider.Check{All: Muddy}, Behavior: &rollByFlags, BehaviorFlags: behavior.Flags(Roll)},
				{Name: "DANCE", Behavior: &dance, BehaviorFlags: behavior.Flags(Dance)},
			}},
		}},
	},
}

var (
	fleeByFlags        = act{Name: "FLEE", Activate: begin, Tick: tickFleeByFlags, Deactivate: end}
	yellForHelpByFlags = act{Name: "YELL_FOR_HELP", Activate: begin, Tick: tickYellForHelpByFlags, Deactivate: end}
	guardFightByFlags  = act{Name: "GUARD_FIGHT", Activate: begin, Tick: tickGuardFightByFlags, Deactivate: end}
	patrolByFlags      = act{Name: "PATROL", Activate: begin, Tick: tickPatrolByFlags, Deactivate: end}
	fightByFlags       = act{Name: "FIGHT", Activate: begin, Tick: tickFightByFlags, Deactivate: end}
	findFoodByFlags    = act{Name: "FIND_FOOD", Activate: begin, Tick: tickFindFoodByFlags, Deactivate: end}
	eatFoodByFlags     = act{Name: "EAT_FOOD", Activate: begin, Tick: tickEatFoodByFlags, Deactivate: end}
	restByFlags        = act{Name: "REST", Activate: begin, Tick: tickIdleRestByFlags, Deactivate: end}
	playRestByFlags    = act{Name: "REST", Activate: begin, Tick: tickPlayRestByFlags, Deactivate: end}
	flipByFlags        = act{Name: "FLIP", Activate: begin, Tick: tickFlipByFlags, Deactivate: end}
	rollByFlags        = act{Name: "ROLL", Activate: begin, Tick: tickRollByFlags, Deactivate: end}
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
