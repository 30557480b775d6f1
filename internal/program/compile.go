package program

import (
	"cmp"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/plain"
	"github.com/decidertree/decidertree/internal/usercode"
)

// compiler turns a valid declaration into a tree: it numbers the places, lays out the agents' memory and merges flag checks.
// It runs once per tree and is written for clarity, not for speed.
type compiler struct {
	tree     *Tree
	decided  []*plain.Decider          // by place
	timers   map[*plain.Decider]timer  // shared by all places of a decider
	counts   map[*plain.Decider]uint32 // offsets of Limit counts, shared likewise
	consults [2][]int                  // by place: results of consulted plus 1; 0 for none yet
	asked    [64]int                   // by flag: how many children of the group being merged ask for it
	shutters []Before                  // by place: a test that rejects it
	befores  []Before                  // by place: a merged test of the candidates before it
	lines    map[Place]line            // by group
	acts     map[*usercode.Behavior]Place
	labels   map[string]Place

	heldDblocks, heldChoices int // that Jumps carry
}

// timer holds the offsets of a decider's due times, and the index of its Every's bit.
type timer struct {
	every, cooldown, bit uint32
}

// compile compiles a valid declaration.
func compile(root *plain.Decider) *Tree {
	t := &Tree{
		Leaps: map[Place][]int{}, Landings: map[Place][]int{}, Watches: map[Place][]Watch{},
		notAlls: []notAll{{}}, labels: []event.Label{{}}, Acts: []*usercode.Behavior{{}},
	}
	c := &compiler{
		tree: t, timers: map[*plain.Decider]timer{}, counts: map[*plain.Decider]uint32{},
		acts: map[*usercode.Behavior]Place{}, labels: map[string]Place{},
	}
	c.add(root, Nowhere, 0)
	c.number(0)
	c.orderPlaces(0)
	c.resolve()
	c.markLeaves()
	c.keep()
	t.Size = c.lay(0, t.Size)
	c.bound()
	t.TickBits = tickBitsOf(t)
	t.Entries = 2*len(t.Spots) + 16 // only Jumps that lead to each other come near it, since masks bound other ticks
	c.merge()
	c.shorten()
	c.declare()
	c.shrink()
	return t
}

// add appends a place to all tables.
func (c *compiler) add(d *plain.Decider, parent, depth Place) {
	t := c.tree
	p := Place(len(t.Spots))
	s := Spot{Parent: parent, Policy: d.Policy, Options: d.Options, Marks: marksOf(d)}
	f := facts{Label: event.LabelOf(d.Name), Depth: depth}
	n := condition{
		Weight: cmp.Or(d.Weight, 1), Weighted: d.Weight != 0, Every: d.Every, Cooldown: d.Cooldown, Limit: uint32(max(d.Modifiers.Limit, 0)),
		Role: d.Role, Checks: checksOf(d), Dblock: -1, Jump: -1, Gate: -1, Squad: -1, Within: Nowhere,
	}
	o := Parts{Chosen: -1, Monitor: -1, Slot: -1}
	var b *usercode.Behavior
	switch {
	case d.DBlock != nil:
		b = &d.DBlock.Behavior
		n.Dblock = len(t.Dblocks)
		t.Dblocks = append(t.Dblocks, dblock{Place: p, Decide: d.DBlock.Decide, Block: d.DBlock.DBlock})
	case d.Behavior != nil:
		b = d.Behavior
		if b.Open != nil {
			t.systems = append(t.systems, b.Open)
		}
	}
	var k Code
	if b != nil {
		f.act, f.behavior = c.actOf(b), c.labelOf(b.Name)
		k = codeOf(b)
		s.Marks |= actMarks(b)
	}
	k.Flags = uint64(d.BehaviorFlags)
	if parent != Nowhere {
		n.Within = t.Condition(parent).Within
	}
	if d.Squad != nil {
		n.Within = p
	}
	if d.IsGroup() && d.Policy.DecidesFirst() && (d.Decide != nil || d.DBlock != nil || d.Options&declaration.DelegateDecide != 0) {
		o.Chosen = t.Choices
		t.Choices++
	}
	t.Spots = append(t.Spots, s)
	t.AddParts(o)
	t.Codes = append(t.Codes, k)
	t.Asks = append(t.Asks, c.askOf(d, s.Marks))
	t.refs = append(t.refs, refs{p, p, p}) // until shrink
	t.conditions = append(t.conditions, n)
	t.groups = append(t.groups, group{Margin: d.Margin, SucceedAt: d.SucceedAt, FailAt: d.FailAt})
	t.modifiers = append(t.modifiers, d.Modifiers)
	t.Facts = append(t.Facts, f)
	c.decided = append(c.decided, d)
}

