package treefile

import (
	"encoding/json"
	"fmt"

	"github.com/decidertree/decidertree/decider"
)

// This file has the structs that a file is decoded into and encoded from. Their json tags are the names in the file, and
// the schema is made of them and of the texts in schema.go.

// Version is the version of the form of files.
const Version = 1

// document is a whole file.
type document struct {
	positioned
	Schema       string   `json:"$schema,omitempty"`
	Version      int      `json:"version"`
	Gates        []*gate  `json:"gates,omitempty"`
	Squads       []*squad `json:"squads,omitempty"`
	Slots        []*slot  `json:"slots,omitempty"`
	Declarations []*node  `json:"declarations,omitempty"`
	Tree         *node    `json:"tree"`
}

// node is a decider.
type node struct {
	positioned
	path string
	made *declared

	Shared        string     `json:"shared,omitempty"`
	Name          string     `json:"name,omitempty"`
	Options       []word     `json:"options,omitempty"`
	DecisionFlags *check     `json:"decisionFlags,omitempty"`
	StimuliFlags  *check     `json:"stimuliFlags,omitempty"`
	Role          uint8      `json:"role,omitempty"`
	Cooldown      float64    `json:"cooldown,omitempty"`
	Every         float64    `json:"every,omitempty"`
	Decide        string     `json:"decide,omitempty"`
	Weight        float64    `json:"weight,omitempty"`
	Squad         string     `json:"squad,omitempty"`
	SquadKey      string     `json:"squadKey,omitempty"`
	CanPlay       string     `json:"canPlay,omitempty"`
	Gate          string     `json:"gate,omitempty"`
	GateKey       string     `json:"gateKey,omitempty"`
	Behavior      *use       `json:"behavior,omitempty"`
	BehaviorFlags []word     `json:"behaviorFlags,omitempty"`
	DBlock        string     `json:"dblock,omitempty"`
	Jump          string     `json:"jump,omitempty"`
	Slot          string     `json:"slot,omitempty"`
	Copy          string     `json:"copy,omitempty"`
	Modifiers     *modifiers `json:"modifiers,omitempty"`
	Keys          []word     `json:"keys,omitempty"`
	Policy        string     `json:"policy,omitempty"`
	Margin        float64    `json:"margin,omitempty"`
	SucceedAt     int        `json:"succeedAt,omitempty"`
	FailAt        int        `json:"failAt,omitempty"`
	Children      []*node    `json:"children,omitempty"`
}

// word is a name in a list.
type word struct {
	text string
	at   int
}

func (w *word) fromValue(d *decoder, v value, name string) bool {
	w.text, w.at = v.text, v.at
	if v.kind != isString {
		d.add(spot{v.at, d.path, name}, ErrField, fmt.Sprintf("here stands %v, not a string", v.kind), "")
	}
	return true
}

// MarshalJSON writes a string.
func (w word) MarshalJSON() ([]byte, error) { return json.Marshal(w.text) }

// check is a check of flags by their names.
type check struct {
	All    []word `json:"all,omitempty"`
	Any    []word `json:"any,omitempty"`
	None   []word `json:"none,omitempty"`
	NotAll []word `json:"notAll,omitempty"`
}

// use is a behavior in its decider: its name alone, or with a parameter, or one of the stock behaviors.
type use struct {
	positioned
	Name    string   `json:"name,omitempty"`
	Given   *raw     `json:"given,omitempty"`
	Wait    *float64 `json:"wait,omitempty"`
	Succeed bool     `json:"succeed,omitempty"`
	Fail    bool     `json:"fail,omitempty"`
}

func (u *use) fromValue(d *decoder, v value, _ string) bool {
	u.at, u.Name = v.at, v.text
	return v.kind == isString
}

// MarshalJSON writes a name alone as a string.
func (u *use) MarshalJSON() ([]byte, error) {
	if u.Given == nil && u.Wait == nil && !u.Succeed && !u.Fail {
		return json.Marshal(u.Name)
	}
	type plain use
	return json.Marshal((*plain)(u))
}

// raw is a value of a type that the game knows.
type raw struct {
	read  value           // from a file
	write json.RawMessage // into a file
}

func (r *raw) fromValue(_ *decoder, v value, _ string) bool {
	r.read = v
	return true
}

// MarshalJSON writes it.
func (r *raw) MarshalJSON() ([]byte, error) { return r.write, nil }

type modifiers struct {
	Repeat  repeat  `json:"repeat,omitempty"`
	Until   string  `json:"until,omitempty"`
	Timeout float64 `json:"timeout,omitempty"`
	Outcome string  `json:"outcome,omitempty"`
	Limit   int     `json:"limit,omitempty"`
}

// repeat is a number or "forever".
type repeat int

func (r *repeat) fromValue(d *decoder, v value, name string) bool {
	*r = decider.Forever
	if v.kind == isString && v.text != forever {
		d.add(spot{v.at, d.path, name}, ErrField, short(v.text)+" is not a number", `write a number, or "forever"`)
	}
	return v.kind == isString
}

const forever = "forever"

// MarshalJSON writes the number or the word.
func (r repeat) MarshalJSON() ([]byte, error) {
	if r == decider.Forever {
		return json.Marshal(forever)
	}
	return json.Marshal(int(r))
}

type gate struct {
	positioned
	Name          string  `json:"name"`
	Max           int     `json:"max"`
	Cooldown      float64 `json:"cooldown,omitempty"`
	AgentCooldown float64 `json:"agentCooldown,omitempty"`
}

type squad struct {
	positioned
	Name       string `json:"name"`
	Agents     int    `json:"agents"`
	Roles      []int  `json:"roles,omitempty"`
	KeepOthers bool   `json:"keepOthers,omitempty"`
}

type slot struct {
	positioned
	Name    string `json:"name"`
	Reserve int    `json:"reserve"`
}
