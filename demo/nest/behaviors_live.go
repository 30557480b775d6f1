package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// goalBlock is the memory of whoever goes somewhere.
type goalBlock struct{ Goal Vec }

// somewhere draws a place around another, up to so many metres off.
func somewhere(c *Context, around Vec, metres float64) Vec {
	r := c.Rand()
	off := Vec{float64(2*r.Float64()) - 1, float64(2*r.Float64()) - 1}
	return around.Add(off.Times(metres)).Within(c.Agent.Land.Size())
}

// SEARCH wanders until there is food in sight.
var search = WithBlock[goalBlock]{
	Name: "SEARCH",
	Activate: func(c *Context, b *goalBlock) behavior.Status {
		b.Goal = somewhere(c, c.Agent.Body.Pos, 30)
		return behavior.Running
	},
	Tick: func(c *Context, b *goalBlock) behavior.Status {
		if c.Agent.Sight.FoodSeen {
			return behavior.Success
		}
		if c.Agent.walk(b.Goal, Searching) {
			b.Goal = somewhere(c, c.Agent.Body.Pos, 30)
		}
		return behavior.Running
	},
}

// GRAZE goes to a bush and eats, and on to the next when it is bare.
var graze = WithDBlock[Meal, Meal]{
	Name: "GRAZE",
	Activate: func(_ *Context, found Meal, m *Meal) behavior.Status {
		*m = found
		return behavior.Running
	},
	Tick: func(c *Context, m *Meal) behavior.Status {
		me := c.Agent
		if me.Body.Fullness >= 0.97 {
			return behavior.Success
		}
		if me.Land.Bush(m.Bush).Fruit < 0.02 {
			if !me.Sight.FoodSeen || me.Sight.Food == m.Bush {
				return behavior.Failure
			}
			m.Bush = me.Sight.Food
		}
		if me.walk(me.Land.Bush(m.Bush).Pos, Searching) {
			me.do(Eating)
			me.act(Browse, nil, m.Bush)
		}
		return behavior.Running
	},
}

// GO_HOME walks to a place of one's own beside the nest.
var goHome = WithBlock[goalBlock]{
	Name: "GO_HOME",
	Activate: func(c *Context, b *goalBlock) behavior.Status {
		b.Goal = somewhere(c, c.Agent.home().Pos, 3)
		return behavior.Running
	},
	Tick: func(c *Context, b *goalBlock) behavior.Status {
		if c.Agent.walk(b.Goal, Heading) {
			return behavior.Success
		}
		return behavior.Running
	},
}

// SLEEP sleeps until rested, and on while it is dark (Nocturnal: while it is light).
var sleep = Behavior{
	Name: "SLEEP",
	Tick: func(c *Context) behavior.Status {
		body := &c.Agent.Body
		ownTime := (c.DecisionFlags&Night != 0) == (c.BehaviorFlags&Nocturnal != 0)
		if ownTime && body.Energy >= 0.99 && body.Health > 0.8 {
			return behavior.Success
		}
		c.Agent.do(Sleeping)
		c.Agent.act(Rest, nil, 0)
		return behavior.Running
	},
}

// gameBlock is the memory of TAG and INVITE: the playmate.
type gameBlock struct {
	With    world.AgentID
	Playing bool
}

// enough ends a game: nobody plays again at once, or answers the same invitation twice.
func enough(c *Context, _ *gameBlock) {
	c.Agent.Stimuli.Remove(InvitedToPlay)
	note(c, stimuli.Note(Played, 20))
}

// TAG answers an invitation and chases who sent it.
var tag = WithDBlock[Invitation, gameBlock]{
	Name: "TAG",
	Activate: func(c *Context, in Invitation, b *gameBlock) behavior.Status {
		b.With = in.From
		c.Send(in.From, invitedToPlay.New(Invitation{From: c.Agent.ID}, 2)) // I play along
		return behavior.Running
	},
	Tick: func(c *Context, b *gameBlock) behavior.Status {
		mate := c.Agent.Land.Find(b.With)
		if mate == nil || !mate.Alive() {
			return behavior.Failure
		}
		if c.Agent.run(mate.Body.Pos, Tagging) && c.Duration() > 4 {
			c.Agent.say(Whoop, 1)
			return behavior.Success
		}
		return doneAfter(c, 7)
	},
	Deactivate: enough,
}

// INVITE asks somebody to play, and lets itself be chased by whoever plays along.
var invite = WithDBlock[Invitation, gameBlock]{
	Name: "INVITE",
	Activate: func(c *Context, to Invitation, b *gameBlock) behavior.Status {
		b.With = to.From
		c.Agent.say(Whoop, 1)
		c.Send(b.With, invitedToPlay.New(Invitation{From: c.Agent.ID}, 3))
		return behavior.Running
	},
	Tick: func(c *Context, b *gameBlock) behavior.Status {
		me := c.Agent
		mate := me.Land.Find(b.With)
		if mate == nil || !mate.Alive() {
			return behavior.Failure
		}
		if answer, ok := invitedToPlay.Get(c.Stimuli); ok && answer.From == b.With {
			b.Playing = true
		}
		switch {
		case !b.Playing && c.Duration() > 3:
			return behavior.Failure // nobody wants to play
		case !b.Playing:
			me.face(mate.Body.Pos)
			me.do(Inviting)
			return behavior.Running
		}
		me.run(dodge(me, mate), Tagging)
		return doneAfter(c, 8)
	},
	Deactivate: enough,
}

// dodge is where to run from a playmate: away and sideways, round the nest.
func dodge(me, mate *Creature) Vec {
	away := me.Body.Pos.Sub(mate.Body.Pos).Unit()
	home := me.home().Pos.Sub(me.Body.Pos).Times(0.1)
	return me.Body.Pos.Add(away.Add(away.Turned()).Add(home).Unit().Times(5)).Within(me.Land.Size())
}

// FROLIC plays alone, in one of the ways its flags tell.
var frolic = Behavior{
	Name: "FROLIC",
	Tick: func(c *Context) behavior.Status {
		switch me := c.Agent; {
		case c.BehaviorFlags&Flip != 0:
			me.do(Flipping)
		case c.BehaviorFlags&Roll != 0:
			me.walk(me.Body.Pos.Add(me.Body.Facing.Times(3)).Within(me.Land.Size()), Rolling)
		default:
			side := me.Body.Facing.Turned().Times(2)
			me.walk(me.Body.Pos.Add(me.Body.Facing).Add(side).Within(me.Land.Size()), Dancing)
		}
		return doneAfter(c, 4)
	},
	Deactivate: func(c *Context) { note(c, stimuli.Note(Played, 10)) },
}

// STROLL walks somewhere near the nest.
var stroll = WithBlock[goalBlock]{
	Name: "STROLL",
	Activate: func(c *Context, b *goalBlock) behavior.Status {
		b.Goal = somewhere(c, c.Agent.home().Pos, 12)
		return behavior.Running
	},
	Tick: func(c *Context, b *goalBlock) behavior.Status {
		if c.Agent.walk(b.Goal, Strolling) {
			return behavior.Success
		}
		return behavior.Running
	},
}

// SCRATCH scratches itself.
var scratch = Behavior{
	Name: "SCRATCH",
	Tick: func(c *Context) behavior.Status {
		c.Agent.do(Idling)
		return doneAfter(c, 2)
	},
}
