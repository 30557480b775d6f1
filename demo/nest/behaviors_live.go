package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// goalBlock is the memory of behaviors that walk to a place.
type goalBlock struct{ Goal Vec }

// somewhere draws a place within a radius of another.
func somewhere(c *Context, around Vec, metres float64) Vec {
	r := c.Rand()
	off := Vec{float64(2*r.Float64()) - 1, float64(2*r.Float64()) - 1}
	return c.Agent.Land.Footing(around.Add(off.Times(metres)))
}

// elsewhere is somewhere, but avoids the place where she had to flee.
func elsewhere(c *Context, around Vec, metres float64) Vec {
	to := somewhere(c, around, metres)
	if *frights.Of(c) > 0 && to.Dist(*dangerAt.Of(c)) < homeRange {
		return somewhere(c, around, metres)
	}
	return to
}

// SEARCH wanders until there is food in sight.
var search = WithBlock[goalBlock]{
	Name: "SEARCH",
	Activate: func(c *Context, b *goalBlock) behavior.Status {
		b.Goal = elsewhere(c, c.Agent.Body.Pos, 30)
		return behavior.Running
	},
	Tick: func(c *Context, b *goalBlock) behavior.Status {
		if c.Agent.Sight.FoodSeen {
			return behavior.Success
		}
		if c.Agent.walk(b.Goal, Searching) {
			b.Goal = elsewhere(c, c.Agent.Body.Pos, 30)
		}
		return behavior.Running
	},
}

// GRAZE goes to a bush and eats, and on to the next one when it is bare.
var graze = WithDBlock[Meal, Meal]{
	Name: "GRAZE",
	Activate: func(_ *Context, found Meal, m *Meal) behavior.Status {
		*m = found
		return behavior.Running
	},
	Tick: func(c *Context, m *Meal) behavior.Status {
		me := c.Agent
		if me.Body.Fullness >= full {
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
			me.keep(Browse, m.Bush)
			*lastMeal.Of(c) = me.Body.Pos
		}
		return behavior.Running
	},
}

// LOOK_UP turns the head now and then, unless another behavior turns her: while walking she looks in her
// direction.
var lookUp = WithBlock[float64]{
	Name: "LOOK_UP",
	Tick: func(c *Context, since *float64) behavior.Status {
		if *since += c.DT; *since > 1.5 && c.Agent.Intent.Gait == Still {
			c.Agent.Body.Facing = c.Agent.Body.Facing.Turned()
			*since = 0
		}
		return behavior.Running
	},
}

// NIBBLE eats food that is stored at home.
var nibble = Behavior{
	Name: "NIBBLE",
	Tick: func(c *Context) behavior.Status {
		me, n := c.Agent, c.Agent.home()
		switch {
		case me.Body.Fullness >= full:
			return behavior.Success
		case n.Larder <= 0:
			return behavior.Failure
		}
		if me.walk(n.Pos, Searching) {
			me.do(Eating)
			me.keep(Nibble, me.Home)
		}
		return behavior.Running
	},
}

// wakingUp is how long it takes, in seconds.
const wakingUp = 0.6

// sleepBlock is SLEEP's memory.
type sleepBlock struct {
	Waking float64 // seconds since something woke it
}

// SLEEP sleeps until rested, and longer while it is dark (Nocturnal: while it is light). A good sleep resets
// frights. Its Leave makes interrupters wait until the creature is on its feet.
var sleep = WithBlock[sleepBlock]{
	Name: "SLEEP",
	Tick: func(c *Context, _ *sleepBlock) behavior.Status {
		body := &c.Agent.Body
		ownTime := (c.DecisionFlags&Night != 0) == (c.BehaviorFlags&Nocturnal != 0)
		if ownTime && body.Energy >= 0.99 && body.Health > 0.8 {
			*frights.Of(c) = 0
			return behavior.Success
		}
		c.Agent.do(Sleeping)
		c.Agent.keep(Rest, 0)
		return behavior.Running
	},
	Leave: func(c *Context, b *sleepBlock) behavior.Status {
		if b.Waking += c.DT; b.Waking > wakingUp || c.DecisionFlags&Dead != 0 {
			return behavior.Success
		}
		c.Agent.do(Waking)
		return behavior.Running
	},
	LeaveTimeout: 1,
}

// gameBlock is the memory of TAG and INVITE: the playmate.
type gameBlock struct {
	With    world.AgentID
	Playing bool
}

// enough ends a game: the creature does not play again at once, nor accepts the same invitation twice.
func enough(c *Context, _ *gameBlock) {
	c.Stimuli.Remove(InvitedToPlay)
	note(c, stimuli.Note(Played, 20))
}

// TAG accepts an invitation and chases its sender.
var tag = WithDBlock[Invitation, gameBlock]{
	Name: "TAG",
	Activate: func(c *Context, in Invitation, b *gameBlock) behavior.Status {
		b.With = in.From
		c.Send(in.From, invitedToPlay.New(Invitation{From: c.Agent.ID}, 2)) // accepted
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

// INVITE invites a creature to play, and lets itself be chased if that one accepts.
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
			return behavior.Failure // not accepted
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

// dodge returns a place to run to from a playmate: away and sideways, around the nest.
func dodge(me, mate *Creature) Vec {
	away := me.Body.Pos.Sub(mate.Body.Pos).Unit()
	home := me.home().Pos.Sub(me.Body.Pos).Times(0.1)
	return me.Land.Footing(me.Body.Pos.Add(away.Add(away.Turned()).Add(home).Unit().Times(5)))
}

// FROLIC plays alone, in the way its flags select.
var frolic = Behavior{
	Name: "FROLIC",
	Tick: func(c *Context) behavior.Status {
		switch me := c.Agent; {
		case c.BehaviorFlags&Flip != 0:
			me.do(Flipping)
		case c.BehaviorFlags&Roll != 0:
			me.walk(me.Land.Footing(me.Body.Pos.Add(me.Body.Facing.Times(3))), Rolling)
		default:
			side := me.Body.Facing.Turned().Times(2)
			me.walk(me.Land.Footing(me.Body.Pos.Add(me.Body.Facing).Add(side)), Dancing)
		}
		return doneAfter(c, 4)
	},
	Deactivate: func(c *Context) { note(c, stimuli.Note(Played, 10)) },
}

// STROLL walks somewhere near the nest.
var stroll = WithBlock[goalBlock]{
	Name: "STROLL",
	Activate: func(c *Context, b *goalBlock) behavior.Status {
		b.Goal = elsewhere(c, c.Agent.home().Pos, 12)
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
