package decider

import "github.com/decidertree/decidertree/behavior"

// Kind is what a decider has under it.
type Kind uint8

const (
	BehaviorDecider  Kind = iota // a leaf: it runs a behavior
	GroupDecider                 // it has children
	ReferenceDecider             // it jumps to another decider
)

// State is one decider's state in one agent, for people and tools: a line of DebugPrintState.
type State struct {
	Place         int // in the tree's order
	Depth         int // 0 for the root
	Index         int // within its group, 0 for the root
	Decider       Label
	Kind          Kind
	Policy        Policy
	Flags         Flags
	Children      int
	Active        bool
	ActiveChild   int            // index of the active child, -1 for none
	Duration      float64        // seconds it has been active, 0 where it is not
	Behavior      Label          // zero where it has none
	BehaviorFlags behavior.Flags // handed to the behavior
	BlockSize     int            // bytes of the behavior's block
	Target        Label          // of a Jump
}
