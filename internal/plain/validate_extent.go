package plain

import (
	"fmt"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/usercode"
)

// extent is what a decider and all below it come to, each number at most countless.
type extent struct {
	places, levels int
	kept           int // bytes that slots reserve, which an agent keeps whatever is active
	active         int // bytes of the blocks that can be active at once
	handed         int // bytes of DBlocks
}

// measure is the extent of d, those of its children being known.
func (v *validator) measure(d *Decider) extent {
	e := extent{places: 1, levels: 1}
	for _, child := range d.Children {
		if child == nil {
			continue
		}
		c := v.extents[child] // none of a decider that is its own descendant
		e.places = min(e.places+c.places, Countless)
		e.levels = max(e.levels, 1+c.levels)
		e.kept = min(e.kept+c.kept, Countless)
		e.handed = min(e.handed+c.handed, Countless)
		if d.Policy.SideBySide() {
			e.active = min(e.active+c.active, Countless)
		} else {
			e.active = max(e.active, c.active)
		}
	}
	switch {
	case d.DBlock != nil && !d.NilDBlock:
		h := d.DBlock
		e.handed = min(e.handed+plainBytes(h.DBlock), Countless)
		e.active = min(e.active+plainBytes(h.Behavior.Block), Countless)
	case d.Behavior != nil && !d.NilBehavior:
		e.active = min(e.active+plainBytes(d.Behavior.Block), Countless)
	}
	if d.Slot != nil {
		e.kept = min(e.kept+min(max(d.Slot.Reserve, 0), Countless), Countless)
	}
	return e
}

// plainBytes is what a block takes in an agent's fixed bytes, aligned as it lies there.
func plainBytes(b usercode.Block) int {
	if b.Pointers {
		return 0
	}
	return int(words(uint32(min(b.Size, Countless))))
}

// size checks that of a block or DBlock.
func (v *validator) size(what string, b usercode.Block) {
	if b.Size > declaration.MaxBlock && !b.Pointers {
		v.fault(declaration.BlockTooLarge, fmt.Sprintf("its %s %v takes %d bytes", what, b.Type, b.Size),
			fmt.Sprintf("keep it to %d, or put the bulk behind a pointer, which is allocated by itself", declaration.MaxBlock))
	}
}

// extent checks the whole tree against the limits, and reports whether it has not too many places and levels.
func (v *validator) extent(root *Decider) bool {
	e := v.extents[root]
	if e.places > declaration.MaxPlaces {
		v.fault(declaration.TooManyPlaces, fmt.Sprintf("the tree has %d places", e.places),
			fmt.Sprintf("keep it to %d; a shared decider counts once for each place", declaration.MaxPlaces))
	}
	if e.levels > declaration.MaxDepth {
		v.fault(declaration.TooDeep, fmt.Sprintf("the tree has %d levels", e.levels), fmt.Sprintf("keep it to %d", declaration.MaxDepth))
	}
	// Frames and timers are small, and blackboard values have a limit of their own.
	bytes := e.kept + e.active
	if v.leaving || len(v.slots) > 0 { // DBlocks wait in the memory while something leaves, maybe in a tree plugged in
		bytes += e.handed
	}
	if bytes > declaration.MaxMemory {
		v.fault(declaration.MemoryTooLarge, fmt.Sprintf("blocks, DBlocks that wait and slots take %d bytes of each agent's memory", bytes),
			fmt.Sprintf("keep them to %d; the children of Concurrent and of reactive groups do not share bytes", declaration.MaxMemory))
	}
	return e.places <= declaration.MaxPlaces && e.levels <= declaration.MaxDepth
}
