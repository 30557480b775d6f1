package nest

import (
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

// String is how a debug output shows a way.
func (p Path) String() string {
	if p.Legs == 0 {
		return "none"
	}
	text := p.Place[0].String()
	for _, next := range p.Place[1:p.Legs] {
		text += ", " + next.String()
	}
	return text
}
