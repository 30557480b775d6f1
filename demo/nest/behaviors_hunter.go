package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Prey is the creature that a hunter pursues, dead or alive.
type Prey struct{ Who world.AgentID }

// Raid is a nest to rob.
type Raid struct{ Nest int32 }

// outnumbered accepts when bites, growls and numbers unsettle a hunter: the weaker it is and the more often it has
// been driven off, the sooner.
func outnumbered(c *Context) float64 {
	scare := float64(0.08*float64(c.Agent.Sight.Friends)) + nerves(c)
	heard := c.Stimuli.Flags()
	if heard&HitTaken != 0 {
		scare += 0.25
	}
	if heard&GrowlHeard != 0 {
		scare += 0.15
	}
	if heard&Mobbed != 0 {
		scare += 0.4
	}
	if c.DecisionFlags&Starving != 0 {
		scare -= 0.5
	}
	return behavior.If(scare > 0.2+float64(0.7*c.Agent.Body.Health))
}

func carrionSeen(c *Context, p *Prey) float64 {
	meat := c.Agent.Sight.Carrion
	if meat == nil {
		return 0
	}
	p.Who = meat.ID
	return 1
}

func preySeen(c *Context, p *Prey) float64 {
	prey := c.Agent.Sight.Prey
	if prey == nil || c.Agent.Body.Breath <= 0.6 {
		return 0
	}
	p.Who = prey.ID
	return 1
}

func unguardedNest(c *Context, r *Raid) float64 {
	r.Nest = c.Agent.Sight.Clutch
	return behavior.If(c.Agent.Sight.ClutchSeen)
}

// RETREAT runs to the den and stays until things have calmed down.
var retreat = Behavior{
	Name: "RETREAT",
	Activate: func(c *Context) behavior.Status {
		*frights.Of(c)++
		return behavior.Running
	},
	Tick: func(c *Context) behavior.Status {
		if c.Agent.run(c.Agent.home().Pos, Retreating) {
			c.Agent.do(Watching)
		}
		return doneAfter(c, 10)
	},
}

// whoBlock is the memory of behaviors that pursue a creature.
type whoBlock struct {
	Who  world.AgentID
	Wait float64 // seconds until the next bite
}

// HUNT stalks its prey, then chases it until it is dead, gone or too fast.
var hunt = WithDBlock[Prey, whoBlock]{
	Name: "HUNT",
	Activate: func(_ *Context, p Prey, b *whoBlock) behavior.Status {
		b.Who = p.Who
		return behavior.Running
	},
	Tick: func(c *Context, b *whoBlock) behavior.Status {
		me, prey := c.Agent, c.Agent.Land.Find(b.Who)
		if near := me.Sight.Prey; near != nil && prey != nil && me.dist(near) < Reach {
			prey, b.Who = near, near.ID // prey this near is taken instead
		}
		switch {
		case prey == nil || !prey.Alive():
			return behavior.Success
		case me.Body.Breath <= 0:
			note(c, stimuli.Note(Winded, 8))
			return behavior.Failure
		case me.dist(prey) > 25:
			return behavior.Failure
		case me.dist(prey) > 9:
			me.walk(prey.Body.Pos, Hunting)
			return behavior.Running
		}
		there := me.run(prey.Body.Pos, Hunting)
		if b.Wait -= c.DT; there && b.Wait <= 0 {
			me.bite(prey)
			b.Wait = biteEvery
		}
		return behavior.Running
	},
}

// FEED eats from a carcass.
var feed = WithDBlock[Prey, whoBlock]{
	Name: "FEED",
	Activate: func(_ *Context, p Prey, b *whoBlock) behavior.Status {
		b.Who = p.Who
		return behavior.Running
	},
	Tick: func(c *Context, b *whoBlock) behavior.Status {
		me, meat := c.Agent, c.Agent.Land.Find(b.Who)
		switch {
		case me.Body.Fullness >= full:
			return behavior.Success
		case meat == nil || meat.Body.Meat <= 0:
			return behavior.Failure
		}
		if me.walk(meat.Body.Pos, Searching) {
			me.do(Eating)
			me.Intent.Doing = Doing{Act: Feed, Who: meat.ID}
		}
		return behavior.Running
	},
}

// eggTime is how long an egg takes to eat, in seconds.
const eggTime = 0.6

// RAID robs a nest, one egg at a time.
var raid = WithDBlock[Raid, raidBlock]{
	Name: "RAID",
	Activate: func(_ *Context, r Raid, b *raidBlock) behavior.Status {
		b.Nest = r.Nest
		return behavior.Running
	},
	Tick: func(c *Context, b *raidBlock) behavior.Status {
		n := c.Agent.Land.Nest(b.Nest)
		if n.Eggs == 0 {
			return behavior.Success
		}
		if !c.Agent.walk(n.Pos, Raiding) {
			return behavior.Running
		}
		if b.Eaten += c.DT; b.Eaten > eggTime {
			b.Eaten = 0
			c.Agent.act(Steal, b.Nest)
		}
		return behavior.Running
	},
}

// raidBlock is RAID's memory.
type raidBlock struct {
	Nest  int32
	Eaten float64 // seconds spent on this egg
}

// PROWL roams.
var prowl = WithBlock[goalBlock]{
	Name: "PROWL",
	Activate: func(c *Context, b *goalBlock) behavior.Status {
		b.Goal = somewhere(c, c.Agent.Body.Pos, 40)
		return behavior.Running
	},
	Tick: func(c *Context, b *goalBlock) behavior.Status {
		if c.Agent.walk(b.Goal, Searching) {
			b.Goal = somewhere(c, c.Agent.Body.Pos, 40)
		}
		return behavior.Running
	},
}
