package declaration

import (
	"fmt"
	"strings"
)

//go:generate go tool -modfile=../tools/go.mod stringer -type=Code -output=code_string.go

// Code names one rule a tree can break. It is an error itself, so errors.Is(err, decider.Cycle) asks whether
// [InitializeTreeData] found that fault among others.
type Code uint8

const (
	NilTree                Code = 1 + iota // the root is nil
	NilChild                               // a group's child is nil
	NoName                                 // a decider, a behavior or a deferred one's System has no name
	NameTwice                              // two deciders of the tree share a name
	IDTwice                                // two names have the same 32-bit ID
	Cycle                                  // a decider is its own descendant
	ChildTwice                             // a group has the same decider twice
	Empty                                  // neither Behavior, DBlock, Children, Jump nor Slot, and it is no Barrier
	TwoContents                            // two of them that exclude each other
	NilContent                             // Behavior or DBlock holds a nil pointer, or a DBlock or deferred behavior lacks a part
	DecideTwice                            // Decide beside DBlock, which has its own
	RootAsked                              // the root has conditions or Modifiers, which are a group's to ask and apply
	GroupOnly                              // a leaf has a group's Flags, Policy, Margin or Squad, or a group that is not Scored a Margin
	JumpOnly                               // a Jump has what it cannot have
	UnknownPolicy                          // Policy is none of the constants
	UnknownFlags                           // Flags has bits that are none of the constants
	BadNumber                              // a number is negative, NaN or infinite where it must not be
	NeverPasses                            // a check contradicts itself, or Weight is negative: it can never accept
	NeverRuns                              // an earlier sibling shuts it out, whatever happens
	JumpUnknown                            // no decider has the name
	JumpAmbiguous                          // the target stands in more than one place
	JumpToAncestor                         // the target is the Jump itself, or contains it
	JumpToJump                             // the target is a Jump
	BlockTooLarge                          // a block or a blackboard value exceeds MaxBlock, or all values MaxValues
	TooManyPlaces                          // the tree exceeds MaxPlaces
	TooDeep                                // the tree exceeds MaxDepth
	DecideFirstOnly                        // CallDecideOnRedecide, DelegateDecide or FinishWithChild on a group that is not decide-first
	JumpThroughRunFirst                    // a group on a Jump's way is not decide-first
	MonitorOutsideSelector                 // a Monitor that is not the child of a Selector
	BadModifiers                           // Modifiers out of range, or that exclude each other or a DBlock
	BadThreshold                           // SucceedAt or FailAt is no number of its children, or stands on no Concurrent group
	BadLeave                               // Leave without a finite LeaveTimeout above 0, or LeaveTimeout without Leave
	SlotOnly                               // a decider with a Slot has what it cannot have
	BadSlot                                // a Slot without name or with a negative or too large Reserve
	SlotTwice                              // a Slot, or its name, stands in two places
	MemoryTooLarge                         // blocks and slots exceed MaxMemory
	BadKey                                 // a blackboard key that is nil, nameless, a copy of another or listed twice
	KeyMismatch                            // two blackboard keys of one name
	BadGate                                // a Gate without name, with Max below 1 or a bad cooldown, or GateKey without Gate
	BadSquad                               // a Squad without name, with Agents below 1 or Roles that do not fit, or below itself, or SquadKey without Squad
	GateTwice                              // two gates, or two squads, of one name
	BarrierOutsideSquad                    // a Barrier that is no leaf below a group with a Squad
	RoleOutsideSquad                       // a Role asked for where no group above has a Squad
	BadPeriod                              // a Period that is negative, NaN or infinite, or without a Tick
)

// Error makes a Code a target for errors.Is.
func (c Code) Error() string { return "decider: " + c.String() }

// Fault is one thing wrong with a tree.
type Fault struct {
	Code   Code
	Path   string // from the root, in words: "ROOT > GUARD_NEST > PATROL"
	Detail string // what is wrong
	Remedy string // what to do
}

func (f *Fault) Error() string {
	return fmt.Sprintf("%s: %s: %s; %s", f.Path, f.Code.String(), f.Detail, f.Remedy)
}

// Unwrap returns the code.
func (f *Fault) Unwrap() error { return f.Code }

// Faults are all things wrong with a tree, in the order of its deciders.
type Faults []*Fault

func (f Faults) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "decider: the tree has %d fault(s):", len(f))
	for _, fault := range f {
		b.WriteString("\n\t" + fault.Error())
	}
	return b.String()
}

// Unwrap returns each fault.
func (f Faults) Unwrap() []error {
	all := make([]error, len(f))
	for i := range f {
		all[i] = f[i]
	}
	return all
}
