package usercode

import "unsafe"

// Host runs a Context: the engine, or the reference interpreter. Every method speaks of the decider whose
// user code is running now.
type Host interface {
	// Duration is how long it has been active, in seconds.
	Duration() float64
	// Reason is the behavior.Reason of the Deactivate or Leave that is running, else 0.
	Reason() uint8
	// DeciderName is its name.
	DeciderName() string
	// DelegateDecide asks its children in its place and returns the chosen child's value, 0 for none.
	DelegateDecide() float64
	// Fail records an error of user code.
	Fail(error)
	// Squad is the squad it stands in, and the agent's part in it; 0 where it stands in none.
	Squad() (instance uint64, role uint8)
	// Draw returns the next 64 random bits of this agent, frame and place.
	Draw() uint64
	// Tree is the *decider.Tree[A] it stands in.
	Tree() any
	// Value is where a blackboard value lies for the decider whose code runs, by the key's ID: an error where no
	// decider of the tree declares it or, for scope Decider, none at or above that one does; ErrByHand where
	// the Context keeps it.
	Value(id uint32) (unsafe.Pointer, error)
	// Plug puts a *decider.Tree[A] into a *decider.Slot[A], nil takes it out, at the end of the tick.
	Plug(slot, tree any) error
	// ResetBelow resets a subtree by its decider's name at the end of the tick.
	ResetBelow(name string) error
}
