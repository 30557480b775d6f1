package declaration

import (
	"fmt"
	"strings"
)

//go:generate go tool -modfile=../tools/go.mod stringer -type=Code -output=code_string.go

// Code names one rule that a tree can break. It is an error, so errors.Is(err, declaration.Cycle) reports whether
// decider.InitializeTreeData found that fault, among others.
type Code uint8

const (
	NilTree                Code = 1 + iota // the root is nil
	NilChild                               // a group's child is nil
	NoName                                 // a decider, a behavior, or the System of a deferred behavior has no name
	NameTwice                              // two deciders of the tree share a name
	IDTwice                                // two names have the same 32-bit ID
	Cycle                                  // a decider is its own descendant
	ChildTwice                             // a group has the same decider twice
	Empty                                  // neither Behavior, DBlock, Children, Jump, Slot nor Copy, and it is neither a Barrier nor a condition leaf
	TwoContents                            // two of these that exclude each other
	NilContent                             // Behavior or DBlock holds a nil pointer, or a DBlock or deferred behavior lacks a part
	DecideTwice                            // Decide beside DBlock, which has its own
	RootAsked                              // the root has conditions or Modifiers, which only a group asks and applies
	GroupOnly                              // a leaf has a group's Options, Policy, Margin or Squad, or a group that is not Scored a Margin
	JumpOnly                               // a Jump has a field that has no meaning on it
	UnknownPolicy                          // Policy is none of the constants
	UnknownOptions                         // Options has bits that are none of the constants
	BadNumber                              // a number is negative, NaN or infinite where it must not be
	NeverPasses                            // a check contradicts itself, or Weight is negative: it can never accept
	NeverRuns                              // an earlier sibling always shuts it out
	JumpUnknown                            // no decider has the name
	JumpAmbiguous                          // the target stands in more than one place
	JumpToAncestor                         // the target is the Jump itself, or contains it
	JumpToJump                             // the target is a Jump
	BlockTooLarge                          // a block or a blackboard value exceeds MaxBlock, or all values MaxValues
	TooManyPlaces                          // the tree exceeds MaxPlaces
	TooDeep                                // the tree exceeds MaxDepth
	DecideFirstOnly                        // CallDecideOnRedecide, DelegateDecide or FinishWithChild on a group that is not decide-first
	JumpThroughRunFirst                    // a group between a Jump and its target is not decide-first
	MonitorOutsideSelector                 // a Monitor that is not the child of a Selector
	BadModifiers                           // Modifiers out of range, or that exclude each other or a DBlock
	BadThreshold                           // SucceedAt or FailAt is negative or above the number of children, or the group is not Concurrent
	BadLeave                               // Leave without a finite LeaveTimeout above 0, or LeaveTimeout without Leave
	SlotOnly                               // a decider with a Slot has a field that has no meaning on it
	BadSlot                                // a Slot without a name, or with a negative or too large Reserve
	SlotTwice                              // a Slot, or its name, stands in two places
	MemoryTooLarge                         // blocks and slots exceed MaxMemory
	BadKey                                 // a blackboard key that is nil, nameless, a copy of another or listed twice
	KeyMismatch                            // two blackboard keys of one name
	BadGate                                // a Gate without name, with Max below 1 or a bad cooldown, or GateKey without Gate
	BadSquad                               // a Squad without name, with Agents below 1 or Roles that do not fit, or below itself, or SquadKey or CanPlay without Squad
	GateTwice                              // two gates, or two squads, of one name
	BarrierOutsideSquad                    // a Barrier that is no leaf below a group with a Squad
	RoleOutsideSquad                       // a Role asked for where no group above has a Squad
	BadPeriod                              // a Period that is negative, NaN or infinite, or without a Tick
	BadName                                // a name of a decider, behavior, key, slot, gate, squad or system that is not valid UTF-8
	WaitsForNothing                        // the option Wait on a decider without a Gate or Squad
	CopyOnly                               // a field that has no meaning beside a Copy
	CopyTwice                              // a field that is set beside a Copy and in what it copies, where both cannot hold
	ConcurrentOnly                         // RejectedFails on a group that is not Concurrent
)

// Error returns the name of the code. It makes a Code a target for errors.Is.
func (c Code) Error() string { return "decider: " + c.String() }

// Fault is one broken rule in a tree.
type Fault struct {
	Code   Code
	Path   string // from the root, in words: "ROOT > GUARD_NEST > PATROL"
	Detail string // what is wrong
	Remedy string // what to do
}

// Error returns the path, the code, the detail and the remedy in one line.
func (f *Fault) Error() string {
	return fmt.Sprintf("%s: %s: %s; %s", f.Path, f.Code.String(), f.Detail, f.Remedy)
}

// Unwrap returns the Code.
func (f *Fault) Unwrap() error { return f.Code }

// Faults is the error of decider.InitializeTreeData: all faults of a tree, in the order of its deciders.
type Faults []*Fault

// Error returns all faults, one a line.
func (f Faults) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "decider: the tree has %d fault(s):", len(f))
	for _, fault := range f {
		b.WriteString("\n\t" + fault.Error())
	}
	return b.String()
}

// Unwrap returns the faults.
func (f Faults) Unwrap() []error {
	all := make([]error, len(f))
	for i := range f {
		all[i] = f[i]
	}
	return all
}