// actOf returns the index of a behavior in Acts: 0 if its Code is all there is to it. The places of a decider share it.
func (c *compiler) actOf(b *usercode.Behavior) Place {
	if b.Block.Type == nil && b.Leave == nil && b.LeaveTimeout == 0 && b.ActivateTaking == nil && b.Period == 0 && !b.Stock && b.Idle == nil &&
		b.Waits == nil && b.Rejoin == nil && b.Given == nil {
		return 0
	}
	i, known := c.acts[b]
	if !known {
		i = Place(len(c.tree.Acts))
		c.acts[b] = i
		c.tree.Acts = append(c.tree.Acts, b)
	}
	return i
}

// labelOf returns the index of a behavior's name in labels.
func (c *compiler) labelOf(name string) Place {
	i, known := c.labels[name]
	if !known {
		i = Place(len(c.tree.labels))
		c.labels[name] = i
		c.tree.labels = append(c.tree.labels, event.LabelOf(name))
	}
	return i
}

// codeOf returns the functions of a behavior that visiting calls.
func codeOf(b *usercode.Behavior) Code {
	k := Code{
		Tick: b.Tick, Activate: b.Activate, Deactivate: b.Deactivate,
		TickBlock: b.TickBlock, ActivateBlock: b.ActivateBlock, DeactivateBlock: b.DeactivateBlock,
	}
	if b.Block.New != nil {
		k.Clear = b.Block.Clear
	}
	return k
}

// actMarks returns the marks that follow from a behavior.
func actMarks(b *usercode.Behavior) Marks {
	m := Acting
	if b.Period > 0 || b.Idle != nil {
		m |= Patient
	}
	if b.Block.Pointers {
		m |= Boxed
	}
	if b.Leave != nil || b.LeaveBlock != nil {
		m |= HasLeave
	}
	return m
}

// marksOf returns the marks that follow from a decider's own fields.
func marksOf(d *plain.Decider) (m Marks) {
	for _, has := range []struct {
		it bool
		m  Marks
	}{
		{d.Modifiers.Repeat > 1 || d.Modifiers.Repeat == declaration.Forever, Repeats}, {d.Modifiers.Timeout > 0, Timed},
		{d.Modifiers.Outcome != declaration.AsIs, altered}, {d.Modifiers.Limit > 0, Limited}, {d.Slot != nil, Connected},
		{d.Gate != nil || d.Squad != nil, Shared}, {d.Options&declaration.Barrier != 0, Barrier},
		{d.IsCondition(), Condition}, {d.Options&declaration.Monitor != 0 && d.IsQuery(), Query},
	} {
		if has.it {
			m |= has.m
		}
	}
	return m
}

// checksOf returns the preconditions of a decider.
func checksOf(d *plain.Decider) (all event.Checks) {
	for _, has := range []struct {
		it bool
		v  event.Verdict
	}{
		{!d.DecisionFlags.IsZero(), event.FailedDecisionFlags}, {!d.StimuliFlags.IsZero(), event.FailedStimuliFlags},
		{d.Role != 0, event.FailedRole}, {d.Modifiers.Limit > 0, event.FailedLimit}, {d.Cooldown > 0, event.FailedCooldown},
		{d.Every > 0, event.FailedEvery}, {d.Squad != nil, event.FailedSquad}, {d.Gate != nil, event.FailedGate},
	} {
		if has.it {
			all |= 1 << has.v
		}
	}
	return all
}

// askOf returns the row of a decider in Asks.
func (c *compiler) askOf(d *plain.Decider, m Marks) Ask {
	f, s := d.DecisionFlags, d.StimuliFlags
	none, flags := foldNotAll(f.All, f.None, f.NotAll)
	stimNone, stim := foldNotAll(s.All, s.None, s.NotAll)
	a := Ask{
		mask: f.All | none, want: f.All, any: f.Any, stimMask: s.All | stimNone, stimWant: s.All, stimAny: s.Any,
		Decide: d.Decide, Delegates: d.Options&declaration.DelegateDecide != 0,
	}
	if flags != 0 || stim != 0 {
		a.NotAll = uint32(len(c.tree.notAlls))
		c.tree.notAlls = append(c.tree.notAlls, notAll{flags, stim})
	}
	switch {
	case a.NotAll != 0 || m&(Limited|Connected|Shared) != 0 || d.Role != 0 || d.Cooldown > 0 || d.Every > 0 || d.DBlock != nil || d.Jump != "" || a.Delegates || d.Weight < 0,
		d.BehaviorFlags != 0 && d.Decide != nil:
		a.Kind = AskFull
	case d.Decide == nil:
		a.Kind = AskAccept
	case !d.DecisionFlags.IsZero() || !d.StimuliFlags.IsZero():
		a.Kind = askChecked
	}
	return a
}

