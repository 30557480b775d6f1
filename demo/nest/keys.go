package nest

import "github.com/decidertree/decidertree/blackboard"

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

	// kicks is how often it kicked the ball. The scope Tree makes it part of the ball's tree: it begins at 0
	// whenever that is plugged in.
	kicks = blackboard.Key[int32]{Name: "kicks", Scope: blackboard.Tree}
)
