package declaration

import "strings"

// Options change how a decider is used. They can be combined. Monitor, Barrier and Wait are for single deciders,
// RejectedFails is for Concurrent groups, the others for groups of any decide-first policy.
type Options uint8

const (
	// CallDecideOnRedecide asks the group's own DecisionFlags, StimuliFlags and Decide before it redecides because a
	// child has ended; a rejection ends the group with Failure. The children then need not repeat the group's conditions (Spore S04).
	CallDecideOnRedecide Options = 1 << iota
	// DelegateDecide makes the group accept if its own conditions pass and some child would accept. That child is
	// entered and not asked again. The group's value is that of its own Decide, or else that child's.
	DelegateDecide
	// FinishWithChild ends the group with the child's status as soon as a child ends.
	FinishWithChild
	// Monitor lets a decider below a Selector, through Sequences and Selectors, interrupt the Selector's later children
	// (Anguelov). While one of them is active the Monitor, once it was reached,
	// is asked every tick. It fires when it accepts and did not when it was asked last: the Selector then clears its
	// stored state and starts from its first child in the same tick.
	Monitor
	// Barrier makes the members of a squad wait for each other (Anguelov). It is a leaf below a group with a Squad,
	// and ends with Success at the visit after all members have reached it or left. Its behavior, if any, runs
	// meanwhile.
	Barrier
	// Wait makes the group of a decider with a Gate or Squad wait while that says no, as it waits for one frame while
	// the answer is not known. A PrioritizedList, a ReactiveSelector and a Scored group with an active child run something
	// else meanwhile, if there is something.
	Wait
	// RejectedFails makes a child of a Concurrent group that rejects when it is asked count as one that was entered and
	// failed (Knafla). Without it a rejection takes the child out of the count. If the rejections alone fail the group, it
	// fails before any child is entered.
	RejectedFails

	GroupOptions = CallDecideOnRedecide | DelegateDecide | FinishWithChild
	AllOptions   = GroupOptions | Monitor | Barrier | Wait | RejectedFails
)

// String returns the names of the options, joined by |; "0" for none.
func (o Options) String() string {
	if o == 0 {
		return "0"
	}
	var names []string
	for _, n := range []struct {
		option Options
		name   string
	}{{CallDecideOnRedecide, "CallDecideOnRedecide"}, {DelegateDecide, "DelegateDecide"}, {FinishWithChild, "FinishWithChild"}, {Monitor, "Monitor"},
		{Barrier, "Barrier"}, {Wait, "Wait"}, {RejectedFails, "RejectedFails"}} {
		if o&n.option != 0 {
			names = append(names, n.name)
		}
	}
	if o&^AllOptions != 0 {
		names = append(names, "unknown")
	}
	return strings.Join(names, "|")
}
