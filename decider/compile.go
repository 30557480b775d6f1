package decider

import (
	"cmp"
)

// compiler turns a sound declaration into a Tree: it numbers the places, lays out the agents' memory, and
// merges flag checks. It runs once per tree and is written for reading, not for speed.
type compiler[A any] struct {
	tree     *Tree[A]
	decided  []*Decider[A]          // by place
	timers   map[*Decider[A]]timer  // shared by all places of a decider
	counts   map[*Decider[A]]uint32 // the same of Limits
	consults [2][]int               // by place: what consulted has found out, plus 1
	asked    [64]int                // by flag: how many of the children of the group that is being merged ask for it
	shutters []before               // by place: what rejects it
}

// timer is where a decider's due times lie.
type timer struct {
	every, cooldown, bit uint32
}

func compile[A any](root *Decider[A]) *Tree[A] {
	c := &compiler[A]{tree: &Tree[A]{}, timers: map[*Decider[A]]timer{}, counts: map[*Decider[A]]uint32{}}
	c.add(root, nowhere, 0)
	c.number(0)
	c.declared(0)
	c.resolve()
	c.linger()
	c.keep()
	c.tree.layout.size = c.lay(0, c.tree.layout.size)
	c.bound()
	c.merge()
	c.shorten()
	c.remember()
	return c.tree
}

// add appends a place.
func (c *compiler[A]) add(d *Decider[A], parent place, depth int) {
	t := c.tree
	in := info[A]{label: LabelOf(d.Name), weight: cmp.Or(d.Weight, 1), weighted: d.Weight != 0,
		margin: d.Margin, every: d.Every, cooldown: d.Cooldown, modifiers: d.Modifiers, succeedAt: d.SucceedAt,
		failAt: cmp.Or(d.FailAt, 1), monitor: -1, slot: -1, chosen: -1, jump: -1,
		gate: -1, squad: -1, role: d.Role, within: nowhere, depth: depth}
	m := marksOf(d)
	switch {
	case d.DBlock != nil:
		h := d.DBlock.Handover(key)
		in.calls, in.handover, in.dblock, in.handed = h.Calls, h.Decide, h.DBlock, len(t.layout.handed)
		t.layout.handed = append(t.layout.handed, place(len(t.nodes)))
		m |= acting
	case d.Behavior != nil:
		in.calls = d.Behavior.Calls(key)
		if s, ok := d.Behavior.(system); ok {
			t.systems = append(t.systems, s)
		}
		m |= acting
	}
	if m&acting != 0 {
		in.behavior = LabelOf(in.calls.Name)
	}
	if in.period = in.calls.Period; in.period > 0 || in.calls.Idle != nil {
		m |= patient
	}
	if parent != nowhere {
		in.within = t.infos[parent].within
	}
	if d.Squad != nil {
		in.within = place(len(t.nodes))
	}
	if in.calls.Block.Pointers {
		m |= boxed
	}
	if in.calls.Leave != nil || in.calls.LeaveBlock != nil {
		m |= leaving
	}
	a := ask[A]{
		mask: d.DecisionFlags.All | d.DecisionFlags.None, want: d.DecisionFlags.All, any: d.DecisionFlags.Any,
		stimMask: d.StimuliFlags.All | d.StimuliFlags.None, stimWant: d.StimuliFlags.All, stimAny: d.StimuliFlags.Any,
		decide: d.Decide, delegates: d.Flags&DelegateDecide != 0,
	}
	for _, has := range []struct {
		it bool
		v  Verdict
	}{
		{!d.DecisionFlags.IsZero(), FailedDecisionFlags}, {!d.StimuliFlags.IsZero(), FailedStimuliFlags}, {d.Role != 0, FailedRole},
		{d.Modifiers.Limit > 0, FailedLimit}, {d.Cooldown > 0, FailedCooldown}, {d.Every > 0, FailedEvery},
		{d.Squad != nil, FailedSquad}, {d.Gate != nil, FailedGate},
	} {
		if has.it {
			in.checks |= 1 << has.v
		}
	}
	switch {
	case m&(limited|connected|shared) != 0 || d.Role != 0 || d.Cooldown > 0 || d.Every > 0 || d.DBlock != nil || d.Jump != "" || a.delegates || d.Weight < 0,
		d.BehaviorFlags != 0 && d.Decide != nil:
		a.kind = askFull
	case d.Decide == nil:
		a.kind = askAccept
	case !d.DecisionFlags.IsZero() || !d.StimuliFlags.IsZero():
		a.kind = askChecked
	}
	if d.isGroup() && d.Policy.decidesFirst() && (d.Decide != nil || a.delegates) {
		in.chosen = t.layout.chosen
		t.layout.chosen++
	}
	t.asks = append(t.asks, a)
	t.infos = append(t.infos, in)
	t.nodes = append(t.nodes, node[A]{
		tick: in.calls.Tick, tickBlock: in.calls.TickBlock, behaviorFlags: d.BehaviorFlags,
		parent: parent, policy: d.Policy, flags: d.Flags, marks: m,
	})
	c.decided = append(c.decided, d)
}

