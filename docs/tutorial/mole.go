package main

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
)

type ( // written once per game: after this, no type parameter is seen again
	Decider          = decider.Decider[*Mole]
	Children         = decider.Children[*Mole]
	Behavior         = behavior.Behavior[*Mole]
	WithBlock[M any] = behavior.WithBlock[*Mole, M]
	Context          = behavior.Context[*Mole]
	Check            = decider.Check
)

// Mole is the creature: whatever your game says it is.
type Mole struct {
	Fullness float64     // 0 is starving, 1 is full
	Shadow   bool        // something flies overhead
	Visitor  string      // the last visitor it let in
	Stimuli  stimuli.Set // what has happened to it
}

// doze never ends by itself. All fields of a behavior but the name are optional.
var doze = Behavior{Name: "DOZE"}
