package usercode

import "unsafe"

// Host answers the calls of a Context: it is the engine or the reference interpreter. Every method refers to the decider
// whose user code is running.
type Host interface {
	// Duration returns how long the decider has been active, in seconds.
	Duration() float64
	// Reason returns the behavior.Reason of the running Deactivate or Leave, else 0.
	Reason() uint8
	// DeciderName returns the decider's name.
	DeciderName() string
	// DelegateDecide asks the decider's children in its place and returns the chosen child's value, 0 for none.
	DelegateDecide() float64
	// Fail records an error of user code.
	Fail(error)
	// Squad returns the squad that the decider stands in and the agent's role, or 0.
	Squad() (instance uint64, role uint8)
	// Draw returns the next 64 random bits for the agent, frame and place.
	Draw() uint64
	// Tree returns the *decider.Tree[A] of the decider.
	Tree() any
	// Value returns where a blackboard value lies for the decider, by the key's ID. It returns an error if no decider of
	// the tree declares the key or, for scope Decider, none at or above this one; and ErrByHand if the Context keeps it.
	Value(id uint32) (unsafe.Pointer, error)
	// Plug plugs a *decider.Tree[A] into a *decider.Slot[A] at the end of the tick; a nil tree unplugs the slot.
	Plug(slot, tree any) error
	// ResetBelow resets the subtree of the named decider at the end of the tick.
	ResetBelow(name string) error
}
