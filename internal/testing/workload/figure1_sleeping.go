package workload

import "github.com/decidertree/decidertree/decider"

// Sleeping is [Flags] with most actions carried out elsewhere, such as by an animation or a pathfinder: their behaviors only
// begin and end. FLEE alone has a Tick, so in a crowd a creature that does not flee sleeps until its flags change. A running
// behavior goes on until a more important one interrupts it; FLEE ends by itself.
var Sleeping = node{
	Name: "ROOT",
	Children: children{
		{Name: "FLEE", DecisionFlags: decider.Check{All: Predator}, Behavior: &fleeByFlags},
		{Name: "GUARD", DecisionFlags: decider.Check{All: NestRaided}, Children: children{
			{Name: "YELL_FOR_HELP", DecisionFlags: decider.Check{All: NestRaided | Outnumbered}, Behavior: &yellForHelpElsewhere},
			{Name: "GUARD_FIGHT", DecisionFlags: decider.Check{All: NestRaided | Enemy}, Behavior: &guardFightElsewhere},
			{Name: "PATROL", DecisionFlags: decider.Check{All: NestRaided}, Behavior: &patrolElsewhere},
		}},
		{Name: "FIGHT", DecisionFlags: decider.Check{All: Enemy}, Behavior: &fightElsewhere},
		{Name: "EAT", DecisionFlags: decider.Check{All: IsHungry}, Children: children{
			{Name: "FIND_FOOD", DecisionFlags: decider.Check{All: IsHungry | FoodGone}, Behavior: &findFoodElsewhere},
			{Name: "EAT_FOOD", DecisionFlags: decider.Check{All: IsHungry}, Behavior: &eatFoodElsewhere},
		}},
		{Name: "IDLE", Children: children{
			{Name: "IDLE_REST", DecisionFlags: decider.Check{All: Tired}, Behavior: &restElsewhere},
			{Name: "PLAY", Children: children{
				{Name: "PLAY_REST", DecisionFlags: decider.Check{All: Dizzy}, Behavior: &playRestElsewhere},
				{Name: "FLIP", DecisionFlags: decider.Check{All: Wild}, Behavior: &flipElsewhere},
				{Name: "ROLL", DecisionFlags: decider.Check{All: Muddy}, Behavior: &rollElsewhere},
				{Name: "DANCE", Behavior: &danceElsewhere},
			}},
		}},
	},
}

var (
	yellForHelpElsewhere = act{Name: "YELL_FOR_HELP", Activate: beginYellForHelp, Deactivate: endYellForHelp}
	guardFightElsewhere  = act{Name: "GUARD_FIGHT", Activate: beginGuardFight, Deactivate: endGuardFight}
	patrolElsewhere      = act{Name: "PATROL", Activate: beginPatrol, Deactivate: endPatrol}
	fightElsewhere       = act{Name: "FIGHT", Activate: beginFight, Deactivate: endFight}
	findFoodElsewhere    = act{Name: "FIND_FOOD", Activate: beginFindFood, Deactivate: endFindFood}
	eatFoodElsewhere     = act{Name: "EAT_FOOD", Activate: beginEatFood, Deactivate: endEatFood}
	restElsewhere        = act{Name: "REST", Activate: beginIdleRest, Deactivate: endIdleRest}
	playRestElsewhere    = act{Name: "REST", Activate: beginPlayRest, Deactivate: endPlayRest}
	flipElsewhere        = act{Name: "FLIP", Activate: beginFlip, Deactivate: endFlip}
	rollElsewhere        = act{Name: "ROLL", Activate: beginRoll, Deactivate: endRoll}
	danceElsewhere       = act{Name: "DANCE", Activate: beginDance, Deactivate: endDance}
)
