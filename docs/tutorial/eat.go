package main

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// The game's switches over deciders, passed to every tick.
const (
	Hungry decider.DecisionFlags = 1 << iota
	Night
)

// digBlock is DIG's memory while it runs; it is zero at each Activate.
type digBlock struct{ Strokes int32 }

var dig = WithBlock[digBlock]{
	Name: "DIG",
	Tick: func(c *Context, b *digBlock) behavior.Status {
		if b.Strokes++; b.Strokes < 3 {
			return behavior.Running
		}
		return behavior.Success // a worm!
	},
}

var eatWorm = Behavior{
	Name: "EAT_WORM",
	Tick: func(c *Context) behavior.Status {
		c.Agent.Fullness = min(c.Agent.Fullness+0.3*c.DT, 1)
		if c.Agent.Fullness < 1 {
			return behavior.Running
		}
		return behavior.Success
	},
}
