package nest

import "github.com/decidertree/decidertree/decider"

// Root is a creature's mind. In a prioritized list, deciders are ordered by importance: in every tick the upper ones
// are asked first and interrupt the lower ones. Each decider's first line says when it may run, the next what it runs.
var Root = Decider{
	Name: "ROOT",
	Keys: decider.Keys{&frights, &dangerAt, &toy, &way, &lastMeal}, // her memory
	Children: Children{
		{Name: "DIE", DecisionFlags: Check{All: Dead}, Behavior: &die},
		{Name: "CORNERED", StimuliFlags: StimuliCheck{All: HitTaken | Winded}, Decide: enemyClose,
			Behavior: &fight, BehaviorFlags: ToTheDeath},
		{Name: "FLEE", DecisionFlags: Check{All: EnemySeen}, StimuliFlags: StimuliCheck{None: Enraged}, Decide: afraid,
			Options: decider.DelegateDecide, Policy: decider.Sequential, Children: Children{
				{Name: "FLEE_CRY", StimuliFlags: StimuliCheck{None: Cried}, Decide: someoneNear, Behavior: &cry},
				{Name: "FLEE_RUN", DBlock: &DBlock[Threat]{Decide: threat, Behavior: &run}},
			}},
		{Name: "STARVING", DecisionFlags: Check{All: Starving}, Jump: "EAT"}, // even from guard
		&mob,
		{Name: "GUARD_NEST", DecisionFlags: Check{None: Young | Hungry | Tired}, Decide: nestNeedsMe,
			Behavior: &notifyNest, Children: Children{
				{Name: "GUARD_DEFEND", DecisionFlags: Check{All: EnemySeen},
					Options: decider.DelegateDecide, Children: Children{
						{Name: "GUARD_FIGHT", Decide: enemyClose, Behavior: &fight, BehaviorFlags: ToTheDeath},
						&warnOff,
					}},
				{Name: "GUARD_BROOD", Decide: eggsAreCold, Behavior: &brood},
				&eatAtHome,
				{Name: "GUARD_DUTY", Modifiers: decider.Modifiers{Repeat: decider.Forever, Until: decider.UntilFailure},
					Policy: decider.Selector, Children: Children{
						&investigate,
						{Name: "GUARD_WATCH", Decide: watchGoesOn,
							Options: decider.CallDecideOnRedecide, Policy: decider.SequentialLooping, Children: Children{
								{Name: "WATCH_PATROL", Behavior: &patrol},
								&lookOut,
							}},
					}},
			}},
		{Name: "HELP", DecisionFlags: Check{None: Young | Hurt | Hungry},
			StimuliFlags: StimuliCheck{Any: HelpWanted | GrowlHeard, None: Winded | Cried}, Options: decider.DelegateDecide,
			Children: Children{
				{Name: "HELP_FIGHT", Decide: enemyClose, Behavior: &fight}, // but not to the death
				&warnOff,
				{Name: "HELP_GO", DBlock: &DBlock[Call]{Decide: called, Behavior: &help}},
			}},
		{Name: "CHORES", DecisionFlags: Check{All: AtHome, None: Young | Night | Hungry}, Every: 10,
			Policy: decider.OneOff, Children: Children{
				&stockUp,
				{Name: "CHORE_LAY", StimuliFlags: StimuliCheck{None: Laid}, Decide: canLay, Behavior: &layEgg},
				{Name: "CHORE_TURN_EGGS", Decide: eggsAtHome, Behavior: &turnEggs},
				{Name: "CHORE_TIDY", Behavior: &tidy},
			}},
		{Name: "LIVE",
			Policy: decider.Scored, Margin: 0.15, Children: Children{
				{Name: "EAT", Decide: hunger,
					Policy: decider.Sequential, Children: Children{
						&eatAtHome,
						&backToFood,
						{Name: "EAT_SEARCH", Decide: noFoodSeen, Behavior: &search},
						{Name: "EAT_MEAL", Decide: foodInSight, // with an eye on the world, and full is full
							Policy: decider.Concurrent, SucceedAt: 1, Children: Children{
								{Name: "EAT_GRAZE", DBlock: &DBlock[Meal]{Decide: foodSeen, Behavior: &graze}},
								{Name: "EAT_LOOK_UP", DecisionFlags: Check{None: Young}, Behavior: &lookUp},
							}},
					}},
				{Name: "SLEEP", Decide: sleepiness,
					Policy: decider.Sequential, Children: Children{
						&goHome,
						{Name: "SLEEP_LIE_DOWN", Behavior: &sleep},
					}},
				&play,
				{Name: "IDLE", Weight: 0.15,
					Policy: decider.Shuffle, Children: Children{
						{Name: "IDLE_STROLL", Weight: 2, Behavior: &stroll},
						{Name: "IDLE_SCRATCH", Behavior: &scratch},
						&lookOut,
					}},
			}},
	},
}

// Each of these stands in several places, as one decider with one cooldown. The other names used here are declared in
// files of their own: play, stockUp, investigate, mob; goHome and backToFood in way.go.
var (
	warnOff   = Decider{Name: "WARN_OFF", Cooldown: 5, Decide: enemySeen, Behavior: &growl}
	lookOut   = Decider{Name: "LOOK_OUT", Behavior: &watch}
	eatAtHome = Decider{Name: "EAT_AT_HOME", DecisionFlags: Check{All: Hungry}, Decide: larderNear, Behavior: &nibble}
)
