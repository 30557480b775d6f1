package program

import (
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/plain"
)

// This file is the part of the compiler that lays out the agents' memory; see layout.go.

// keep lays out the records that an agent keeps whatever is active: those of deciders once each, the others by place.
func (c *compiler) keep() {
	t := c.tree
	t.Size = HeaderSize
	for i, d := range c.decided {
		c.keepTimers(i, d)
	}
	for i, d := range c.decided {
		if d.Modifiers.Limit > 0 {
			offset, ok := c.counts[d]
			if !ok {
				offset = c.room(WordSize)
				c.counts[d] = offset
			}
			t.PartsOf(Place(i)).Count = offset
		}
	}
	for i, d := range c.decided {
		if d.Policy == declaration.Shuffle && d.IsGroup() {
			t.PartsOf(Place(i)).Bag = c.roomForBits(len(d.Children))
		}
	}
	c.keepMonitors()
	c.keepShared()
	if t.Spots[0].Marks&LeaveBelow != 0 {
		c.keepChoices()
	}
	for i, d := range c.decided {
		if d.Slot != nil {
			bytes := align8(uint32(d.Slot.Reserve))
			t.PartsOf(Place(i)).Slot = len(t.Slots)
			t.Slots = append(t.Slots, d.Slot)
			t.Bounds.Reserves = append(t.Bounds.Reserves, reserve{Place(i), c.room(bytes), bytes})
		}
	}
	c.keepKeys()
}

// room allocates a number of bytes, a multiple of 8, and returns their offset.
func (c *compiler) room(bytes uint32) uint32 {
	offset := c.tree.Size
	c.tree.Size += bytes
	return offset
}

// roomForBits allocates a set of n bits.
func (c *compiler) roomForBits(n int) uint32 { return c.room(uint32(WordsFor(n)) * WordSize) }

// keepTimers lays out a decider's due times, which all its places share.
func (c *compiler) keepTimers(i int, d *plain.Decider) {
	t := c.tree
	tm, ok := c.timers[d]
	if !ok {
		if d.Every > 0 {
			tm.every, tm.bit = c.room(WordSize), uint32(t.Bounds.everies)
			t.Bounds.everies++
		}
		if d.Cooldown > 0 {
			tm.cooldown = c.room(WordSize)
		}
		c.timers[d] = tm
	}
	t.PartsOf(Place(i)).Every, t.Condition(Place(i)).EveryBit = tm.every, tm.bit
	t.Spots[i].Cooldown = tm.cooldown
}

// keepMonitors gives each Monitor two bits and tells the Selectors above it.
func (c *compiler) keepMonitors() {
	t := c.tree
	for _, p := range t.Order {
		if c.decided[p].Options&declaration.Monitor == 0 {
			continue
		}
		t.PartsOf(p).Monitor = t.MonitorCount
		t.MonitorCount += 2
		for child := p; child != 0; {
			group := t.Spots[child].Parent
			switch t.Spots[group].Policy {
			case declaration.Selector:
				t.Spots[group].Marks |= HasMonitor
				t.Watches[group] = append(t.Watches[group], Watch{child, p})
			case declaration.Sequence:
			default:
				group = 0
			}
			child = group
		}
	}
	t.Monitors = c.roomForBits(t.MonitorCount)
}

// keepChoices lays out pending choices: the children that groups delegated to, and DBlocks.
func (c *compiler) keepChoices() {
	t := c.tree
	t.Kept = c.room(align8(uint32(t.Choices) * PlaceSize))
	for i := range t.Dblocks {
		d := &t.Dblocks[i]
		if d.Block.Pointers {
			d.Box = t.newBox(KeptBox, int(d.Place)) + 1
		} else {
			t.PartsOf(d.Place).Kept = c.room(align8(uint32(d.Block.Size)))
		}
	}
}

// lay places p's frame, the records that follow it and p's block from offset on, and p's children behind them: all at the
// same offset, or one after the other where they can be active together. It returns the end of p's part.
func (c *compiler) lay(p Place, offset uint32) (end uint32) {
	t := c.tree
	s, o, act := &t.Spots[p], t.PartsOf(p), t.Act(p)
	if s.Marks&(Targeted|Limited|Repeats|HasLeave|Shared) != 0 || s.IsGroup() && (s.Policy == declaration.OneOff || s.Policy.SideBySide()) {
		s.Marks |= Elaborate
	}
	if s.Parent == Nowhere || t.Spots[s.Parent].Policy.SideBySide() {
		s.Marks |= Beside
	}
	take := func(bytes uint32) uint32 {
		at := offset
		offset += bytes
		return at
	}
	s.Frame = take(s.FrameSize())
	take(s.SetsSize())
	if s.Marks&Repeats != 0 {
		o.Repeat = take(WordSize)
	}
	if s.Marks&HasLeave != 0 {
		o.LeaveDue = take(WordSize)
	}
	if act.Period > 0 {
		o.Ticked = take(WordSize)
	}
	if s.IsGroup() && s.Marks&LeaveBelow != 0 {
		o.Pending = take(WordSize)
	}
	switch {
	case s.Marks&Boxed != 0:
		s.Block = uint32(t.newBox(BlockBox, int(p)))
	case act.Block.Size == 0:
		s.Block = s.Frame // the address of an empty block must lie within the memory too
	default:
		s.Block = take(align8(uint32(act.Block.Size)))
	}
	end = offset
	for q := s.First; q < s.Last; q++ {
		below := c.lay(q, offset)
		end = max(end, below)
		if s.Policy.SideBySide() {
			offset = below
		}
	}
	return end
}
