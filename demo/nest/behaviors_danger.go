package nest

import (
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// DIE never ends. It has no Tick, so that the crowd need not tick the dead.
var die = Behavior{
	Name: "DIE",
	Activate: func(c *Context) behavior.Status {
		c.Agent.say(DeathCry, 2)
		c.Agent.do(Lying)
		return behavior.Running
	},
}

// biteEvery is the time between two bites, in seconds.
const biteEvery = 0.7

// fightBlock is FIGHT's memory.
type fightBlock struct {
	Wait float64 // seconds until the next bite
}

// FIGHT attacks the enemy and bites until it is gone. Unless the fight is to the death, a bad wound ends it.
var fight = WithBlock[fightBlock]{
	Name: "FIGHT",
	Activate: func(c *Context, _ *fightBlock) behavior.Status {
		if c.BehaviorFlags&ToTheDeath == 0 {
			return behavior.Running
		}
		return note(c, stimuli.Note(Enraged, math.Inf(1))) // so that FLEE, which is more important, does not interrupt
	},
	Tick: func(c *Context, b *fightBlock) behavior.Status {
		me, e := c.Agent, c.Agent.Sight.Enemy
		switch {
		case e == nil || !e.Alive() || me.dist(e) > 2*charge:
			return behavior.Success
		case c.DecisionFlags&Hurt != 0 && c.BehaviorFlags&ToTheDeath == 0:
			return behavior.Failure
		}
		there := me.run(e.Body.Pos, Fighting)
		if b.Wait -= c.DT; there && b.Wait <= 0 {
			me.bite(e)
			b.Wait = biteEvery
		}
		return behavior.Running
	},
	Deactivate: func(c *Context, _ *fightBlock) { c.Stimuli.Remove(Enraged) },
}

// CRY calls for help, at most once in a while, and ends at once: the creature can cry and run.
var cry = Behavior{
	Name: "CRY",
	Activate: func(c *Context) behavior.Status {
		me := c.Agent
		me.say(HelpCry, 1.5)
		if e := me.Sight.Enemy; e != nil {
			tell(c, helpWanted.New(Call{At: e.Body.Pos}, 6))
		}
		note(c, stimuli.Note(Cried, 12))
		return behavior.Success
	},
}

// tell sends a stimulus to all creatures within earshot.
func tell(c *Context, s stimuli.Stimulus) { tellWithin(c, earshot, s) }

func tellWithin(c *Context, metres float64, s stimuli.Stimulus) {
	for other := range c.Agent.Land.Earshot(c.Agent, metres) {
		c.Send(other.ID, s)
	}
}

// note adds a stimulus to the creature's own and returns a status for Activate. A full set drops the stimulus that
// ends first, which is acceptable.
func note(c *Context, s stimuli.Stimulus) behavior.Status {
	_ = c.Stimuli.Add(s)
	return behavior.Running
}

// runBlock is RUN's memory.
type runBlock struct {
	From   world.AgentID
	Unseen float64 // seconds since the enemy was last in sight
}

// RUN runs from an enemy until it has been out of sight for a while, towards home if possible.
var run = WithDBlock[Threat, runBlock]{
	Name: "RUN",
	Activate: func(c *Context, t Threat, b *runBlock) behavior.Status {
		b.From = t.Enemy
		*frights.Of(c)++
		return behavior.Running
	},
	Tick: func(c *Context, b *runBlock) behavior.Status {
		me := c.Agent
		enemy := me.Land.Find(b.From)
		if b.Unseen += c.DT; me.Sight.Enemy != nil {
			enemy, b.Unseen = me.Sight.Enemy, 0
			*dangerAt.Of(c) = enemy.Body.Pos
		}
		if enemy == nil || !enemy.Alive() || b.Unseen > 1.5 {
			return behavior.Success
		}
		if me.Body.Breath <= 0 && c.Stimuli.Flags()&Winded == 0 {
			note(c, stimuli.Note(Winded, 4))
		}
		me.run(wayFrom(me, enemy), Fleeing)
		return behavior.Running
	},
}

// wayFrom returns a place to run to: away from the enemy and preferably towards home, or along the edge of the field or
// of a pond where the way is blocked.
func wayFrom(me, enemy *Creature) Vec {
	pos, land := me.Body.Pos, me.Land
	away := pos.Sub(enemy.Body.Pos).Unit()
	if home := me.home().Pos.Sub(pos).Unit(); home.Dot(away) > -0.3 {
		away = away.Add(home.Times(0.6)).Unit()
	}
	to := land.Footing(pos.Add(away.Times(8)))
	if to.Dist(pos) > 4 {
		return to
	}
	left, right := land.Footing(pos.Add(away.Turned().Times(8))), land.Footing(pos.Sub(away.Turned().Times(8)))
	if left.Dist(pos)+left.Dist(enemy.Body.Pos) > right.Dist(pos)+right.Dist(enemy.Body.Pos) {
		return left
	}
	return right
}

// GROWL warns an enemy off and alerts all creatures in earshot.
var growl = Behavior{
	Name: "GROWL",
	Activate: func(c *Context) behavior.Status {
		e := c.Agent.Sight.Enemy
		if e == nil {
			return behavior.Failure
		}
		c.Agent.say(Growl, 1.2)
		tell(c, growlHeard.New(Call{At: e.Body.Pos}, 3))
		return behavior.Running
	},
	Tick: func(c *Context) behavior.Status {
		if e := c.Agent.Sight.Enemy; e != nil {
			c.Agent.face(e.Body.Pos)
		}
		c.Agent.do(Growling)
		return doneAfter(c, 1.2)
	},
}

// doneAfter returns Success once the decider has been active for this many seconds.
func doneAfter(c *Context, seconds float64) behavior.Status {
	if c.Duration() >= seconds {
		return behavior.Success
	}
	return behavior.Running
}

// HELP runs to the caller and succeeds on arrival.
var help = WithDBlock[Call, Call]{
	Name: "HELP",
	Activate: func(_ *Context, in Call, at *Call) behavior.Status {
		*at = in
		return behavior.Running
	},
	Tick: func(c *Context, at *Call) behavior.Status {
		if newer, ok := helpWanted.Get(c.Stimuli); ok {
			*at = newer
		}
		if c.Agent.run(at.At, Helping) || c.Duration() > 10 {
			c.Stimuli.Remove(HelpWanted | GrowlHeard)
			return behavior.Success
		}
		return behavior.Running
	},
}
