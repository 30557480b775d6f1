package main

import "github.com/decidertree/decidertree/behavior"

// shadowAbove decides whether to hide. A Decide only looks.
func shadowAbove(c *Context) float64 { return behavior.If(c.Agent.Shadow) }

// hide ends when the shadow is gone: a behavior itself decides when it is done.
var hide = Behavior{
	Name: "HIDE",
	Tick: func(c *Context) behavior.Status {
		if c.Agent.Shadow {
			return behavior.Running
		}
		return behavior.Success
	},
}
