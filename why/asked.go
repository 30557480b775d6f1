package why

import (
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// Asked is one time a decider was asked in a tick. As tells for what:
//
//	Child   its group chose among its children
//	Active  its group, which is Scored, compared it with others while it ran
//	Anew    it is a group that was to choose anew (CallDecideOnRedecide)
//	Hint    its group, which was not active, delegates to its children
//	Target  a Jump leads to it
//	Alone   nobody asked it: this is what it would say
type Asked struct {
	Decider string        `json:"decider"`
	Path    string        `json:"path"`
	By      string        `json:"by"` // the group that asked it, or the Jump whose target it is
	As      string        `json:"as"`
	Verdict event.Verdict `json:"-"`       // Accepted, or the first check that failed
	Said    string        `json:"verdict"` // its name
	Value   float64       `json:"value"`   // Decide's; 0 if it was not called
	Checks  []Check       `json:"checks"`  // those it has, in the order of asking
	Words   string        `json:"words"`   // why it said no, or that it accepted, as part of a sentence

	pending bool // it is not answered yet
}

// Check is one condition and the values it was tested with.
type Check struct {
	Name   string `json:"name"` // DecisionFlags, StimuliFlags, Role, Limit, Cooldown, Every, Decide, Squad, Gate; or Masked, Jump, Slot, Override, Children, Target
	Result Result `json:"result"`
	Words  string `json:"words"`

	// Of DecisionFlags and StimuliFlags: the flags, those of All that are not set, those of None that are set, those of
	// Any if none of them is set, and those of NotAll if all of them are set.
	Seen      uint64   `json:"seen,omitempty"`
	Missing   []string `json:"missing,omitempty"`
	Forbidden []string `json:"forbidden,omitempty"`
	AnyOf     []string `json:"anyOf,omitempty"`
	AllOf     []string `json:"allOf,omitempty"`

	Value   float64         `json:"value,omitempty"`   // of Decide
	Left    float64         `json:"left,omitempty"`    // of a timer, seconds
	Entries int             `json:"entries,omitempty"` // of Limit
	Limit   int             `json:"limit,omitempty"`
	Role    world.Role      `json:"role,omitempty"` // the agent's, 0 for none
	Needed  world.Role      `json:"needed,omitempty"`
	Key     uint64          `json:"key,omitempty"`     // of a gate or squad
	Holders []world.AgentID `json:"holders,omitempty"` // agents inside the gate, or members of the squad
	Waiting []world.AgentID `json:"waiting,omitempty"` // agents that wait for it
	// AgentNames are the names of those of Holders and Waiting that have one.
	AgentNames map[world.AgentID]string `json:"agentNames,omitempty"`
	Places     int                      `json:"places,omitempty"`  // of the gate, or members a squad needs
	Who        string                   `json:"who,omitempty"`     // of Masked, Children and Target: the decider that finished, or said no
	Answers    []Asked                  `json:"answers,omitempty"` // of Children and Target

	called bool // Decide was
}
