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
	CanPlay           func(*usercode.Context) uint16
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
	Copy              *Decider // nil after Unfold, unless it has a flaw
	Modifiers         declaration.Modifiers
	Keys              []*usercode.Key // an element is nil if the declaration's is

	NilBehavior, NilDBlock bool                // the declaration has a typed nil pointer there
	Sources                []any               // the declaration, and those that it copies, to describe their functions
	Within                 string              // the name of the Copy that the decider lies below; "" for none
	Flaws                  []declaration.Fault // what is wrong with the Copy, without the path
}

// shares reports whether entering the decider depends on other agents.
func (d *Decider) shares() bool {
	return d.Role != 0 || d.Squad != nil || d.SquadKey != nil || d.CanPlay != nil || d.Gate != nil || d.GateKey != nil
}

// asks reports whether the decider has conditions. A Weight is none.
func (d *Decider) asks() bool {
	return !d.DecisionFlags.IsZero() || !d.StimuliFlags.IsZero() || d.Every != 0 || d.Cooldown != 0 || d.Decide != nil || d.Modifiers.Limit != 0 || d.shares()
}

// isEmpty reports whether the decider has nothing to run. A Barrier may wait without a behavior.
func (d *Decider) isEmpty() bool {
	return len(d.Children) == 0 && d.Behavior == nil && d.DBlock == nil && d.Jump == "" && d.Slot == nil && d.Copy == nil && d.Options&declaration.Barrier == 0
}

// IsCondition reports whether the decider is a condition leaf: it has conditions and nothing to run.
func (d *Decider) IsCondition() bool { return d.isEmpty() && d.asks() }

// IsQuery reports whether the decider is a Sequence or Selector made of condition leaves only, so that its answer takes asking
// and nothing else (RULES R14).
func (d *Decider) IsQuery() bool {
	if d.Policy != declaration.Sequence && d.Policy != declaration.Selector || d.Behavior != nil || d.DBlock != nil ||
		d.Modifiers.Repeat != 0 || d.Modifiers.Timeout != 0 {
		return false
	}
	for _, child := range d.Children {
		if !child.IsCondition() && !child.IsQuery() {
			return false
		}
	}
	return d.IsGroup()
}

// IsGroup reports whether the decider has children. A list of no children does not make a group.
func (d *Decider) IsGroup() bool { return len(d.Children) > 0 }

// Slot is a decider.Slot[A] without the agent's type. It has the same layout, so a pointer to one is a pointer to the other.
type Slot struct {
	Name    string
	Reserve int
}
