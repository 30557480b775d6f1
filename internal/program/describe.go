package program

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
	"sync"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/stimuli"
)

// declared is what descriptions need of the declaration beside the tree's tables.
type declared struct {
	of          []Place                  // by place: index of its decider, each counted once, in the order of the declaration
	sources     []any                    // by decider: its declaration, for the names of its functions
	copied      map[Place][]any          // by decider: the declarations that a Copy is made of
	checks      map[Place]declaredChecks // by decider, where Ask does not tell them as they were declared
	keys        map[Place][]uint32       // by decider: IDs of its Keys
	Fingerprint func() uint64
}

type declaredChecks struct {
	flags declaration.Check
	stim  stimuli.Check
}

// declare notes what Describe needs. The names of functions are read from the declaration when they are asked for; all else
// stays as it is now, whatever becomes of the declaration.
func (c *compiler) declare() {
	t := c.tree
	k := &t.Declared
	k.of, k.copied, k.checks, k.keys = make([]Place, len(t.Spots)), map[Place][]any{}, map[Place]declaredChecks{}, map[Place][]uint32{}
	index := make(map[*plain.Decider]Place, len(t.Spots))
	for _, p := range t.Order {
		d := c.decided[p]
		i, known := index[d]
		if !known {
			i = Place(len(k.sources))
			index[d] = i
			c.declareDecider(i, d)
		}
		k.of[p] = i
	}
	k.sources = slices.Clip(k.sources)
	k.Fingerprint = sync.OnceValue(func() uint64 { return t.Describe().Fingerprint })
}

// declareDecider notes what Describe needs of decider i.
func (c *compiler) declareDecider(i Place, d *plain.Decider) {
	k := &c.tree.Declared
	var source any
	if len(d.Sources) > 0 {
		source = d.Sources[0]
	}
	k.sources = append(k.sources, source)
	if len(d.Sources) > 1 {
		k.copied[i] = d.Sources
	}
	if d.DecisionFlags.NotAll != 0 || d.StimuliFlags.NotAll != 0 {
		k.checks[i] = declaredChecks{d.DecisionFlags, d.StimuliFlags}
	}
	for _, key := range d.Keys {
		k.keys[i] = append(k.keys[i], key.ID)
	}
}

// sourcesOf returns the declarations that decider i is made of.
func (k *declared) sourcesOf(i Place) []any {
	if all := k.copied[i]; all != nil {
		return all
	}
	return k.sources[i : i+1]
}

// checksOf returns the checks of decider i, whose first place is p, as they were declared.
func (t *Tree) checksOf(i, p Place) declaredChecks {
	if checks, ok := t.Declared.checks[i]; ok {
		return checks
	}
	a := &t.Asks[p]
	return declaredChecks{
		declaration.Check{All: a.want, Any: a.any, None: a.mask &^ a.want},
		stimuli.Check{All: a.stimWant, Any: a.stimAny, None: a.stimMask &^ a.stimWant},
	}
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
		Deciders: make([]description.Decider, len(t.Declared.sources)), Places: make([]description.Place, len(t.Spots)),
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
	q := description.Place{Place: int(p), Parent: -1, Decider: int(t.Declared.of[p]), Depth: int(t.Facts[p].Depth), Index: t.Index(p),
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
func (t *Tree) describeDecider(d *description.Tree, p, i Place) {
	n, c, g, checks, sources, keys := &t.Spots[p], t.Condition(p), t.Group(p), t.checksOf(i, p), t.Declared.sourcesOf(i), t.Declared.keys[i]
	of := description.Decider{
		Name: t.Facts[p].Label.Name, Options: n.Options, DecisionFlags: checks.flags, StimuliFlags: checks.stim, Role: c.Role,
		Cooldown: c.Cooldown, Every: c.Every, Decide: describeFields(sources, "Decide"),
		Squad: -1, SquadKey: describeFields(sources, "SquadKey"), CanPlay: describeFields(sources, "CanPlay"), Gate: -1, GateKey: describeFields(sources, "GateKey"),
		BehaviorFlags: behavior.BehaviorFlags(t.Codes[p].Flags), Policy: n.Policy, Children: make([]int, 0, int(n.Last-n.First)), Margin: g.Margin,
		SucceedAt: g.SucceedAt, FailAt: g.FailAt, Slot: t.PartsOf(p).Slot, Modifiers: *t.Modifier(p),
		Keys: make([]int, 0, len(keys)),
	}
	if c.Weighted {
		of.Weight = c.Weight
	}
	if c.Jump >= 0 {
		of.Jump = t.Facts[t.Jumps[c.Jump].To].Label.Name
	}
	for q := n.First; q < n.Last; q++ {
		of.Children = append(of.Children, int(t.Declared.of[q]))
	}
	for _, id := range keys {
		of.Keys = append(of.Keys, slices.IndexFunc(t.Board.Keys, func(other usercode.Key) bool { return other.ID == id }))
	}
	if c.Gate >= 0 {
		g := t.Gates[c.Gate].Gate
		told := description.Gate{Name: g.Name, Max: g.Max, Cooldown: g.Cooldown, AgentCooldown: g.AgentCooldown}
		of.Gate = slices.Index(d.Gates, told) // names are unique in a tree
		if of.Gate < 0 {
			of.Gate = len(d.Gates)
			d.Gates = append(d.Gates, told)
		}
	}
	if c.Squad >= 0 {
		s := t.Squads[c.Squad].Squad
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
	if b := t.Dblock(p); b != nil {
		dblock := describeType(&b.Block)
		of.DBlock = &dblock
		declared := fieldIn(sources, "DBlock")
		of.Decide = describeFields(append(slices.Clip(sources), declared), "Decide")
		of.Behavior = t.describeBehavior(fieldOf(declared, "Behavior"), p)
	} else if n.Marks&Acting != 0 {
		of.Behavior = t.describeBehavior(fieldIn(sources, "Behavior"), p)
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
		n, o := &t.Spots[p], t.PartsOf(Place(p))
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