// foldNotAll returns a check's None and NotAll as they are tested: a NotAll that comes down to one flag is part of None, and
// one that the rest of the check implies is dropped.
func foldNotAll[F ~uint64](all, none, notAll F) (F, F) {
	open := notAll &^ all // the others are set
	switch {
	case notAll&none != 0:
		return none, 0
	case open&(open-1) == 0:
		return none | open, 0
	}
	return none, open
}

// number gives p's children successive places, then does so for each child's children.
func (c *compiler) number(p Place) {
	t, d := c.tree, c.decided[p]
	first := Place(len(t.Spots))
	for _, child := range d.Children {
		c.add(child, p, t.Facts[p].Depth+1)
	}
	t.Spots[p].First, t.Spots[p].Last = first, first+Place(len(d.Children))
	for i := range d.Children {
		c.number(first + Place(i))
	}
}

// orderPlaces fills Order from p on.
func (c *compiler) orderPlaces(p Place) {
	t := c.tree
	t.Facts[p].rank = Place(len(t.Order))
	t.Order = append(t.Order, p)
	for q := t.Spots[p].First; q < t.Spots[p].Last; q++ {
		c.orderPlaces(q)
	}
	t.Facts[p].end = Place(len(t.Order))
}

// markLeaves marks places that have a Leave below them: places with a Leave of their own, slots, whose trees may have one,
// and the groups above.
func (c *compiler) markLeaves() {
	t := c.tree
	for i := len(t.Spots) - 1; i >= 0; i-- { // children stand behind their group
		s := &t.Spots[i]
		if s.Marks&(HasLeave|Connected) != 0 {
			s.Marks |= LeaveBelow
		}
		if s.Parent != Nowhere {
			t.Spots[s.Parent].Marks |= s.Marks & LeaveBelow
		}
	}
}

// resolve finds the targets of Jumps and the ways to them.
func (c *compiler) resolve() {
	t := c.tree
	at := map[string]Place{}
	for i, d := range c.decided {
		at[d.Name] = Place(i)
	}
	for i, d := range c.decided {
		if d.Jump == "" {
			continue
		}
		j := Jump{From: Place(i), To: at[d.Jump]}
		for j.Common = t.Spots[j.From].Parent; t.Toward(j.Common, j.To) == Nowhere; {
			j.Common = t.Spots[j.Common].Parent
		}
		j.Branch, j.way = t.Toward(j.Common, j.From), t.Toward(j.Common, j.To)
		n := len(t.Jumps)
		t.Condition(Place(i)).Jump = n
		t.Leaps[j.Branch] = append(t.Leaps[j.Branch], n)
		t.Landings[j.way] = append(t.Landings[j.way], n)
		t.Spots[j.way].Marks |= Landed
		t.Spots[j.From].Marks |= Jumping
		t.Spots[j.To].Marks |= Targeted
		t.Asks[j.From].HoldsJump = true
		t.Asks[j.Branch].HoldsJump = true
		t.Asks[j.Branch].Kind = AskFull
		j.Carries = len(t.Carries)
		c.carry(j.To)
		j.CarriesEnd = len(t.Carries)
		t.Jumps = append(t.Jumps, j)
	}
}

// carry lists what asking p may give: to p, and to the places that it may delegate to.
func (c *compiler) carry(p Place) {
	t := c.tree
	if i := t.Condition(p).Dblock; i >= 0 {
		t.Carries = append(t.Carries, Carry{Dblock: true, Own: i, Held: len(t.Dblocks) + c.heldDblocks})
		c.heldDblocks++
	}
	if i := t.PartsOf(p).Chosen; i >= 0 {
		t.Carries = append(t.Carries, Carry{Own: i, Held: t.Choices + c.heldChoices})
		c.heldChoices++
		for q := t.Spots[p].First; q < t.Spots[p].Last; q++ {
			c.carry(q)
		}
	}
}

// Initialize validates a declaration and compiles it.
func Initialize(root *plain.Decider) (*Tree, error) {
	root = plain.Unfold(root)
	if faults := plain.Validate(root); len(faults) > 0 {
		return nil, faults
	}
	return compile(root), nil
}
