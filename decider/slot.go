package decider

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/plain"
)

// Slot is a connector for child trees: a place in a tree where another one is plugged in per agent and at run
// time, so that a smart object can tell an agent how to use it. Declare it as a package-level variable and name
// it in a decider's Slot. It is pure data; what is plugged in belongs to the agent's memory.
//
// A tree that is plugged in keeps its timers, counts and blackboard values as long as it stays, whether it runs
// or not, in the bytes the slot reserves. Its own slots take plugs as well.
type Slot[A any] struct {
	// Name is for people and errors; no two slots of a tree share one.
	Name string
	// Reserve is how many bytes of each agent's memory are kept for what is plugged in. A tree needs
	// MemoryRequirements().Bytes; one that needs more is refused with an error wrapping [ErrSlotOverflow].
	Reserve int
}

// Plug puts a tree into the slot for the agent whose code runs, at the end of its tick; what was in it is
// unplugged first. The slot is looked for in the tree the code stands in, then in the trees around it, then in
// those plugged in elsewhere. It allocates. What cannot be done is an error at once, and changes nothing:
// see [ErrSlotOverflow], [ErrSlotCycle], [ErrNoSlot].
func (s *Slot[A]) Plug(c *behavior.Context[A], tree *Tree[A]) error {
	if tree == nil {
		return ErrNilTree
	}
	return s.plug(c, tree)
}

// Unplug takes out what is plugged in, at the end of the tick: what is active of it goes down with the reason
// Removed. Where nothing is plugged in it is an error wrapping [ErrNotPlugged].
func (s *Slot[A]) Unplug(c *behavior.Context[A]) error { return s.plug(c, nil) }

func (s *Slot[A]) plug(c *behavior.Context[A], tree *Tree[A]) error {
	h := hostOf(c)
	if h == nil {
		return ErrNoMemory
	}
	return h.Plug((*plain.Slot)(s), tree.compiled())
}

// ResetBelow resets the decider of that name and all below it, at the end of the running tick: see
// [Memory.ResetBelow].
func ResetBelow[A any](c *behavior.Context[A], name string) error {
	h := hostOf(c)
	if h == nil {
		return ErrNoMemory
	}
	return h.ResetBelow(name)
}
