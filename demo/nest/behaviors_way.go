package nest

import "github.com/decidertree/decidertree/behavior"

// knowsFood accepts if no food is in sight, but she last ate not too far from here.
func knowsFood(c *Context) float64 {
	me, there := c.Agent, *lastMeal.Of(c)
	if me.Sight.FoodSeen || me.Body.Fullness >= full || there == (Vec{}) {
		return 0
	}
	d := me.Body.Pos.Dist(there)
	return behavior.If(d > homeRange && d < 6*homeRange)
}

// FIND_WAY requests a path home, to her own place beside the nest, or to where there was food. Until it is found she
// goes straight. It is Running until the simulation has answered, which takes some frames if there are many requests.
var findWay = behavior.Deferred[*Creature, struct{}, PathRequest, Path]{
	Name: "FIND_WAY", System: &Paths,
	Launch: func(c *Context, _ *struct{}) PathRequest {
		me := c.Agent
		to := somewhere(c, me.home().Pos, 3)
		if c.BehaviorFlags&ToFood != 0 {
			to = *lastMeal.Of(c)
			*lastMeal.Of(c) = Vec{} // if it is bare now, she does not come back for it
		}
		me.walk(to, travelling(c))
		return PathRequest{From: me.Body.Pos, To: to}
	},
	Done: func(c *Context, _ *struct{}, p Path) behavior.Status {
		*way.Of(c) = p
		if p.Legs == 0 {
			return behavior.Failure
		}
		return behavior.Success
	},
}

// FOLLOW follows the path that was found. A creature on its way to food also stops at food that it sees earlier.
var follow = WithBlock[int32]{
	Name: "FOLLOW",
	Tick: func(c *Context, leg *int32) behavior.Status {
		w := way.Of(c)
		if c.BehaviorFlags&ToFood != 0 && c.Agent.Sight.FoodSeen {
			return behavior.Success
		}
		for *leg < w.Legs && c.Agent.walk(w.Place[*leg], travelling(c)) {
			*leg++
		}
		if *leg < w.Legs {
			return behavior.Running
		}
		return behavior.Success
	},
}

// travelling returns the pose for the way.
func travelling(c *Context) Pose {
	switch {
	case c.Agent.Body.Laden:
		return Carrying
	case c.BehaviorFlags&ToFood != 0:
		return Searching
	}
	return Heading
}
