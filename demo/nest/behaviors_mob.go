package nest

import (
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// ringWidth is the distance from the hunter at which the three wait for each other, in metres.
const ringWidth = 4.5

// bold accepts for an adult with a companion close by, as long as the hunter is not too near.
func bold(c *Context) float64 {
	me := c.Agent
	e := me.Sight.Enemy
	if e == nil || !e.Alive() || me.Sight.Friends < 2 {
		return 0
	}
	d := me.dist(e)
	return behavior.If(d > charge && d < homeRange && me.Body.Breath > 0.4)
}

// sameHunter groups creatures of one nest that see the same hunter. The key is readable in a tooltip: the hunter's ID,
// then five digits for the nest.
func sameHunter(c *Context) uint64 {
	e := c.Agent.Sight.Enemy
	if e == nil {
		return 0
	}
	return uint64(e.ID)*100_000 + uint64(c.Agent.Home)
}

// sides returns the places around the hunter that she could take. In front she is bitten first, so only a sound one stands
// there.
func sides(c *Context) world.RoleSet {
	if c.Agent.Body.Health < 0.8 {
		return world.Roles(Left, Right)
	}
	return world.Roles(Left, Right, Front)
}

// RALLY runs around the whole attack: it stores the hunter, and the creature is brave as long as it lasts.
var rally = Behavior{
	Name: "RALLY",
	Activate: func(c *Context) behavior.Status {
		e := c.Agent.Sight.Enemy
		if e == nil {
			return behavior.Failure
		}
		*quarry.Of(c) = e.ID
		return note(c, stimuli.Note(Mobbing, math.Inf(1)))
	},
	Deactivate: func(c *Context) { c.Stimuli.Remove(Mobbing) },
}

// FLANK goes to her place around the hunter.
var flank = Behavior{
	Name: "FLANK",
	Tick: func(c *Context) behavior.Status {
		e := surrounded(c)
		switch {
		case e == nil:
			return behavior.Failure
		case c.Agent.run(place(c, e), Mustering):
			return behavior.Success
		}
		return behavior.Running
	},
}

// HOLD keeps the place until the others have reached theirs.
var hold = Behavior{
	Name: "HOLD",
	Tick: func(c *Context) behavior.Status {
		e := surrounded(c)
		if e == nil {
			return behavior.Failure
		}
		if c.Agent.walk(place(c, e), Mustering) {
			c.Agent.do(Mustering)
			c.Agent.face(e.Body.Pos)
		}
		return behavior.Running
	},
}

// surrounded returns the hunter under attack; nil if the attack is pointless by now.
func surrounded(c *Context) *Creature {
	e := c.Agent.Land.Find(*quarry.Of(c))
	if e == nil || !e.Alive() || c.Agent.dist(e) > 2*homeRange {
		return nil
	}
	return e
}

// place returns her place around a hunter, by her role.
func place(c *Context, e *Creature) Vec {
	out := c.Agent.home().Pos.Sub(e.Body.Pos).Unit()
	if out == (Vec{}) {
		out = Vec{1, 0}
	}
	switch side := out.Turned(); c.Role() {
	case Left:
		out = side.Sub(out.Times(0.4)).Unit()
	case Right:
		out = side.Times(-1).Sub(out.Times(0.4)).Unit()
	}
	return c.Agent.Land.Footing(e.Body.Pos.Add(out.Times(ringWidth)))
}

// CHARGE runs at the hunter and bites, for a few seconds or until it has fled. A stimulus tells the hunter, which hardly
// stands up to three.
var chargeAll = WithBlock[fightBlock]{
	Name: "CHARGE",
	Activate: func(c *Context, _ *fightBlock) behavior.Status {
		c.Send(*quarry.Of(c), stimuli.Note(Mobbed, 4))
		c.Agent.say(WarCry, 1)
		return behavior.Running
	},
	Tick: func(c *Context, b *fightBlock) behavior.Status {
		me, e := c.Agent, surrounded(c)
		if e == nil || me.dist(e) > 3*charge || me.Body.Breath <= 0 {
			return behavior.Success
		}
		there := me.run(e.Body.Pos, Fighting)
		if b.Wait -= c.DT; there && b.Wait <= 0 {
			me.bite(e)
			b.Wait = biteEvery
		}
		return doneAfter(c, 5)
	},
}
