package description

import (
	"encoding/json"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Tree is a tree as plain data, for pictures, tools and recordings: the declaration and its layout in an agent's
// memory, with functions by name. It suffices to make a tree with the same layout whose functions do nothing. Its
// lists are never nil.
//
// As JSON, names are in lowerCamel. 64-bit flags and hashes are text ("0x1f"), so that every reader gets all bits,
// and policies, options and the like are names.
type Tree struct {
	Name        string    `json:"name"`        // of the root
	Fingerprint uint64    `json:"fingerprint"` // a hash of everything except which functions there are
	Layout      uint64    `json:"layout"`      // a hash of the layout of an agent's memory
	Size        int       `json:"size"`        // bytes of an agent's memory
	Deciders    []Decider `json:"deciders"`    // each declared decider once, the root first, in the order of the declaration
	Places      []Place   `json:"places"`      // every position, by number (event.Event.Place, state.Decider.Place)
	Order       []int     `json:"order"`       // the places in the order of the declaration, a group before its children
	Keys        []Key     `json:"keys"`        // each blackboard key once
	Values      []Value   `json:"values"`      // the blackboard values of an agent
	Slots       []Slot    `json:"slots"`       // by index
	Gates       []Gate    `json:"gates"`       // each once
	Squads      []Squad   `json:"squads"`      // each once
}

// Arrow separates the names of a path.
const Arrow = " > "

// Decider describes a decider, with its functions by name.
type Decider struct {
	Name          string                 `json:"name"`
	Options       declaration.Options    `json:"options"`
	DecisionFlags declaration.Check      `json:"decisionFlags"`
	StimuliFlags  stimuli.Check          `json:"stimuliFlags"`
	Role          world.Role             `json:"role"`
	Cooldown      float64                `json:"cooldown"`
	Every         float64                `json:"every"`
	Decide        *Function              `json:"decide"` // also a DBlock's; nil for none
	Weight        float64                `json:"weight"`
	Squad         int                    `json:"squad"` // index into Squads; -1 for none
	SquadKey      *Function              `json:"squadKey"`
	CanPlay       *Function              `json:"canPlay,omitempty"`
	Gate          int                    `json:"gate"` // index into Gates; -1 for none
	GateKey       *Function              `json:"gateKey"`
	Behavior      *Behavior              `json:"behavior"` // also a DBlock's; nil for none
	BehaviorFlags behavior.BehaviorFlags `json:"behaviorFlags"`
	DBlock        *Type                  `json:"dblock"` // the D of its DBlock; nil for none
	Policy        declaration.Policy     `json:"policy"`
	Children      []int                  `json:"children"` // indices into Deciders
	Margin        float64                `json:"margin"`
	SucceedAt     int                    `json:"succeedAt"`
	FailAt        int                    `json:"failAt"`
	Jump          string                 `json:"jump"` // the target's name
	Slot          int                    `json:"slot"` // index into Slots; -1 for none
	Modifiers     declaration.Modifiers  `json:"modifiers"`
	Keys          []int                  `json:"keys"` // indices into Tree.Keys
}

// Kind is the kind of decider, which follows from the other fields.
func (d *Decider) Kind() declaration.Kind {
	switch {
	case len(d.Children) > 0:
		return declaration.GroupDecider
	case d.Jump != "":
		return declaration.ReferenceDecider
	case d.Slot >= 0:
		return declaration.SlotDecider
	case d.Behavior == nil && d.Options&declaration.Barrier == 0:
		return declaration.ConditionDecider
	}
	return declaration.BehaviorDecider
}

// Behavior describes a behavior: its functions, nil for those left out, and its block.
type Behavior struct {
	Name         string    `json:"name"`
	Activate     *Function `json:"activate"` // Launch of a deferred behavior
	Tick         *Function `json:"tick"`     // Done of a deferred behavior
	Deactivate   *Function `json:"deactivate"`
	Leave        *Function `json:"leave"`
	Reset        *Function `json:"reset"`
	LeaveTimeout float64   `json:"leaveTimeout"`      // seconds
	Period       float64   `json:"period"`            // seconds
	Delayed      bool      `json:"delayed,omitempty"` // it is a behavior.Wait, whose first Tick is after a Period
	Block        *Type     `json:"block"`             // nil for none
	Given        *Given    `json:"given,omitempty"`   // the parameter of a behavior.Given; nil for none, and then omitted
	Deferred     bool      `json:"deferred"`          // it is a behavior.Deferred, which the engine starts, ticks and ends
	System       string    `json:"system"`            // name of a deferred behavior's system
}

// Given describes the parameter of a behavior.Given. Only its type counts for the fingerprint.
type Given struct {
	Type string `json:"type"`
	Text string `json:"text"` // the value as fmt's %+v and a string in quotes; the type if the value is not plain data
	// Value is the value as JSON, unexported fields included. Plain data are numbers, bools and strings, and arrays, slices
	// and structs of these; for all else it is nil and omitted.
	Value json.RawMessage `json:"value,omitempty"`
}

// Place is a decider's position in the tree; a shared decider has several.
type Place struct {
	Place     int    `json:"place"`    // its number; children of a group have successive numbers
	Parent    int    `json:"parent"`   // place of the group; -1 for the root
	Decider   int    `json:"decider"`  // index into Deciders
	Depth     int    `json:"depth"`    // 0 for the root
	Index     int    `json:"index"`    // within its group, 0 for the root
	Children  []int  `json:"children"` // places
	Path      string `json:"path"`     // names from the root: "ROOT > GUARD_NEST > PATROL"
	BlockAt   int    `json:"blockAt"`  // offset of the behavior's block in the agent's bytes; -1 for none, or one with pointers
	BlockSize int    `json:"blockSize"`
}

// Key describes a blackboard key.
type Key struct {
	Name  string               `json:"name"`
	Scope declaration.KeyScope `json:"scope"`
	Type  Type                 `json:"type"`
}

// Value describes one blackboard value of an agent.
type Value struct {
	Key   int `json:"key"`   // index into Keys
	Place int `json:"place"` // of its decider; of the root for scopes Agent and Tree
	At    int `json:"at"`    // offset in the agent's bytes; -1 for a value without size or with pointers
}

// Slot describes a decider.Slot.
type Slot struct {
	Name    string `json:"name"`
	Reserve int    `json:"reserve"` // bytes
}

// Gate describes a world.Gate.
type Gate struct {
	Name          string  `json:"name"`
	Max           int     `json:"max"`
	Cooldown      float64 `json:"cooldown"`      // seconds
	AgentCooldown float64 `json:"agentCooldown"` // seconds
}

// Squad describes a world.Squad.
type Squad struct {
	Name       string `json:"name"`
	Agents     int    `json:"agents"`
	Roles      []int  `json:"roles"` // as many as Agents, or none
	KeepOthers bool   `json:"keepOthers"`
}
