package nest

import (
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/world"
)

// What deciders and behaviors far apart in a mind know together. Each creature has its own values.
var (
	// frights is how often it had to flee since it last slept well. Whoever flees counts, sleep forgets, and
	// fear and retreat come the easier.
	frights = blackboard.Key[int32]{Name: "frights"}

	// dangerAt is where the enemy was seen last when it fled. Strolling or looking for food, it goes elsewhere.
	dangerAt = blackboard.Key[Vec]{Name: "dangerAt"}

	// toy is the number of the toy it plays with, 0 for none: known to PLAY_TOY and to the tree that the toy
	// plugs in, since the scope Agent goes through all trees of a creature.
	toy = blackboard.Key[int32]{Name: "toy"}

	// way is the way it was told to go: FIND_WAY writes it down, FOLLOW_WAY goes it.
	way = blackboard.Key[Path]{Name: "way"}

	// lastMeal is where it ate of a bush last; zero for nowhere. Hungry and with no food in sight, it goes back there.
	lastMeal = blackboard.Key[Vec]{Name: "lastMeal"}

	// quarry is the hunter that three of them mob. It belongs to MOB, and ends with it.
	quarry = blackboard.Key[world.AgentID]{Name: "quarry", Scope: blackboard.Decider}

	// kicks is how often it kicked the ball. The scope Tree makes it part of the ball's tree: it begins at 0
	// whenever that is plugged in.
	kicks = blackboard.Key[int32]{Name: "kicks", Scope: blackboard.Tree}
)
