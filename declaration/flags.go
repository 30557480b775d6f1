package declaration

import (
	"strings"

	"github.com/decidertree/decidertree/behavior"
)

// DecisionFlags are the game's switches over deciders, handed in with every tick (Spore S06).
type DecisionFlags = behavior.DecisionFlags

// Check is a test of DecisionFlags as data: it passes when all flags of All are set, at least one of Any
// (unless Any is zero) and none of None. The zero Check always passes.
type Check struct{ All, Any, None DecisionFlags }

// Passes reports whether flags fulfil the check.
func (c Check) Passes(flags DecisionFlags) bool {
	return flags&c.All == c.All && (c.Any == 0 || flags&c.Any != 0) && flags&c.None == 0
}

// IsZero reports whether the check asks for nothing.
func (c Check) IsZero() bool { return c == Check{} }

// Flags change how a decider is used. They can be combined; all but Monitor and Barrier are a group's and
// hold for every decide-first policy.
type Flags uint8

const (
	// CallDecideOnRedecide asks the group's own Decide first whenever it redecides because a child finished;
	// a rejection ends the group in Failure. It spares the children the group's own checks (Spore S04).
	CallDecideOnRedecide Flags = 1 << iota
	// DelegateDecide accepts when, after the group's own conditions, some child would; that child is the one
	// entered and not asked again. The group's value is its own Decide's, or else that child's.
	DelegateDecide
	// FinishWithChild ends the group with its child's status as soon as a child finishes.
	FinishWithChild
	// Monitor, on a child of a Selector, lets it interrupt those after it (Anguelov): while one of them runs,
	// it is asked every tick, and fires when it accepts and did not when it was asked last. Firing clears what
	// the Selector has stored and runs it from the start in the same tick.
	Monitor
	// Barrier, on a leaf below a squad's group, makes the members wait for each other: it ends in Success at the
	// visit after all of them have come to it or left. Its behavior, if any, is what they do meanwhile (Anguelov).
	Barrier

	GroupFlags = CallDecideOnRedecide | DelegateDecide | FinishWithChild
	AllFlags   = GroupFlags | Monitor | Barrier
)

// String names the flags, joined by |; "0" for none.
func (f Flags) String() string {
	if f == 0 {
		return "0"
	}
	var names []string
	for _, n := range []struct {
		flag Flags
		name string
	}{{CallDecideOnRedecide, "CallDecideOnRedecide"}, {DelegateDecide, "DelegateDecide"}, {FinishWithChild, "FinishWithChild"}, {Monitor, "Monitor"},
		{Barrier, "Barrier"}} {
		if f&n.flag != 0 {
			names = append(names, n.name)
		}
	}
	if f&^AllFlags != 0 {
		names = append(names, "unknown")
	}
	return strings.Join(names, "|")
}
