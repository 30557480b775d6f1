package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// stockUp fetches food for the nest. It is a Sequence: each step runs once, and the next only if it succeeded. With
// food in her mouth she no longer needs a bush in sight. However the errand ends, the behavior HAUL around it
// drops the food.
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

// haulers admits one creature of each nest at a time, with a pause between two of them and a longer one for the same
// creature. However the errand ends, her place becomes free again.
var haulers = world.Gate{Name: "HAULERS", Max: 1, Cooldown: 2, AgentCooldown: 20}

// myNest divides gates by nest.
func myNest(c *Context) uint64 { return uint64(c.Agent.Home) }

// HAUL runs around the whole errand: if it is interrupted, she drops the food.
var haul = Behavior{
	Name: "HAUL",
	Activate: func(c *Context) behavior.Status {
		c.Agent.Hauling = true
		return behavior.Running
	},
	Deactivate: func(c *Context) { c.Agent.Hauling = false },
}

// PICK goes to a bush and takes a load of fruit.
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
			return behavior.Failure // another creature was faster
		}
		if me.walk(bush.Pos, Searching) {
			me.act(Pick, m.Bush)
		}
		return behavior.Running
	},
}

// STORE puts the food into the nest.
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
