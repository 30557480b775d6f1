package program

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
	"sync"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/usercode"
)

// declarationCopy is what a tree keeps of its declaration for descriptions.
type declarationCopy struct {
	deciders    []plain.Decider // each decider once, in the order of the declaration, without Children
	of          []int32         // by place: index into deciders
	Fingerprint func() uint64
}

// copyDeclaration copies what Describe needs, so that later changes to the declaration have no effect.
func (c *compiler) copyDeclaration() {
	t := c.tree
	t.Declared.of = make([]int32, len(t.Spots))
	index := make(map[*plain.Decider]int32, len(t.Spots))
	for _, p := range t.Order {
		d := c.decided[p]
		i, known := index[d]
		if !known {
			i = int32(len(t.Declared.deciders))
			index[d] = i
			kept := *d
			kept.Children, kept.Copy, kept.Keys = nil, nil, slices.Clone(d.Keys)
			t.Declared.deciders = append(t.Declared.deciders, kept)
		}
		t.Declared.of[p] = i
	}
	t.Declared.Fingerprint = sync.OnceValue(func() uint64 { return t.Describe().Fingerprint })
}

// Fingerprint returns the fingerprint of the tree's Description, computed once.
func (t *Tree) Fingerprint() uint64 { return t.Declared.Fingerprint() }

// Describe is Tree.Describe.
func (t *Tree) Describe() *description.Tree {
	if t == nil {
		return nil
	}
	d := &description.Tree{
		Name: t.Facts[0].Label.Name, Size: int(t.Size), Layout: t.LayoutHash(),
		Deciders: make([]description.Decider, len(t.Declared.deciders)), Places: make([]description.Place, len(t.Spots)),
		Order: make([]int, len(t.Order)), Keys: make([]description.Key, len(t.Board.Keys)),
		Values: make([]description.Value, len(t.Board.Values)), Slots: make([]description.Slot, len(t.Slots)),
		Gates: []description.Gate{}, Squads: []description.Squad{},
	}
	for rank, p := range t.Order {
		d.Order[rank] = int(p)
		t.describePlace(d, p) // groups come before their children
		if i := t.Declared.of[p]; d.Deciders[i].Name == "" {
			t.describeDecider(d, p, i)
		}
	}
	for i := range t.Board.Keys {
		k := &t.Board.Keys[i]
		d.Keys[i] = description.Key{Name: k.Name, Scope: declaration.KeyScope(k.Scope), Type: describeType(&k.Block)}
	}
	for i := range t.Board.Values {
		v := &t.Board.Values[i]
		at := -1
		if !v.Boxed && t.Board.Keys[v.Key].Block.Size > 0 {
			at = int(v.At)
		}
		d.Values[i] = description.Value{Key: int(v.Key), Place: int(v.Place), At: at}
	}
	for i, s := range t.Slots {
		d.Slots[i] = description.Slot{Name: s.Name, Reserve: s.Reserve}
	}
	d.Fingerprint = d.Sum()
	return d
}

// describePlace describes place p, whose group is described already.
func (t *Tree) describePlace(d *description.Tree, p Place) {
	n := &t.Spots[p]
	q := description.Place{Place: int(p), Parent: -1, Decider: int(t.Declared.of[p]), Depth: t.Facts[p].Depth, Index: t.Index(p),
		Children: make([]int, 0, int(n.Last-n.First)), Path: t.Facts[p].Label.Name, BlockAt: -1, BlockSize: int(t.Act(p).Block.Size)}
	if n.Parent != Nowhere {
		q.Parent = int(n.Parent)
		q.Path = d.Places[n.Parent].Path + description.Arrow + q.Path
	}
	for c := n.First; c < n.Last; c++ {
		q.Children = append(q.Children, int(c))
	}
	if n.Marks&Boxed == 0 && q.BlockSize > 0 {
		q.BlockAt = int(n.Block)
	}
	d.Places[p] = q
}

