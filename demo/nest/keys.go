package nest

import (
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/world"
)

// Values that distant deciders and behaviors of a mind share. Each creature has its own.
var (
	// frights counts how often it fled since it last slept well. Fleeing counts it up, sleep resets it, and the
	// more there were, the sooner it is afraid or retreats.
	frights = blackboard.Key[int32]{Name: "frights"}

	// dangerAt is the enemy's last position when it fled. Strolling or looking for food, it avoids that place.
	dangerAt = blackboard.Key[Vec]{Name: "dangerAt"}

	// toy is the number of the toy it plays with, 0 for none. PLAY_TOY and the tree plugged in by the toy both use
	// it, since the scope Agent covers all trees of a creature.
	toy = blackboard.Key[int32]{Name: "toy"}

	// way is the path to follow: FIND_WAY stores it, FOLLOW_WAY walks it.
	way = blackboard.Key[Path]{Name: "way"}

	// lastMeal is where it last ate from a bush; zero for nowhere. When hungry with no food in sight, it goes back there.
	lastMeal = blackboard.Key[Vec]{Name: "lastMeal"}

	// quarry is the hunter that the three attack. It belongs to MOB and ends with it.
	quarry = blackboard.Key[world.AgentID]{Name: "quarry", Scope: blackboard.Decider}

	// kicks counts its kicks of the ball. The scope Tree makes it part of the ball's tree: it begins at 0
	// whenever that tree is plugged in.
	kicks = blackboard.Key[int32]{Name: "kicks", Scope: blackboard.Tree}
)
