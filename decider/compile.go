package decider

import (
	"cmp"
)

// compiler turns a sound declaration into a Tree: it numbers the places, lays out the agents' memory, and
// merges flag checks. It runs once per tree and is written for reading, not for speed.
type compiler[A any] struct {
	tree     *Tree[A]
	decided  []*Decider[A]         // by place
	timers   map[*Decider[A]]timer // shared by all places of a decider
	consults [2][]int              // by place: what consulted has found out, plus 1
	asked    [64]int               // by flag: how many of the children of the group that is being merged ask for it
	shutters []before              // by place: what rejects it
}

// timer is where a decider's due times lie.
type timer struct {
	every, cooldown, bit uint32
}

func compile[A any](root *Decider[A]) *Tree[A] {
	c := &compiler[A]{tree: &Tree[A]{}, timers: map[*Decider[A]]timer{}}
	c.add(root, nowhere, 0)
	c.number(0)
	c.declared(0)
	c.resolve()
	c.keep()
	c.lay(0, c.tree.layout.size)
	c.bound()
	c.merge()
	c.shorten()
	return c.tree
}

// add appends a place.
func (c *compiler[A]) add(d *Decider[A], parent place, depth int) {
	t := c.tree
	in := info[A]{label: LabelOf(d.Name), weight: cmp.Or(d.Weight, 1), weighted: d.Weight != 0,
		margin: d.Margin, every: d.Every, cooldown: d.Cooldown, chosen: -1, jump: -1, depth: depth}
	var m marks
	switch {
	case d.DBlock != nil:
		h := d.DBlock.Handover(key)
		in.calls, in.handover, in.dblock, in.handed = h.Calls, h.Decide, h.DBlock, len(t.layout.handed)
		t.layout.handed = append(t.layout.handed, place(len(t.nodes)))
		m |= acting
	case d.Behavior != nil:
		in.calls = d.Behavior.Calls(key)
		m |= acting
	}
	if m&acting != 0 {
		in.behavior = LabelOf(in.calls.Name)
	}
	if in.calls.Block.Pointers {
		m |= slotted
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
		{!d.DecisionFlags.IsZero(), FailedDecisionFlags}, {!d.StimuliFlags.IsZero(), FailedStimuliFlags},
		{d.Cooldown > 0, FailedCooldown}, {d.Every > 0, FailedEvery},
	} {
		if has.it {
			in.checks |= 1 << has.v
		}
	}
	switch {
	case d.Cooldown > 0 || d.Every > 0 || d.DBlock != nil || d.Jump != "" || a.delegates || d.Weight < 0,
		d.BehaviorFlags != 0 && d.Decide != nil:
		a.kind = askFull
	case d.Decide == nil:
		a.kind = askAccept
	case !d.DecisionFlags.IsZero() || !d.StimuliFlags.IsZero():
		a.kind = askChecked
	}
	if d.isGroup() && (d.Decide != nil || a.delegates) {
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

// keep lays out what an agent keeps whatever is active: timers, once a decider, and bags, once a place.
func (c *compiler[A]) keep() {
	t := c.tree
	l := &t.layout
	l.size = headerSize
	due := func() uint32 {
		offset := l.size
		l.timers = append(l.timers, offset)
		l.size += wordSize
		return offset
	}
	for i, d := range c.decided {
		tm, ok := c.timers[d]
		if !ok {
			if d.Every > 0 {
				tm.every, tm.bit = due(), uint32(l.everies)
				l.everies++
			}
			if d.Cooldown > 0 {
				tm.cooldown = due()
			}
			c.timers[d] = tm
		}
		t.infos[i].everyDue, t.infos[i].everyBit = tm.every, tm.bit
		t.nodes[i].cooldown = tm.cooldown
	}
	for i, d := range c.decided {
		if d.Policy == Shuffle && d.isGroup() {
			t.infos[i].bag = l.size
			l.bags = append(l.bags, bag{l.size, len(d.Children)})
			l.size += uint32(wordsFor(len(d.Children))) * wordSize
		}
	}
	c.keepKeys()
}

// lay gives p its frame and block at offset and its children, overlaid, what follows.
func (c *compiler[A]) lay(p place, offset uint32) {
	t := c.tree
	n, block := &t.nodes[p], &t.infos[p].calls.Block
	n.frame = offset
	switch {
	case n.isGroup() || n.marks&targeted != 0:
		offset += frameSize
	default:
		offset += startSize
	}
	if n.policy == OneOff {
		offset += uint32(wordsFor(int(n.last-n.first))) * wordSize
	}
	switch {
	case n.marks&slotted != 0:
		n.block = uint32(len(t.layout.slots))
		t.layout.slots = append(t.layout.slots, p)
	case block.Size == 0:
		n.block = n.frame // an address must lie within the memory, also one of nothing
	default:
		n.block = offset
		offset = align8(offset + uint32(block.Size))
	}
	t.layout.size = max(t.layout.size, offset)
	for q := n.first; q < n.last; q++ {
		c.lay(q, offset)
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
// behavior ends: those of all children along one path.
func (c *compiler[A]) bounds(p place) (depth, consults int) {
	n := &c.tree.nodes[p]
	all := 0
	for q := n.first; q < n.last; q++ {
		d, k := c.bounds(q)
		depth, consults = max(depth, d), max(consults, k)
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
