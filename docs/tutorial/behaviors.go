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

// doze never ends by itself. All fields but the name are optional.
var doze = Behavior{Name: "DOZE"}

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

var answerDoor = Behavior{
	Name: "ANSWER_DOOR",
	Tick: func(c *Context) behavior.Status {
		knock, ok := knocked.Get(c.Stimuli)
		if !ok {
			return behavior.Failure // the visitor is gone
		}
		c.Agent.Visitor = [...]string{"shrew", "vole"}[knock.Door%2]
		c.Stimuli.Remove(Knocked)
		return behavior.Success
	},
}
