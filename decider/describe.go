package decider

import (
	"fmt"
	"slices"
	"sync"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Description is a tree as plain data, for pictures, tools and recordings: what was declared and where it lies in an
// agent's memory, with functions told by name. It is complete enough to make a tree of the same layout from, whose
// functions do nothing. Its lists are never nil.
//
// As JSON, names are in lowerCamel, 64-bit flags and hashes are text ("0x1f"), so that any reader gets them whole,
// and policies, flags and the like go by their names.
type Description struct {
	Name        string               `json:"name"`        // of the root
	Fingerprint uint64               `json:"fingerprint"` // a hash of all of this but which functions they are
	Layout      uint64               `json:"layout"`      // a hash of where everything lies in an agent's memory
	Size        int                  `json:"size"`        // bytes of an agent's memory
	Deciders    []DeciderDescription `json:"deciders"`    // each declared decider once, the root first, in the order of the declaration
	Places      []PlaceDescription   `json:"places"`      // every position, by its number (Event.Place, State.Place)
	Order       []int                `json:"order"`       // the places in the order of the declaration, a group before its children
	Keys        []KeyDescription     `json:"keys"`        // each blackboard key once
	Values      []ValueDescription   `json:"values"`      // the blackboard values of an agent
	Slots       []SlotDescription    `json:"slots"`       // by index
	Gates       []GateDescription    `json:"gates"`       // each once
	Squads      []SquadDescription   `json:"squads"`      // each once
}

// DeciderDescription is a Decider with its functions and pointers told.
type DeciderDescription struct {
	Name          string               `json:"name"`
	Flags         Flags                `json:"flags"`
	DecisionFlags Check                `json:"decisionFlags"`
	StimuliFlags  stimuli.Check        `json:"stimuliFlags"`
	Role          world.Role           `json:"role"`
	Cooldown      float64              `json:"cooldown"`
	Every         float64              `json:"every"`
	Decide        *FunctionDescription `json:"decide"` // also a DBlock's; nil for none
	Weight        float64              `json:"weight"`
	Squad         int                  `json:"squad"` // index into Squads; -1 for none
	SquadKey      *FunctionDescription `json:"squadKey"`
	Gate          int                  `json:"gate"` // index into Gates; -1 for none
	GateKey       *FunctionDescription `json:"gateKey"`
	Behavior      *BehaviorDescription `json:"behavior"` // also a DBlock's; nil for none
	BehaviorFlags behavior.Flags       `json:"behaviorFlags"`
	DBlock        *TypeDescription     `json:"dblock"` // the D of its DBlock; nil for none
	Policy        Policy               `json:"policy"`
	Children      []int                `json:"children"` // indices into Deciders
	Margin        float64              `json:"margin"`
	SucceedAt     int                  `json:"succeedAt"`
	FailAt        int                  `json:"failAt"`
	Jump          string               `json:"jump"` // the target's name
	Slot          int                  `json:"slot"` // index into Slots; -1 for none
	Modifiers     Modifiers            `json:"modifiers"`
	Keys          []int                `json:"keys"` // indices into Description.Keys
}

// Kind is what it has under it.
func (d *DeciderDescription) Kind() Kind {
	switch {
	case len(d.Children) > 0:
		return GroupDecider
	case d.Jump != "":
		return ReferenceDecider
	case d.Slot >= 0:
		return SlotDecider
	}
	return BehaviorDecider
}

// BehaviorDescription is a behavior: which functions it has, nil for those that were left out, and its block.
type BehaviorDescription struct {
	Name         string               `json:"name"`
	Activate     *FunctionDescription `json:"activate"` // of a deferred one its Launch
	Tick         *FunctionDescription `json:"tick"`     // of a deferred one its Done
	Deactivate   *FunctionDescription `json:"deactivate"`
	Leave        *FunctionDescription `json:"leave"`
	Reset        *FunctionDescription `json:"reset"`
	LeaveTimeout float64              `json:"leaveTimeout"` // seconds
	Period       float64              `json:"period"`       // seconds
	Block        *TypeDescription     `json:"block"`        // nil for a Behavior, which has none
	Deferred     bool                 `json:"deferred"`     // it is a behavior.Deferred: the engine begins, ticks and ends it, whatever functions it has
	System       string               `json:"system"`       // the name of a deferred one's system
}

// PlaceDescription is a decider's position in the tree: a shared one has several.
type PlaceDescription struct {
	Place     int    `json:"place"`    // its number: the children of a group have successive ones
	Parent    int    `json:"parent"`   // place of its group; -1 for the root
	Decider   int    `json:"decider"`  // index into Deciders
	Depth     int    `json:"depth"`    // 0 for the root
	Index     int    `json:"index"`    // within its group, 0 for the root
	Children  []int  `json:"children"` // places
	Path      string `json:"path"`     // names from the root: "ROOT > GUARD_NEST > PATROL"
	BlockAt   int    `json:"blockAt"`  // where its behavior's block lies in the agent's bytes; -1 for none, or one with pointers
	BlockSize int    `json:"blockSize"`
}

// KeyDescription is a blackboard key.
type KeyDescription struct {
	Name  string          `json:"name"`
	Scope KeyScope        `json:"scope"`
	Type  TypeDescription `json:"type"`
}

// ValueDescription is one blackboard value of an agent.
type ValueDescription struct {
	Key   int `json:"key"`   // index into Keys
	Place int `json:"place"` // whose it is; the root's for scopes Agent and Tree
	At    int `json:"at"`    // where it lies in the agent's bytes; -1 for one of no size or with pointers
}

// SlotDescription is a Slot.
type SlotDescription struct {
	Name    string `json:"name"`
	Reserve int    `json:"reserve"` // bytes
}

// GateDescription is a world.Gate.
type GateDescription struct {
	Name          string  `json:"name"`
	Max           int     `json:"max"`
	Cooldown      float64 `json:"cooldown"`      // seconds
	AgentCooldown float64 `json:"agentCooldown"` // seconds
}

// SquadDescription is a world.Squad.
type SquadDescription struct {
	Name       string `json:"name"`
	Agents     int    `json:"agents"`
	Roles      []int  `json:"roles"` // as many as Agents, or none
	KeepOthers bool   `json:"keepOthers"`
}

// told is what a tree keeps for telling what it is.
type told[A any] struct {
	deciders []Decider[A] // copies, each once, in the order of the declaration, without Children
	of       []int32      // index into deciders by place
	print    func() uint64
}

// remember keeps what Describe needs, as it is now: what becomes of the declaration afterwards does not matter.
func (c *compiler[A]) remember() {
	t := c.tree
	t.told.of = make([]int32, len(t.nodes))
	index := make(map[*Decider[A]]int32, len(t.nodes))
	for _, p := range t.order {
		d := c.decided[p]
		i, known := index[d]
		if !known {
			i = int32(len(t.told.deciders))
			index[d] = i
			kept := *d
			kept.Children, kept.Keys = nil, slices.Clone(d.Keys)
			t.told.deciders = append(t.told.deciders, kept)
		}
		t.told.of[p] = i
	}
	t.told.print = sync.OnceValue(func() uint64 { return t.Describe().Fingerprint })
}

// fingerprint is the one of the tree's Description, worked out once.
func (t *Tree[A]) fingerprint() uint64 { return t.told.print() }

// Describe tells the tree as plain data, for pictures, tools and recordings. It makes a new Description each time;
// a nil tree has none.
func (t *Tree[A]) Describe() *Description {
	if t == nil {
		return nil
	}
	d := &Description{
		Name: t.infos[0].label.Name, Size: int(t.layout.size), Layout: t.shape().layout(),
		Deciders: make([]DeciderDescription, len(t.told.deciders)), Places: make([]PlaceDescription, len(t.nodes)),
		Order: make([]int, len(t.order)), Keys: make([]KeyDescription, len(t.board.keys)),
		Values: make([]ValueDescription, len(t.board.values)), Slots: make([]SlotDescription, len(t.slots)),
		Gates: []GateDescription{}, Squads: []SquadDescription{},
	}
	for rank, p := range t.order {
		d.Order[rank] = int(p)
		t.describePlace(d, p) // after its group
		if i := t.told.of[p]; d.Deciders[i].Name == "" {
			t.describeDecider(d, p, i)
		}
	}
	for i := range t.board.keys {
		k := &t.board.keys[i]
		d.Keys[i] = KeyDescription{Name: k.Name, Scope: KeyScope(k.Scope), Type: describeType(&k.Block)}
	}
	for i := range t.board.values {
		v := &t.board.values[i]
		at := -1
		if !v.boxed && t.board.keys[v.key].Block.Size > 0 {
			at = int(v.at)
		}
		d.Values[i] = ValueDescription{Key: int(v.key), Place: int(v.place), At: at}
	}
	for i, s := range t.slots {
		d.Slots[i] = SlotDescription{Name: s.Name, Reserve: s.Reserve}
	}
	d.Fingerprint = d.fingerprint()
	return d
}

func (t *Tree[A]) describePlace(d *Description, p place) {
	n, in := &t.nodes[p], &t.infos[p]
	q := PlaceDescription{Place: int(p), Parent: -1, Decider: int(t.told.of[p]), Depth: in.depth, Index: t.index(p),
		Children: make([]int, 0, int(n.last-n.first)), Path: in.label.Name, BlockAt: -1, BlockSize: int(in.calls.Block.Size)}
	if n.parent != nowhere {
		q.Parent = int(n.parent)
		q.Path = d.Places[n.parent].Path + pathArrow + q.Path
	}
	for c := n.first; c < n.last; c++ {
		q.Children = append(q.Children, int(c))
	}
	if n.marks&boxed == 0 && q.BlockSize > 0 {
		q.BlockAt = int(n.block)
	}
	d.Places[p] = q
}

// pathArrow stands between the names of a path.
const pathArrow = " > "

// describeDecider tells decider i, whose first place is p.
func (t *Tree[A]) describeDecider(d *Description, p place, i int32) {
	from, n, in := &t.told.deciders[i], &t.nodes[p], &t.infos[p]
	of := DeciderDescription{
		Name: from.Name, Flags: from.Flags, DecisionFlags: from.DecisionFlags, StimuliFlags: from.StimuliFlags, Role: from.Role,
		Cooldown: from.Cooldown, Every: from.Every, Decide: describeFunction(from.Decide), Weight: from.Weight,
		Squad: -1, SquadKey: describeFunction(from.SquadKey), Gate: -1, GateKey: describeFunction(from.GateKey),
		BehaviorFlags: from.BehaviorFlags, Policy: from.Policy, Children: make([]int, 0, int(n.last-n.first)), Margin: from.Margin,
		SucceedAt: from.SucceedAt, FailAt: from.FailAt, Jump: from.Jump, Slot: in.slot, Modifiers: from.Modifiers,
		Keys: make([]int, 0, len(from.Keys)),
	}
	for c := n.first; c < n.last; c++ {
		of.Children = append(of.Children, int(t.told.of[c]))
	}
	for _, k := range from.Keys {
		id := k.Declared(key).ID
		of.Keys = append(of.Keys, slices.IndexFunc(t.board.keys, func(k engine.KeyDeclaration) bool { return k.ID == id }))
	}
	if g := from.Gate; g != nil {
		told := GateDescription{Name: g.Name, Max: g.Max, Cooldown: g.Cooldown, AgentCooldown: g.AgentCooldown}
		of.Gate = slices.Index(d.Gates, told) // names are unique in a tree
		if of.Gate < 0 {
			of.Gate = len(d.Gates)
			d.Gates = append(d.Gates, told)
		}
	}
	if s := from.Squad; s != nil {
		of.Squad = slices.IndexFunc(d.Squads, func(other SquadDescription) bool { return other.Name == s.Name })
		if of.Squad < 0 {
			of.Squad = len(d.Squads)
			told := SquadDescription{Name: s.Name, Agents: s.Agents, Roles: make([]int, len(s.Roles)), KeepOthers: s.KeepOthers}
			for i, role := range s.Roles {
				told.Roles[i] = int(role)
			}
			d.Squads = append(d.Squads, told)
		}
	}
	switch {
	case from.DBlock != nil:
		dblock := describeType(&in.dblock)
		of.DBlock = &dblock
		of.Decide = describeField(from.DBlock, "Decide")
		of.Behavior = describeBehavior(fieldOf(from.DBlock, "Behavior"), &in.calls)
	case from.Behavior != nil:
		of.Behavior = describeBehavior(from.Behavior, &in.calls)
	}
	d.Deciders[i] = of
}

// layout is a hash of where everything lies, whatever the types are called.
func (s *shape) layout() uint64 {
	bare := *s
	bare.places = slices.Clone(s.places)
	bare.values = slices.Clone(s.values)
	for i := range bare.places {
		p := &bare.places[i]
		p.block, p.handed = p.block.bare(), p.handed.bare()
	}
	for i := range bare.values {
		bare.values[i].of = bare.values[i].of.bare()
	}
	return bare.fingerprint()
}

// bare is a type without its name and form: how many bytes it takes, and where.
func (t shapeType) bare() shapeType {
	if t.name == "" {
		return t
	}
	return shapeType{name: fmt.Sprint(t.size, t.boxed)}
}
