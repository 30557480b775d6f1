package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// stockUp fetches food for those at home. It is a Sequence: each step once, and the next only if it succeeded.
// With food in her mouth she does not care any more whether there is a bush in sight. Whatever ends it, HAUL
// above it lets go of the food.
var stockUp = Decider{
	Name: "STOCK_UP", Decide: larderLow, Gate: &haulers, GateKey: myNest, Behavior: &haul,
	Modifiers: decider.Modifiers{Timeout: 60},
	Policy:    decider.Sequence, Children: Children{
		{Name: "STOCK_UP_SEARCH", Modifiers: decider.Modifiers{Timeout: 20}, Behavior: &search},
		{Name: "STOCK_UP_PICK", DBlock: &DBlock[Meal]{Decide: foodSeen, Behavior: &pick}},
		{Name: "STOCK_UP_CARRY", Policy: decider.Sequence, Children: Children{&findHome, &followWay}},
		{Name: "STOCK_UP_STORE", Behavior: &store},
	},
}

// haulers are those on the errand: one of each nest at a time, a while between two of them, and who has been drops
// out for longer. However it ends, her place is free again.
var haulers = world.Gate{Name: "HAULERS", Max: 1, Cooldown: 2, AgentCooldown: 20}

// myNest divides gates by nest.
func myNest(c *Context) uint64 { return uint64(c.Agent.Home) }

// HAUL brackets the whole errand: what is interrupted is dropped.
var haul = Behavior{
	Name: "HAUL",
	Activate: func(c *Context) behavior.Status {
		c.Agent.Hauling = true
		return behavior.Running
	},
	Deactivate: func(c *Context) { c.Agent.Hauling = false },
}

// PICK goes to a bush and takes of its fruit.
var pick = WithDBlock[Meal, Meal]{
	Name: "PICK",
	Activate: func(_ *Context, found Meal, m *Meal) behavior.Status {
		*m = found
		return behavior.Running
	},
	Tick: func(c *Context, m *Meal) behavior.Status {
		me, bush := c.Agent, c.Agent.Land.Bush(m.Bush)
		switch {
		case me.Body.Laden:
			return behavior.Success
		case bush.Fruit < Handful:
			return behavior.Failure // somebody else was faster
		}
		if me.walk(bush.Pos, Searching) {
			me.act(Pick, m.Bush)
		}
		return behavior.Running
	},
}

// STORE puts it into the nest.
var store = Behavior{
	Name: "STORE",
	Tick: func(c *Context) behavior.Status {
		me := c.Agent
		if !me.Body.Laden {
			return behavior.Success
		}
		if me.walk(me.home().Pos, Carrying) {
			me.act(Store, me.Home)
		}
		return behavior.Running
	},
}
