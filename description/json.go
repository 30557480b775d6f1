package description

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/stimuli"
)

// This file encodes a Tree as JSON where the tags of its fields do not suffice: a shadow struct embeds the real one
// and overrides fields by their JSON names.

// hex is a 64-bit number as text, "0x1f": JavaScript's numbers would lose the last bits.
type hex uint64

// MarshalText writes it.
func (h hex) MarshalText() ([]byte, error) {
	return strconv.AppendUint([]byte("0x"), uint64(h), 16), nil
}

// UnmarshalText reads it.
func (h *hex) UnmarshalText(text []byte) error {
	x, err := strconv.ParseUint(string(text), 0, 64)
	*h = hex(x)
	return err
}

// byName is a small enumeration that is encoded by its name.
type byName[T interface {
	~uint8
	fmt.Stringer
}] struct{ it T }

// MarshalText writes the name.
func (n byName[T]) MarshalText() ([]byte, error) { return []byte(n.it.String()), nil }

// UnmarshalText finds the value of a name.
func (n *byName[T]) UnmarshalText(text []byte) error {
	for i := range 256 {
		if n.it = T(i); n.it.String() == string(text) {
			return nil
		}
	}
	return fmt.Errorf("%w: there is no %T %q", Err, n.it, text)
}

type checkJSON struct {
	All    hex `json:"all"`
	Any    hex `json:"any"`
	None   hex `json:"none"`
	NotAll hex `json:"notAll,omitempty"` // omitted, so that trees without it keep their fingerprints
}

type modifiersJSON struct {
	Repeat  int                         `json:"repeat"`
	Until   byName[declaration.Until]   `json:"until"`
	Timeout float64                     `json:"timeout"`
	Outcome byName[declaration.Outcome] `json:"outcome"`
	Limit   int                         `json:"limit"`
}

type plainDescription Tree

type descriptionJSON struct {
	*plainDescription
	Fingerprint hex `json:"fingerprint"`
	Layout      hex `json:"layout"`
}

// MarshalJSON encodes the tree; see [Tree] for the form.
func (d *Tree) MarshalJSON() ([]byte, error) {
	return json.Marshal(descriptionJSON{(*plainDescription)(d), hex(d.Fingerprint), hex(d.Layout)})
}

// UnmarshalJSON decodes the output of MarshalJSON. Validate data from elsewhere with [Tree.Validate].
func (d *Tree) UnmarshalJSON(data []byte) error {
	of := descriptionJSON{plainDescription: (*plainDescription)(d)}
	err := json.Unmarshal(data, &of)
	d.Fingerprint, d.Layout = uint64(of.Fingerprint), uint64(of.Layout)
	return err
}

type plainDecider Decider

type deciderJSON struct {
	*plainDecider
	Kind          byName[declaration.Kind]    `json:"kind"` // follows from the rest
	Flags         byName[declaration.Options] `json:"options"`
	DecisionFlags checkJSON                   `json:"decisionFlags"`
	StimuliFlags  checkJSON                   `json:"stimuliFlags"`
	BehaviorFlags hex                         `json:"behaviorFlags"`
	Policy        byName[declaration.Policy]  `json:"policy"`
	Modifiers     modifiersJSON               `json:"modifiers"`
}

// MarshalJSON encodes the decider with its kind.
func (d Decider) MarshalJSON() ([]byte, error) {
	f, s, m := d.DecisionFlags, d.StimuliFlags, d.Modifiers
	return json.Marshal(deciderJSON{
		(*plainDecider)(&d), byName[declaration.Kind]{d.Kind()}, byName[declaration.Options]{d.Options},
		checkJSON{hex(f.All), hex(f.Any), hex(f.None), hex(f.NotAll)}, checkJSON{hex(s.All), hex(s.Any), hex(s.None), hex(s.NotAll)}, hex(d.BehaviorFlags),
		byName[declaration.Policy]{d.Policy}, modifiersJSON{m.Repeat, byName[declaration.Until]{m.Until}, m.Timeout, byName[declaration.Outcome]{m.Outcome}, m.Limit},
	})
}

