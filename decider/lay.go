package decider

// This part of compiling lays out the agents' memory; layout.go says what lies where.

// keep lays out what an agent keeps whatever is active: what belongs to deciders once each, the rest by place.
func (c *compiler[A]) keep() {
	t := c.tree
	l := &t.layout
	l.size = headerSize
	for i, d := range c.decided {
		c.keepTimers(i, d)
	}
	for i, d := range c.decided {
		if d.Modifiers.Limit > 0 {
			offset, ok := c.counts[d]
			if !ok {
				offset = c.room(wordSize)
				c.counts[d] = offset
				l.counts = append(l.counts, offset)
			}
			t.infos[i].count = offset
		}
	}
	for i, d := range c.decided {
		if d.Policy == Shuffle && d.isGroup() {
			t.infos[i].bag = c.roomForBits(len(d.Children))
			l.bags = append(l.bags, bag{t.infos[i].bag, len(d.Children)})
		}
	}
	c.keepMonitors()
	c.keepShared()
	if t.nodes[0].marks&lingering != 0 {
		c.keepChoices()
	}
	for i, d := range c.decided {
		if d.Slot != nil {
			bytes := align8(uint32(d.Slot.Reserve))
			t.infos[i].slot = len(l.reserves)
			t.slots = append(t.slots, d.Slot)
			l.reserves = append(l.reserves, reserve{place(i), c.room(bytes), bytes})
		}
	}
	c.keepKeys()
}

// room takes so many bytes, a multiple of 8, and returns their offset.
func (c *compiler[A]) room(bytes uint32) uint32 {
	offset := c.tree.layout.size
	c.tree.layout.size += bytes
	return offset
}

func (c *compiler[A]) roomForBits(n int) uint32 { return c.room(uint32(wordsFor(n)) * wordSize) }

// keepTimers gives a decider its due times, at the first of its places.
func (c *compiler[A]) keepTimers(i int, d *Decider[A]) {
	t := c.tree
	l := &t.layout
	due := func() uint32 {
		offset := c.room(wordSize)
		l.timers = append(l.timers, offset)
		return offset
	}
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

// keepMonitors gives each Monitor its bit.
func (c *compiler[A]) keepMonitors() {
	t := c.tree
	l := &t.layout
	for i, d := range c.decided {
		if d.Flags&Monitor != 0 {
			t.infos[i].monitor = len(l.watched)
			l.watched = append(l.watched, place(i))
			t.nodes[t.nodes[i].parent].marks |= watching
		}
	}
	l.monitors = c.roomForBits(len(l.watched))
}

// keepChoices makes room for what waits while something leaves: the children that groups delegated to, and
// DBlocks.
func (c *compiler[A]) keepChoices() {
	t := c.tree
	l := &t.layout
	l.kept = c.room(align8(uint32(l.chosen) * placeSize))
	for _, p := range l.handed {
		in := &t.infos[p]
		if in.dblock.Pointers {
			l.keptD = append(l.keptD, p)
			in.handedOn.box = len(l.keptD)
		} else {
			in.handedOn.offset = c.room(align8(uint32(in.dblock.Size)))
		}
	}
}

// lay gives p its frame, what its kind keeps behind it, and its block, from offset on, and its children what
// follows: all the same where they overlay, else one after the other. It returns where p's part ends.
func (c *compiler[A]) lay(p place, offset uint32) (end uint32) {
	t := c.tree
	n, in := &t.nodes[p], &t.infos[p]
	if n.marks&(targeted|limited|repeats|leaving|shared) != 0 || n.isGroup() && (n.policy == OneOff || n.policy.sideBySide()) {
		n.marks |= elaborate
	}
	if n.parent == nowhere || t.nodes[n.parent].policy.sideBySide() {
		n.marks |= beside
	}
	take := func(bytes uint32) uint32 {
		at := offset
		offset += bytes
		return at
	}
	n.frame = take(t.frameSize(n))
	take(t.setsSize(n))
	if n.marks&repeats != 0 {
		in.repeat = take(wordSize)
	}
	if n.marks&leaving != 0 {
		in.leaveDue = take(wordSize)
	}
	if in.period > 0 {
		in.ticked = take(wordSize)
	}
	if n.isGroup() && n.marks&lingering != 0 {
		in.pending = take(wordSize)
	}
	block := &in.calls.Block
	switch {
	case n.marks&boxed != 0:
		n.block = uint32(len(t.layout.boxed))
		t.layout.boxed = append(t.layout.boxed, p)
	case block.Size == 0:
		n.block = n.frame // an address must lie within the memory, also one of nothing
	default:
		n.block = take(align8(uint32(block.Size)))
	}
	end = offset
	for q := n.first; q < n.last; q++ {
		below := c.lay(q, offset)
		end = max(end, below)
		if n.policy.sideBySide() {
			offset = below
		}
	}
	return end
}

// frameSize is the bytes of a place's frame.
func (t *Tree[A]) frameSize(n *node[A]) uint32 {
	if n.isGroup() || n.marks&targeted != 0 {
		return frameSize
	}
	return startSize
}

// setsSize is the bytes of the sets of children that some groups keep behind their frame.
func (t *Tree[A]) setsSize(n *node[A]) uint32 {
	words := uint32(wordsFor(int(n.last-n.first))) * wordSize
	switch {
	case n.policy == OneOff:
		return words
	case n.policy == Concurrent && n.isGroup():
		return tallySize + 2*words
	}
	return 0
}
