package plain

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Decider is a decider.Decider[A] without the agent's type. Package decider makes it.
type Decider struct {
	Name              string
	Options           declaration.Options
	DecisionFlags     declaration.Check
	StimuliFlags      stimuli.Check
	Role              world.Role
	Cooldown          float64
	Every             float64
	Decide            func(*usercode.Context) float64
	Weight            float64
	Squad             *world.Squad
	SquadKey          func(*usercode.Context) uint64
	Gate              *world.Gate
	GateKey           func(*usercode.Context) uint64
	Behavior          *usercode.Behavior
	BehaviorFlags     behavior.BehaviorFlags
	DBlock            *usercode.DBlock
	Policy            declaration.Policy
	Children          []*Decider
	Margin            float64
	SucceedAt, FailAt int
	Jump              string
	Slot              *Slot
	Modifiers         declaration.Modifiers
	Keys              []*usercode.Key // an element is nil if the declaration's is

	NilBehavior, NilDBlock bool // the declaration has a typed nil pointer there
	Source                 any  // a copy of the declaration without children, to describe its functions; may be nil
}

// shares reports whether entering the decider depends on other agents.
func (d *Decider) shares() bool {
	return d.Role != 0 || d.Squad != nil || d.SquadKey != nil || d.Gate != nil || d.GateKey != nil
}

// IsGroup reports whether the decider has children. A list of no children does not make a group.
func (d *Decider) IsGroup() bool { return len(d.Children) > 0 }

// Slot is a decider.Slot[A] without the agent's type. It has the same layout, so a pointer to one is a pointer to the other.
type Slot struct {
	Name    string
	Reserve int
}
