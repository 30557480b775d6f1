package program

import "github.com/decidertree/decidertree/description"

// MemoryRequirements is Tree.MemoryRequirements.
func (t *Tree) MemoryRequirements() description.Requirements {
	if t == nil {
		return description.Requirements{}
	}
	b := &t.Bounds
	q := description.Requirements{
		Tree: t.bytes(), Bytes: int(t.Size), Header: int(HeaderSize),
		Monitors: WordsFor(t.MonitorCount) * WordSize, Keys: t.Board.bytes, Path: int(t.Size - t.Spots[0].Frame),
		Boxes:   len(t.Boxes),
		Scratch: WordSize * (WordsFor(t.TickBits.All) + 3*t.Choices + b.Values),
		Places:  len(t.Spots), Depth: b.depth, Consults: b.consults, Entries: t.Entries,
	}
	for _, id := range t.Boxes {
		q.BoxBytes += int(t.BlockAt(id).Size)
	}
	for _, k := range t.Carries {
		if k.Dblock {
			q.Scratch += int(t.Dblocks[k.Own].Block.Size)
		} else {
			q.Scratch += 3 * WordSize
		}
	}
	counted := map[uint32]bool{}
	names := map[string]bool{}
	for _, p := range t.Order {
		row := t.requirement(p, counted)
		names[row.Decider.Name] = true
		q.Timers += row.Timers
		q.Counts += row.Count
		q.Bags += row.Bag
		q.Shared += row.Shared
		q.Kept += row.Kept
		q.Reserves += row.Reserve
		q.Scratch += row.Handover
		q.Rows = append(q.Rows, row)
	}
	q.Kept = int(align8(uint32(q.Kept)))
	q.Deciders = len(names)
	return q
}

// requirement returns the row of p. counted holds the offsets of deciders' records that earlier rows contain already.
func (t *Tree) requirement(p Place, counted map[uint32]bool) description.Requirement {
	n := &t.Spots[p]
	row := description.Requirement{
		Decider: t.Facts[p].Label, Depth: int(t.Facts[p].Depth), Offset: int(n.Frame), Frame: int(n.FrameSize()),
		Block: int(t.Act(p).Block.Size), Boxed: n.Marks&Boxed != 0, Monitor: t.PartsOf(p).Monitor >= 0,
		Keys: t.keyBytes(p),
	}
	if d := t.Dblock(p); d != nil {
		row.Handover = int(d.Block.Size)
	}
	for _, k := range t.Behind(p) {
		row.Extra += k.Size
	}
	if row.Block > 0 {
		row.Type = t.Act(p).Block.Type.String()
	}
	once := func(offset uint32) int {
		if offset == 0 || counted[offset] {
			return 0
		}
		counted[offset] = true
		return WordSize
	}
	row.Timers = once(t.PartsOf(p).Every) + once(n.Cooldown)
	row.Count = once(t.PartsOf(p).Count)
	if t.PartsOf(p).Bag != 0 {
		row.Bag = WordsFor(int(n.Last-n.First)) * WordSize
	}
	for _, k := range t.shared(p) {
		row.Shared += k.Size
	}
	for _, k := range t.keeps(p) {
		row.Kept += k.Size
	}
	if t.PartsOf(p).Slot >= 0 {
		row.Reserve = int(t.Bounds.Reserves[t.PartsOf(p).Slot].Bytes)
	}
	return row
}
