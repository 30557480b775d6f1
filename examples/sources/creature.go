package main

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

type ( // written once per game: after this, no type parameter is seen again
	Decider              = decider.Decider[*Creature]
	Children             = decider.Children[*Creature]
	Tree                 = decider.Tree[*Creature]
	Behavior             = behavior.Behavior[*Creature]
	Context              = behavior.Context[*Creature]
	Wait                 = behavior.Wait[*Creature]
	Succeed              = behavior.Succeed[*Creature]
	Fail                 = behavior.Fail[*Creature]
	Modifiers            = decider.Modifiers
	Given[D any]         = behavior.Given[*Creature, D]
	WithBlock[M any]     = behavior.WithBlock[*Creature, M]
	WithDBlock[D, M any] = behavior.WithDBlock[*Creature, D, M]
	Check                = decider.Check
)

// Creature is the agent of every scene. It knows nothing about trees.
type Creature struct {
	*Transcript // what its behaviors say

	Name     string  // "" in scenes with one creature
	Predator bool    // one is near
	Raiders  int     // at the nest
	RaiderAt float64 // metres away; 0 for none
	Food     int     // bites in reach
	Appetite int     // bites it would like to eat
	Round    bool    // a round of the nest is due
	At       int     // where it is
	Target   int     // where it has something to investigate; 0 for nowhere
	Smoking  bool
	Grenades int
	Drum     bool    // whole
	Speed    int     // metres a second
	Things   []Thing // that exist in its world
}

// while is Running as long as there is a reason, then Success.
func while(reason bool) behavior.Status {
	if reason {
		return behavior.Running
	}
	return behavior.Success
}

// lasting returns a Tick that succeeds after so many seconds.
func lasting(seconds float64) func(*Context) behavior.Status {
	return func(c *Context) behavior.Status { return while(c.Duration() < seconds) }
}

// goesOn is a Tick that is never done.
func goesOn(*Context) behavior.Status { return behavior.Running }
