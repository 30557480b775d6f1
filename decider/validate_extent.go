package decider

import (
	"fmt"

	"github.com/decidertree/decidertree/internal/engine"
)

// extent is what a decider and all below it come to, each number at most countless.
type extent struct {
	places, levels int
	kept           int // bytes that slots reserve, which an agent keeps whatever is active
	active         int // bytes of the blocks that can be active at once
	handed         int // bytes of DBlocks
}

// measure is the extent of d, those of its children being known.
func (v *validator[A]) measure(d *Decider[A]) extent {
	e := extent{places: 1, levels: 1}
	for _, child := range d.Children {
		if child == nil {
			continue
		}
		c := v.extents[child] // none of a decider that is its own descendant
		e.places = min(e.places+c.places, countless)
		e.levels = max(e.levels, 1+c.levels)
		e.kept = min(e.kept+c.kept, countless)
		e.handed = min(e.handed+c.handed, countless)
		if d.Policy.sideBySide() {
			e.active = min(e.active+c.active, countless)
		} else {
			e.active = max(e.active, c.active)
		}
	}
	switch {
	case !isNil(d.DBlock):
		h := d.DBlock.Handover(key)
		e.handed = min(e.handed+plainBytes(h.DBlock), countless)
		e.active = min(e.active+plainBytes(h.Calls.Block), countless)
	case !isNil(d.Behavior):
		e.active = min(e.active+plainBytes(d.Behavior.Calls(key).Block), countless)
	}
	if d.Slot != nil {
		e.kept = min(e.kept+min(max(d.Slot.Reserve, 0), countless), countless)
	}
	return e
}

// plainBytes is what a block takes in an agent's fixed bytes, aligned as it lies there.
func plainBytes(b engine.Block) int {
	if b.Pointers {
		return 0
	}
	return int(align8(uint32(min(b.Size, countless))))
}

// size checks that of a block or DBlock.
func (v *validator[A]) size(what string, b engine.Block) {
	if b.Size > MaxBlock && !b.Pointers {
		v.fault(BlockTooLarge, fmt.Sprintf("its %s %v takes %d bytes", what, b.Type, b.Size),
			fmt.Sprintf("keep it to %d, or put the bulk behind a pointer, which is allocated by itself", MaxBlock))
	}
}

// extent checks the whole tree against the limits, and reports whether it has not too many places and levels.
func (v *validator[A]) extent(root *Decider[A]) bool {
	e := v.extents[root]
	if e.places > MaxPlaces {
		v.fault(TooManyPlaces, fmt.Sprintf("the tree has %d places", e.places),
			fmt.Sprintf("keep it to %d; a shared decider counts once for each place", MaxPlaces))
	}
	if e.levels > MaxDepth {
		v.fault(TooDeep, fmt.Sprintf("the tree has %d levels", e.levels), fmt.Sprintf("keep it to %d", MaxDepth))
	}
	// Frames and timers are small, and blackboard values have a limit of their own.
	bytes := e.kept + e.active
	if v.leaving || len(v.slots) > 0 { // DBlocks wait in the memory while something leaves, maybe in a tree plugged in
		bytes += e.handed
	}
	if bytes > MaxMemory {
		v.fault(MemoryTooLarge, fmt.Sprintf("blocks, DBlocks that wait and slots take %d bytes of each agent's memory", bytes),
			fmt.Sprintf("keep them to %d; the children of Concurrent and of reactive groups do not share bytes", MaxMemory))
	}
	return e.places <= MaxPlaces && e.levels <= MaxDepth
}
