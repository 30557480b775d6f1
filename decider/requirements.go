package decider

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Requirements are what one agent of a tree needs, and the most a tick of it can take, all known before the
// first tick. Print it as a table.
type Requirements struct {
	Bytes     int // of an agent's fixed memory: Header + Timers + Bags + Keys + Path
	Header    int
	Timers    int // due times of Every and Cooldown
	Bags      int // turns of Shuffle groups
	Keys      int // blackboard values without pointers
	Path      int // frames and blocks of what can be active at once; siblings overlay
	Slots     int // blocks and blackboard values with pointers, allocated beside the fixed memory
	SlotBytes int // what these take, without what they point to
	Scratch   int // bytes a tick needs for itself, whoever ticks; a Memory has its own

	Deciders int // different ones
	Places   int // positions they stand in
	Depth    int // levels
	Consults int // Decide functions a tick can call at most while no behavior ends
	Entries  int // deciders a tick can enter before the loop guard ends it

	Rows []Requirement // by place, in the order of the declaration
}

// Requirement is one place's part.
type Requirement struct {
	Decider  Label
	Depth    int
	Offset   int    // of its frame in the agent's memory
	Frame    int    // bytes
	Block    int    // bytes of its behavior's block
	Type     string // of the block; "" for none
	Slot     bool   // the block has pointers and lies in a slot
	Timers   int    // bytes; counted at the first place of a shared decider
	Bag      int    // bytes
	Keys     int    // bytes of the blackboard values it declares; those of scope Agent and Tree count at the root
	Handover int    // bytes of its DBlock, in the scratch
}

// MemoryRequirements tells what an agent of the tree needs, place by place.
func (t *Tree[A]) MemoryRequirements() Requirements {
	if t == nil {
		return Requirements{}
	}
	l := &t.layout
	q := Requirements{
		Bytes: int(l.size), Header: int(headerSize), Timers: len(l.timers) * wordSize,
		Keys: t.board.bytes, Slots: len(l.boxed) + t.board.boxes, SlotBytes: t.boxBytes(), Places: len(t.nodes), Depth: l.depth, Consults: l.consults,
		Entries: activationLimit(len(t.nodes)),
		Scratch: wordSize * (wordsFor(len(t.nodes)) + wordsFor(l.everies) + wordsFor(len(t.jumps)) + 3*l.chosen + l.values),
	}
	counted := map[uint32]bool{}
	names := map[string]bool{}
	for _, p := range t.order {
		n, in := &t.nodes[p], &t.infos[p]
		names[in.label.Name] = true
		row := Requirement{
			Decider: in.label, Depth: in.depth, Offset: int(n.frame), Frame: t.frameBytes(p),
			Block: int(in.calls.Block.Size), Slot: n.marks&boxed != 0, Handover: int(in.dblock.Size),
			Keys: t.keyBytes(p),
		}
		if in.calls.Block.Type != nil && in.calls.Block.Size > 0 {
			row.Type = in.calls.Block.Type.String()
		}
		for _, offset := range []uint32{in.everyDue, n.cooldown} {
			if offset != 0 && !counted[offset] {
				counted[offset] = true
				row.Timers += wordSize
			}
		}
		if in.bag != 0 {
			row.Bag = wordsFor(int(n.last-n.first)) * wordSize
		}
		if row.Slot {
			q.SlotBytes += row.Block
		}
		q.Scratch += row.Handover
		q.Bags += row.Bag
		q.Rows = append(q.Rows, row)
	}
	q.Deciders = len(names)
	q.Path = q.Bytes - q.Header - q.Timers - q.Bags - q.Keys
	return q
}

// frameBytes is the size of p's frame, with all that lies behind it but the block.
func (t *Tree[A]) frameBytes(p place) int {
	n, in := &t.nodes[p], &t.infos[p]
	size := t.frameSize(n) + t.setsSize(n)
	for _, offset := range []uint32{in.repeat, in.leaveDue, in.pending} {
		if offset != 0 {
			size += wordSize
		}
	}
	return int(size)
}

// String is the requirements as a table.
func (q Requirements) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "decider\tat\tframe\tblock\ttimers\tbag\tkeys\thandover\ttype")
	for _, r := range q.Rows {
		kind := r.Type
		if r.Slot {
			kind += " (slot)"
		}
		fmt.Fprintf(w, "%s%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\n",
			strings.Repeat("  ", r.Depth), r.Decider.Name, r.Offset, r.Frame, r.Block, r.Timers, r.Bag, r.Keys, r.Handover, kind)
	}
	w.Flush()
	fmt.Fprintf(&b, "agent: %d bytes (header %d, timers %d, bags %d, keys %d, path %d) and %d slot(s) of %d bytes; scratch %d\n",
		q.Bytes, q.Header, q.Timers, q.Bags, q.Keys, q.Path, q.Slots, q.SlotBytes, q.Scratch)
	fmt.Fprintf(&b, "tree: %d deciders in %d places, %d levels; a tick calls Decide %d times at most while no behavior ends, and enters %d deciders at most\n",
		q.Deciders, q.Places, q.Depth, q.Consults, q.Entries)
	// tabwriter pads the last cells; lines end where their text does.
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
