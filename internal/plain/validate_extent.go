package plain

import (
	"fmt"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/usercode"
)

// extent is the size of a decider and everything below it. Each number is at most countless.
type extent struct {
	places, levels int
	kept           int // bytes that slots reserve, whatever is active
	active         int // bytes of blocks that can be active at once
	handed         int // bytes of DBlocks
}

// measure returns the extent of d. The extents of its children are known.
func (v *validator) measure(d *Decider) extent {
	e := extent{places: 1, levels: 1}
	for _, child := range d.Children {
		if child == nil {
			continue
		}
		c := v.extents[child] // zero for a decider that is its own descendant
		e.places = min(e.places+c.places, countless)
		e.levels = max(e.levels, 1+c.levels)
		e.kept = min(e.kept+c.kept, countless)
		e.handed = min(e.handed+c.handed, countless)
		if d.Policy.SideBySide() {
			e.active = min(e.active+c.active, countless)
		} else {
			e.active = max(e.active, c.active)
		}
	}
	switch {
	case d.DBlock != nil && !d.NilDBlock:
		h := d.DBlock
		e.handed = min(e.handed+plainBytes(h.DBlock), countless)
		e.active = min(e.active+plainBytes(h.Behavior.Block), countless)
	case d.Behavior != nil && !d.NilBehavior:
		e.active = min(e.active+plainBytes(d.Behavior.Block), countless)
	}
	if d.Slot != nil {
		e.kept = min(e.kept+min(max(d.Slot.Reserve, 0), countless), countless)
	}
	return e
}

// plainBytes returns what a block takes of an agent's fixed bytes, with alignment.
func plainBytes(b usercode.Block) int {
	if b.Pointers {
		return 0
	}
	return int(words(uint32(min(b.Size, countless))))
}

// size checks the size of a block or DBlock.
func (v *validator) size(what string, b usercode.Block) {
	if b.Size > declaration.MaxBlock && !b.Pointers {
		v.fault(declaration.BlockTooLarge, fmt.Sprintf("its %s %v takes %d bytes", what, b.Type, b.Size),
			fmt.Sprintf("keep it to %d, or put the bulk behind a pointer", declaration.MaxBlock))
	}
}

// tooManyPlaces is the fault of a tree with so many places, at most countless.
func tooManyPlaces(n int) (code declaration.Code, detail, remedy string) {
	detail = fmt.Sprintf("the tree has %d places", n)
	if n == countless {
		detail += " or more"
	}
	return declaration.TooManyPlaces, detail, fmt.Sprintf("keep it to %d; a shared or copied decider counts once for each place", declaration.MaxPlaces)
}

// extent checks the whole tree against the limits, and reports whether its places and levels are within them.
func (v *validator) extent(root *Decider) bool {
	e := v.extents[root]
	if e.places > declaration.MaxPlaces {
		v.fault(tooManyPlaces(e.places))
	}
	if e.levels > declaration.MaxDepth {
		v.fault(declaration.TooDeep, fmt.Sprintf("the tree has %d levels", e.levels), fmt.Sprintf("keep it to %d", declaration.MaxDepth))
	}
	// Frames and timers are small, and blackboard values have a limit of their own.
	bytes := e.kept + e.active
	if v.leaving || len(v.slots) > 0 { // DBlocks are kept in the memory during a Leave, which may be one of a plugged tree
		bytes += e.handed
	}
	if bytes > declaration.MaxMemory {
		v.fault(declaration.MemoryTooLarge, fmt.Sprintf("blocks, DBlocks that wait and slots take %d bytes of each agent's memory", bytes),
			fmt.Sprintf("keep them to %d; the children of Concurrent and of reactive groups do not share bytes", declaration.MaxMemory))
	}
	return e.places <= declaration.MaxPlaces && e.levels <= declaration.MaxDepth
}