// marksOf are the facts about a decider that its declaration tells.
func marksOf[A any](d *Decider[A]) (m marks) {
	for _, has := range []struct {
		it bool
		m  marks
	}{
		{d.Modifiers.Repeat > 1 || d.Modifiers.Repeat == Forever, repeats}, {d.Modifiers.Timeout > 0, timed},
		{d.Modifiers.Outcome != AsIs, altered}, {d.Modifiers.Limit > 0, limited}, {d.Slot != nil, connected},
		{d.Gate != nil || d.Squad != nil, shared}, {d.Flags&Barrier != 0, barrier},
	} {
		if has.it {
			m |= has.m
		}
	}
	return m
}

// number gives p's children successive places, then does the same for each of them.
func (c *compiler[A]) number(p place) {
	t, d := c.tree, c.decided[p]
	first := place(len(t.nodes))
	for _, child := range d.Children {
		c.add(child, p, t.infos[p].depth+1)
	}
	t.nodes[p].first, t.nodes[p].last = first, first+place(len(d.Children))
	for i := range d.Children {
		c.number(first + place(i))
	}
}

// declared fills order.
func (c *compiler[A]) declared(p place) {
	t := c.tree
	t.infos[p].rank = len(t.order)
	t.order = append(t.order, p)
	for q := t.nodes[p].first; q < t.nodes[p].last; q++ {
		c.declared(q)
	}
	t.infos[p].end = len(t.order)
}

// linger marks what may need time to leave: what has a Leave, or a slot whose tree may, and the groups above.
func (c *compiler[A]) linger() {
	t := c.tree
	for i := len(t.nodes) - 1; i >= 0; i-- { // children stand behind their group
		n := &t.nodes[i]
		if n.marks&(leaving|connected) != 0 {
			n.marks |= lingering
		}
		if n.parent != nowhere {
			t.nodes[n.parent].marks |= n.marks & lingering
		}
	}
}

// resolve finds the Jumps' targets and ways.
func (c *compiler[A]) resolve() {
	t := c.tree
	at := map[string]place{}
	for i, d := range c.decided {
		at[d.Name] = place(i)
	}
	for i, d := range c.decided {
		if d.Jump == "" {
			continue
		}
		j := jump{from: place(i), to: at[d.Jump]}
		for j.common = t.nodes[j.from].parent; t.toward(j.common, j.to) == nowhere; {
			j.common = t.nodes[j.common].parent
		}
		j.branch, j.way = t.toward(j.common, j.from), t.toward(j.common, j.to)
		t.infos[i].jump = len(t.jumps)
		t.infos[j.branch].leaps = append(t.infos[j.branch].leaps, len(t.jumps))
		t.infos[j.way].landings = append(t.infos[j.way].landings, len(t.jumps))
		t.nodes[j.from].marks |= jumping
		t.nodes[j.to].marks |= targeted
		t.asks[j.from].holdsJump = true
		t.asks[j.branch].holdsJump = true
		t.asks[j.branch].kind = askFull
		t.jumps = append(t.jumps, j)
	}
}

// bound works out the most a tick of this tree can need.
func (c *compiler[A]) bound() {
	t := c.tree
	l := &t.layout
	c.consults = [2][]int{make([]int, len(t.nodes)), make([]int, len(t.nodes))}
	values := make([]int, len(t.nodes))      // held at once by the groups at and below each place
	for i := len(t.nodes) - 1; i >= 0; i-- { // children stand behind their group
		n := &t.nodes[i]
		for q := n.first; q < n.last; q++ {
			values[i] = max(values[i], values[q])
		}
		if n.policy == Random || n.policy == Shuffle {
			values[i] += int(n.last - n.first)
		}
	}
	l.values = values[0]
	for _, j := range t.jumps { // a Jump's target is asked while groups anywhere hold theirs
		l.values = max(l.values, values[0]+values[j.to])
	}
	l.depth, l.consults = c.bounds(0)
}

// bounds is how many levels p has, and how many Decide functions a tick can call at and below it while no
// behavior ends: those of all children along one path, or several where children run side by side.
func (c *compiler[A]) bounds(p place) (depth, consults int) {
	n := &c.tree.nodes[p]
	all := 0
	for q := n.first; q < n.last; q++ {
		d, k := c.bounds(q)
		depth = max(depth, d)
		if n.policy.sideBySide() {
			consults = min(consults+k, countless)
		} else {
			consults = max(consults, k)
		}
		all = min(all+c.consulted(q, 0), countless)
	}
	return depth + 1, min(consults+all, countless)
}

// consulted is how many Decide functions asking p once can call; targeted is 1 where p is asked as a Jump's
// target, or below one, since no further Jump is made then.
func (c *compiler[A]) consulted(p place, targeted int) int {
	t := c.tree
	if known := c.consults[targeted][p]; known > 0 {
		return known - 1
	}
	k := 0
	if t.asks[p].decide != nil || t.infos[p].handover != nil {
		k++
	}
	if t.infos[p].chosen >= 0 {
		for q := t.nodes[p].first; q < t.nodes[p].last; q++ {
			k = min(k+c.consulted(q, targeted), countless)
		}
	}
	if j := t.infos[p].jump; j >= 0 && targeted == 0 {
		k = min(k+c.consulted(t.jumps[j].to, 1), countless)
	}
	c.consults[targeted][p] = k + 1
	return k
}
