package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// Ball is the tree for playing with a ball: run after it and kick it a few times, then cheer, if there is reason
// to. The ball plugs it in.
var Ball = Decider{
	Name: "BALL", Keys: decider.Keys{&toy, &kicks},
	Policy: decider.Sequence, Children: Children{
		{Name: "BALL_ROUNDS", Modifiers: decider.Modifiers{
			Repeat: 3, Until: decider.UntilFailure, Outcome: decider.AlwaysSuccess}, // a lost ball counts as success
			Policy: decider.Sequence, Children: Children{
				{Name: "BALL_CHASE", Modifiers: decider.Modifiers{Timeout: 4}, Behavior: &chase},
				{Name: "BALL_KICK", Behavior: &kick},
			}},
		{Name: "BALL_KICKED", Decide: kickedOften}, // a condition: it has nothing to run
		{Name: "BALL_CHEER", Behavior: &cheer},
	},
}

func kickedOften(c *Context) float64 { return behavior.If(*kicks.Of(c) > 1) }

// CHASE runs after the ball.
var chase = Behavior{
	Name: "CHASE",
	Tick: func(c *Context) behavior.Status { return toToy(c, Run, Kicking) },
}

// KICK kicks the ball away and watches it for a moment, until it is out of reach.
var kick = Behavior{
	Name: "KICK",
	Activate: func(c *Context) behavior.Status {
		c.Agent.act(Kick, *toy.Of(c))
		*kicks.Of(c)++
		return behavior.Running
	},
	Tick: func(c *Context) behavior.Status {
		c.Agent.do(Kicking)
		return doneAfter(c, 0.4)
	},
}

// CHEER celebrates.
var cheer = Behavior{
	Name: "CHEER",
	Activate: func(c *Context) behavior.Status {
		c.Agent.say(Whoop, 1)
		return behavior.Running
	},
	Tick: func(c *Context) behavior.Status {
		c.Agent.do(Dancing)
		return doneAfter(c, 1)
	},
}
