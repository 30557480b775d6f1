package plain

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// pdecider is a Decider without the agent's type: what lower makes of one.
type Decider struct {
	Name              string
	Flags             declaration.Flags
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
	BehaviorFlags     behavior.Flags
	DBlock            *usercode.DBlock
	Policy            declaration.Policy
	Children          []*Decider
	Margin            float64
	SucceedAt, FailAt int
	Jump              string
	Slot              *Slot
	Modifiers         declaration.Modifiers
	Keys              []*usercode.Key // nil where the declaration has nil

	NilBehavior, NilDBlock bool // the declaration has a nil pointer there
	Source                 any  // the declaration, a copy without children, to tell its functions by; nil for none
}

// shares reports whether entering it depends on other agents.
func (d *Decider) shares() bool {
	return d.Role != 0 || d.Squad != nil || d.SquadKey != nil || d.Gate != nil || d.GateKey != nil
}

// isGroup reports whether it has children, none of them being an empty list.
func (d *Decider) IsGroup() bool { return len(d.Children) > 0 }

// pslot is a Slot without the agent's type. It is laid out as one, so that a pointer to one is a pointer to the other.
type Slot struct {
	Name    string
	Reserve int
}
