package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// Mushroom is the tree for playing with a springy mushroom: climb on it and bounce. The mushroom plugs it in.
var Mushroom = Decider{
	Name: "MUSHROOM", Keys: decider.Keys{&toy},
	Policy: decider.Sequence, Children: Children{
		{Name: "MUSHROOM_CLIMB", Behavior: &climb},
		{Name: "MUSHROOM_BOUNCE", Modifiers: decider.Modifiers{Repeat: 5}, Behavior: &bounce},
	},
}

// CLIMB gets on top of it.
var climb = Behavior{
	Name: "CLIMB",
	Tick: func(c *Context) behavior.Status {
		t := inHand(c)
		if t == nil {
			return behavior.Failure
		}
		c.Agent.walk(t.Pos, Strolling)
		return doneAfter(c, 0.7)
	},
}

// inTheAir is the time of a bounce in seconds; boing is its range of hearing in metres.
const (
	inTheAir = 0.9
	boing    = 16.0
)

// hop is BOUNCE's memory.
type hop struct {
	Up float64 // seconds since it took off
}

// BOUNCE is one bounce: up and, with a noise, down. Its Leave makes interrupters wait for the landing, since it cannot
// stop in the air.
var bounce = WithBlock[hop]{Name: "BOUNCE", Tick: fly, Leave: fly, LeaveTimeout: inTheAir}

func fly(c *Context, b *hop) behavior.Status {
	if c.DecisionFlags&Dead != 0 {
		return behavior.Failure
	}
	c.Agent.do(Bouncing)
	if b.Up += c.DT; b.Up < inTheAir {
		return behavior.Running
	}
	c.Agent.say(Boing, 0.5)
	tellWithin(c, boing, Noise(c.Agent.Body.Pos))
	return behavior.Success
}