// describeDecider describes decider i, whose first place is p.
func (t *Tree) describeDecider(d *description.Tree, p Place, i int32) {
	from, n := &t.Declared.deciders[i], &t.Spots[p]
	of := description.Decider{
		Name: from.Name, Options: from.Options, DecisionFlags: from.DecisionFlags, StimuliFlags: from.StimuliFlags, Role: from.Role,
		Cooldown: from.Cooldown, Every: from.Every, Decide: describeFields(from.Sources, "Decide"), Weight: from.Weight,
		Squad: -1, SquadKey: describeFields(from.Sources, "SquadKey"), Gate: -1, GateKey: describeFields(from.Sources, "GateKey"),
		BehaviorFlags: from.BehaviorFlags, Policy: from.Policy, Children: make([]int, 0, int(n.Last-n.First)), Margin: from.Margin,
		SucceedAt: from.SucceedAt, FailAt: from.FailAt, Jump: from.Jump, Slot: t.Parts[p].Slot, Modifiers: from.Modifiers,
		Keys: make([]int, 0, len(from.Keys)),
	}
	for c := n.First; c < n.Last; c++ {
		of.Children = append(of.Children, int(t.Declared.of[c]))
	}
	for _, k := range from.Keys {
		of.Keys = append(of.Keys, slices.IndexFunc(t.Board.Keys, func(other usercode.Key) bool { return other.ID == k.ID }))
	}
	if g := from.Gate; g != nil {
		told := description.Gate{Name: g.Name, Max: g.Max, Cooldown: g.Cooldown, AgentCooldown: g.AgentCooldown}
		of.Gate = slices.Index(d.Gates, told) // names are unique in a tree
		if of.Gate < 0 {
			of.Gate = len(d.Gates)
			d.Gates = append(d.Gates, told)
		}
	}
	if s := from.Squad; s != nil {
		of.Squad = slices.IndexFunc(d.Squads, func(other description.Squad) bool { return other.Name == s.Name })
		if of.Squad < 0 {
			of.Squad = len(d.Squads)
			told := description.Squad{Name: s.Name, Agents: s.Agents, Roles: make([]int, len(s.Roles)), KeepOthers: s.KeepOthers}
			for i, role := range s.Roles {
				told.Roles[i] = int(role)
			}
			d.Squads = append(d.Squads, told)
		}
	}
	switch {
	case from.DBlock != nil:
		dblock := describeType(&t.Dblock(p).Block)
		of.DBlock = &dblock
		declared := fieldIn(from.Sources, "DBlock")
		of.Decide = describeFields(append(slices.Clip(from.Sources), declared), "Decide")
		of.Behavior = describeBehavior(fieldOf(declared, "Behavior"), t.Act(p))
	case from.Behavior != nil:
		of.Behavior = describeBehavior(fieldIn(from.Sources, "Behavior"), t.Act(p))
	}
	d.Deciders[i] = of
}

// LayoutHash returns a hash of the tree's layout, without the names of types.
func (t *Tree) LayoutHash() uint64 {
	h := fnv.New64a()
	add := func(numbers ...int) {
		for _, n := range numbers {
			_ = binary.Write(h, binary.LittleEndian, int64(n)) // writing to a hash does not fail
		}
	}
	add(int(t.Size), int(t.Kept), t.Choices, int(t.Monitors), t.MonitorCount, len(t.Jumps))
	for p := range t.Spots {
		n, o := &t.Spots[p], &t.Parts[p]
		add(int(n.Frame), int(n.Block), int(n.Cooldown), int(n.Marks), int(n.First), int(n.Last), int(n.Parent), int(n.Policy))
		add(int(o.Every), int(o.Count), int(o.Bag), int(o.Repeat), int(o.LeaveDue), int(o.Ticked), int(o.Pending), int(o.Kept), int(o.Pass),
			int(o.Member), o.Chosen, o.Monitor, o.Slot)
	}
	for i := range t.Board.Values {
		add(int(t.Board.Values[i].At), int(t.Board.Values[i].Place))
	}
	for _, r := range t.Bounds.Reserves {
		add(int(r.Offset), int(r.Bytes))
	}
	return h.Sum64()
}
