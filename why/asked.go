package why

import (
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// Asked is one time a decider was asked in a tick.
type Asked struct {
	Decider string        `json:"decider"`
	Path    string        `json:"path"`
	By      string        `json:"by"`      // the group that asked it, or the Jump whose target it is
	As      As            `json:"as"`      // what for
	Verdict event.Verdict `json:"-"`       // Accepted, or the first thing that said no
	Said    string        `json:"verdict"` // its name
	Value   float64       `json:"value"`   // what Decide gave; 0 where it was not called
	Checks  []Check       `json:"checks"`  // in the order of asking
	Words   string        `json:"words"`   // what said no, or that it accepted, as part of a sentence
}

// As is what a decider was asked for.
type As uint8

const (
	AsChild  As = 1 + iota // its group chose among its children
	AsActive               // its group, which is Scored, weighed it against others while it ran
	AsAnew                 // as a group before it chose anew (CallDecideOnRedecide)
	AsHint                 // its group, which was not active, delegates to its children
	AsTarget               // a Jump leads to it
	AsAlone                // nobody asked it: this is what it would say
)

// MarshalText makes JSON show the name.
func (a As) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// Check is one condition, and what was seen.
type Check struct {
	Name   string `json:"name"`   // DecisionFlags, StimuliFlags, Role, Limit, Cooldown, Every, Decide, Squad, Gate; or Masked, Jump, Slot, Override, Children, Target
	Result Result `json:"result"` // Passed, Failed, or Unasked since an earlier one failed
	Words  string `json:"words"`

	// Of DecisionFlags and StimuliFlags: what was seen, what All asks for and is not set, what None forbids and is, and
	// the Any mask where none of it is set.
	Seen      uint64   `json:"seen,omitempty"`
	Missing   []string `json:"missing,omitempty"`
	Forbidden []string `json:"forbidden,omitempty"`
	AnyOf     []string `json:"anyOf,omitempty"`

	Value   float64         `json:"value,omitempty"`   // of Decide
	Left    float64         `json:"left,omitempty"`    // seconds until a timer is due
	Entries int             `json:"entries,omitempty"` // of Limit
	Limit   int             `json:"limit,omitempty"`
	Role    world.Role      `json:"role,omitempty"` // the agent's, 0 for none
	Needed  world.Role      `json:"needed,omitempty"`
	Key     uint64          `json:"key,omitempty"`     // of a gate or squad
	Holders []world.AgentID `json:"holders,omitempty"` // who is inside the gate, or in the squad
	Waiting []world.AgentID `json:"waiting,omitempty"` // who waits for it
	Places  int             `json:"places,omitempty"`  // of the gate, or how many make a squad
	Who     string          `json:"who,omitempty"`     // of Masked, Children and Target: who finished, or rejected
	Answers []Asked         `json:"answers,omitempty"` // of Children and Target: what they said
}

// Result is how a check ended.
type Result uint8

const (
	Passed  Result = 1 + iota
	Failed         // it said no
	Unasked        // an earlier one had said no
)

// MarshalText makes JSON show the name.
func (r Result) MarshalText() ([]byte, error) { return []byte(r.String()), nil }
