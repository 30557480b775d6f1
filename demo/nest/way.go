package nest

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// PathRequest asks for a way round ponds and rocks.
type PathRequest struct{ From, To Vec }

// Path is a way: so many places, to be gone to in turn. None is no way.
type Path struct {
	Legs  int32
	Place [6]Vec
}

// Paths finds ways. Finding one is dear, so it is not done in a tick: minds launch requests, and the simulation serves
// so many of them a frame.
var Paths = world.System[PathRequest, Path]{Name: "PATHS"}

// goHome goes home: find a way, then go it. Whatever lies near is walked to straight; this is for what may be far.
var goHome = Decider{
	Name: "GO_HOME", DecisionFlags: Flags{None: AtHome},
	Policy: decider.Sequence, Children: Children{&findHome, &followWay},
}

// backToFood goes back to where she ate last, if there is nothing to eat in sight.
var backToFood = Decider{
	Name: "BACK_TO_FOOD", Decide: knowsFood,
	Modifiers: decider.Modifiers{Timeout: 40, Outcome: decider.AlwaysSuccess}, // nothing there: she looks around
	Policy:    decider.Sequence, Children: Children{
		{Name: "FIND_FOOD", Behavior: &findWay, BehaviorFlags: ToFood},
		{Name: "FOLLOW_TO_FOOD", Behavior: &follow, BehaviorFlags: ToFood},
	},
}

var (
	findHome  = Decider{Name: "FIND_HOME", Behavior: &findWay}
	followWay = Decider{Name: "FOLLOW_WAY", Behavior: &follow}
)

// knowsFood: there is nothing in sight, but there was something not too far from here.
func knowsFood(c *Context) float64 {
	me, there := c.Agent, *lastMeal.Of(c)
	if me.Sight.FoodSeen || me.Body.Fullness >= full || there == (Vec{}) {
		return 0
	}
	d := me.Body.Pos.Dist(there)
	return behavior.If(d > homeRange && d < 6*homeRange)
}

// FIND_WAY asks for a way home, to a place of one's own beside the nest, or to where there was food. Until it is
// found she goes straight. It is Running until the simulation has answered, which may take some frames when many ask.
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

// FOLLOW goes the way that was found. Food on the way will do as well, for who is looking for some.
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

// travelling is how it looks on its way.
func travelling(c *Context) Pose {
	switch {
	case c.Agent.Body.Laden:
		return Carrying
	case c.BehaviorFlags&ToFood != 0:
		return Searching
	}
	return Heading
}
