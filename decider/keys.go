package decider

import "github.com/decidertree/decidertree/internal/engine"

// Keys are the blackboard keys a decider declares: a list of *blackboard.Key.
type Keys []Key

// Key is a blackboard key of any type. It is sealed: a *blackboard.Key is one.
type Key interface {
	// Declared is for the packages of this module.
	Declared(engine.Key) engine.KeyDeclaration
}
