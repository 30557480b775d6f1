package nest

import "github.com/decidertree/decidertree/decider"

// Hunter is the predator's mind: another tree for the same kind of body, which shares some behaviors.
var Hunter = Decider{
	Name: "HUNTER",
	Keys: decider.Keys{&frights, &way},
	Children: Children{
		{Name: "DIE", DecisionFlags: Check{All: Dead}, Behavior: &die},
		{Name: "RETREAT", Decide: outnumbered, Behavior: &retreat},
		{Name: "FEED", DecisionFlags: Check{None: Sated}, DBlock: &DBlock[Prey]{Decide: carrionSeen, Behavior: &feed}},
		{Name: "RAID", DecisionFlags: Check{All: Hungry, None: Hurt},
			DBlock: &DBlock[Raid]{Decide: unguardedNest, Behavior: &raid}},
		{Name: "HUNT", DecisionFlags: Check{None: Sated | Hurt}, StimuliFlags: StimuliCheck{None: Winded},
			DBlock: &DBlock[Prey]{Decide: preySeen, Behavior: &hunt}},
		{Name: "REST", DecisionFlags: Check{Any: Sated | Hurt | Tired}, Cooldown: 20,
			Policy: decider.Sequential, Children: Children{
				&goHome,
				{Name: "REST_LIE_DOWN", Behavior: &sleep, BehaviorFlags: Nocturnal},
			}},
		{Name: "ROAM", Modifiers: decider.Modifiers{Repeat: decider.Forever},
			Policy: decider.Selector, Children: Children{
				&investigate,
				{Name: "PROWL", Behavior: &prowl},
			}},
	},
}
