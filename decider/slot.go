package decider

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/plain"
)

// Slot is a place in a tree into which another tree is plugged per agent and at run time, so that a smart object can
// tell an agent how to use it. Declare it as a package-level variable and name it in Decider.Slot. It is pure data;
// what is plugged in is part of the agent's memory.
//
// A plugged tree keeps its timers, counts and blackboard values as long as it is plugged in, active or not, in the
// bytes that the slot reserves. The slots of a plugged tree can be plugged as well.
type Slot[A any] struct {
	// Name identifies the slot for people and in errors. It is required and unique in the tree.
	Name string
	// Reserve is how many bytes of each agent's memory are kept for the plugged tree, at most
	// [declaration.MaxReserve]. A tree needs MemoryRequirements().Bytes of them; Plug refuses a tree that needs more,
	// with [ErrSlotOverflow].
	Reserve int
}

// Plug plugs a tree into the slot, for the agent whose code runs, at the end of its tick. A tree that was plugged in
// before is unplugged first. The slot is searched for in the tree whose code runs, then in the trees around it, then
// in the other plugged trees. Plug allocates.
//
// An error is returned at once, and nothing has changed: one wrapping [ErrNilTree], [ErrSlotOverflow],
// [ErrSlotCycle], [ErrNoSlot], [ErrKey], or [ErrNoMemory] for a Context made by hand.
func (s *Slot[A]) Plug(c *behavior.Context[A], tree *Tree[A]) error {
	if tree == nil {
		return ErrNilTree
	}
	return s.plug(c, tree)
}

// Unplug takes the plugged tree out at the end of the tick. What is active in it is deactivated with the reason
// Removed. An empty slot is an error wrapping [ErrNotPlugged]; other errors are those of [Slot.Plug].
func (s *Slot[A]) Unplug(c *behavior.Context[A]) error { return s.plug(c, nil) }

func (s *Slot[A]) plug(c *behavior.Context[A], tree *Tree[A]) error {
	h := hostOf(c)
	if h == nil {
		return ErrNoMemory
	}
	return h.Plug((*plain.Slot)(s), tree.compiled())
}

// ResetBelow resets the deciders of that name and everything below them at the end of the running tick: see
// [Memory.ResetBelow].
func ResetBelow[A any](c *behavior.Context[A], name string) error {
	h := hostOf(c)
	if h == nil {
		return ErrNoMemory
	}
	return h.ResetBelow(name)
}
