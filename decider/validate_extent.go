package decider

import (
	"fmt"

	"github.com/decidertree/decidertree/internal/engine"
)

// extent is what a decider and all below it come to, each number at most countless.
type extent struct {
	places, levels int
	kept           int // bytes of slots, which an agent keeps whatever is active
	active         int // bytes of the blocks that can be active at once
}

// bytes is what they take in an agent's memory beside frames and timers, which are small, and
// blackboard values, which have a limit of their own.
func (e extent) bytes() int { return min(e.kept+e.active, countless) }

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
		if d.Policy.sideBySide() {
			e.active = min(e.active+c.active, countless)
		} else {
			e.active = max(e.active, c.active)
		}
	}
	e.active = min(e.active+blockBytes(d), countless)
	if d.Slot != nil {
		e.kept = min(e.kept+min(max(d.Slot.Reserve, 0), countless), countless)
	}
	return e
}

// blockBytes is what a decider's block takes in the fixed bytes.
func blockBytes[A any](d *Decider[A]) int {
	var b engine.Block
	switch {
	case !isNil(d.DBlock):
		b = d.DBlock.Handover(key).Calls.Block
	case !isNil(d.Behavior):
		b = d.Behavior.Calls(key).Block
	}
	if b.Pointers {
		return 0
	}
	return min(int(b.Size), countless)
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
	if e.bytes() > MaxMemory {
		v.fault(MemoryTooLarge, fmt.Sprintf("blocks and slots take %d bytes of each agent's memory", e.bytes()),
			fmt.Sprintf("keep them to %d; the children of Concurrent and of reactive groups do not share bytes", MaxMemory))
	}
	return e.places <= MaxPlaces && e.levels <= MaxDepth
}