// UnmarshalJSON decodes the output of MarshalJSON.
func (d *Decider) UnmarshalJSON(data []byte) error {
	of := deciderJSON{plainDecider: (*plainDecider)(d)}
	err := json.Unmarshal(data, &of)
	f, s, m := of.DecisionFlags, of.StimuliFlags, of.Modifiers
	d.Options, d.Policy, d.BehaviorFlags = of.Flags.it, of.Policy.it, behavior.BehaviorFlags(of.BehaviorFlags)
	d.DecisionFlags = declaration.Check{All: declaration.DecisionFlags(f.All), Any: declaration.DecisionFlags(f.Any), None: declaration.DecisionFlags(f.None), NotAll: declaration.DecisionFlags(f.NotAll)}
	d.StimuliFlags = stimuli.Check{All: stimuli.StimuliFlags(s.All), Any: stimuli.StimuliFlags(s.Any), None: stimuli.StimuliFlags(s.None), NotAll: stimuli.StimuliFlags(s.NotAll)}
	d.Modifiers = declaration.Modifiers{Repeat: m.Repeat, Until: m.Until.it, Timeout: m.Timeout, Outcome: m.Outcome.it, Limit: m.Limit}
	return err
}

type plainKey Key

type keyJSON struct {
	*plainKey
	Scope byName[declaration.KeyScope] `json:"scope"`
}

// MarshalJSON encodes the key.
func (k Key) MarshalJSON() ([]byte, error) {
	return json.Marshal(keyJSON{(*plainKey)(&k), byName[declaration.KeyScope]{k.Scope}})
}

// UnmarshalJSON decodes the output of MarshalJSON.
func (k *Key) UnmarshalJSON(data []byte) error {
	of := keyJSON{plainKey: (*plainKey)(k)}
	err := json.Unmarshal(data, &of)
	k.Scope = of.Scope.it
	return err
}

type plainType Type

type typeJSON struct {
	*plainType
	Form hex `json:"form"`
}

// MarshalJSON encodes the type.
func (t Type) MarshalJSON() ([]byte, error) {
	return json.Marshal(typeJSON{(*plainType)(&t), hex(t.Form)})
}

// UnmarshalJSON decodes the output of MarshalJSON.
func (t *Type) UnmarshalJSON(data []byte) error {
	of := typeJSON{plainType: (*plainType)(t)}
	err := json.Unmarshal(data, &of)
	t.Form = uint64(of.Form)
	return err
}

// Sum computes the fingerprint: a hash of everything except the Fingerprint, the names and positions of functions and the
// values of parameters. Only whether there is a function counts, and a parameter's type.
func (d *Tree) Sum() uint64 {
	bare := *d
	bare.Fingerprint = 0
	bare.Deciders = slices.Clone(d.Deciders)
	for i := range bare.Deciders {
		of := &bare.Deciders[i]
		of.Decide, of.SquadKey, of.CanPlay, of.GateKey = of.Decide.bare(), of.SquadKey.bare(), of.CanPlay.bare(), of.GateKey.bare()
		if of.Behavior != nil {
			b := *of.Behavior
			b.Activate, b.Tick, b.Deactivate, b.Leave, b.Reset = b.Activate.bare(), b.Tick.bare(), b.Deactivate.bare(), b.Leave.bare(), b.Reset.bare()
			if b.Given != nil {
				b.Given = &Given{Type: b.Given.Type}
			}
			of.Behavior = &b
		}
	}
	h := fnv.New64a()
	_ = json.NewEncoder(h).Encode(&bare) // fails only if a number is not finite, which a valid tree excludes
	return h.Sum64()
}

func (f *Function) bare() *Function {
	if f == nil {
		return nil
	}
	return &Function{}
}
