package nest

import (
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// PathRequest asks for a path around ponds and rocks.
type PathRequest struct{ From, To Vec }

// Path is a list of places to walk to in turn; empty if there is no path.
type Path struct {
	Legs  int32
	Place [6]Vec
}

// Paths finds paths. A search is too expensive for a tick, so minds launch requests, and the simulation serves a limited
// number of them in a frame.
var Paths = world.System[PathRequest, Path]{Name: "PATHS"}

// goHome finds a path home and follows it. It is for distant goals; near ones are walked to in a straight line.
var goHome = Decider{
	Name: "GO_HOME", DecisionFlags: Check{None: AtHome},
	Policy: decider.Sequence, Children: Children{&findHome, &followWay},
}

// backToFood goes back to where she last ate, if no food is in sight.
var backToFood = Decider{
	Name: "BACK_TO_FOOD", Decide: knowsFood,
	Modifiers: decider.Modifiers{Timeout: 40, Outcome: decider.AlwaysSuccess}, // finding nothing there she looks around
	Policy:    decider.Sequence, Children: Children{
		{Name: "FIND_FOOD", Behavior: &findWay, BehaviorFlags: ToFood},
		{Name: "FOLLOW_TO_FOOD", Behavior: &follow, BehaviorFlags: ToFood},
	},
}

var (
	findHome  = Decider{Name: "FIND_HOME", Behavior: &findWay}
	followWay = Decider{Name: "FOLLOW_WAY", Behavior: &follow}
)

// String returns the path for debug output.
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
