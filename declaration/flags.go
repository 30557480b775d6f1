package declaration

import (
	"strings"

	"github.com/decidertree/decidertree/behavior"
)

// DecisionFlags are the game's switches over deciders, passed to every tick (Spore S06).
type DecisionFlags = behavior.DecisionFlags

// Check is a test of DecisionFlags, as data. It passes if all flags of All are set, at least one of Any (unless Any
// is zero), and none of None. The zero Check always passes.
type Check struct{ All, Any, None DecisionFlags }

// Passes reports whether flags pass the check.
func (c Check) Passes(flags DecisionFlags) bool {
	return flags&c.All == c.All && (c.Any == 0 || flags&c.Any != 0) && flags&c.None == 0
}

// IsZero reports whether the check is zero, so that everything passes.
func (c Check) IsZero() bool { return c == Check{} }

// Flags change how a decider is used. They can be combined. Monitor and Barrier are for single deciders, the others
// for groups of any decide-first policy.
type Flags uint8

const (
	// CallDecideOnRedecide calls the group's own Decide before it redecides because a child has ended; a rejection
	// ends the group with Failure. The children then need not repeat the group's conditions (Spore S04).
	CallDecideOnRedecide Flags = 1 << iota
	// DelegateDecide makes the group accept if its own conditions pass and some child would accept. That child is
	// entered and not asked again. The group's value is that of its own Decide, or else that child's.
	DelegateDecide
	// FinishWithChild ends the group with the child's status as soon as a child ends.
	FinishWithChild
	// Monitor lets a child of a Selector interrupt those after it (Anguelov). While one of them is active the Monitor
	// is asked every tick. It fires when it accepts and did not when it was asked last: the Selector then clears its
	// stored state and starts from its first child in the same tick.
	Monitor
	// Barrier makes the members of a squad wait for each other (Anguelov). It is a leaf below a group with a Squad,
	// and ends with Success at the visit after all members have reached it or left. Its behavior, if any, runs
	// meanwhile.
	Barrier

	GroupFlags = CallDecideOnRedecide | DelegateDecide | FinishWithChild
	AllFlags   = GroupFlags | Monitor | Barrier
)

// String returns the names of the flags, joined by |; "0" for none.
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
