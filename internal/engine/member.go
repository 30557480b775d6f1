package engine

import (
	"iter"
	"slices"
)

// Holds are the overrides that tools, not the game, set for an agent. Once an agent has them they are not modified.
type Holds struct {
	Set, Clear uint64 // decision flags to set and clear in those of the game
	Deciders   []Hold
}

// Copy returns a copy that may be modified; of nil an empty one.
func (h *Holds) Copy() *Holds {
	if h == nil {
		return &Holds{}
	}
	return &Holds{h.Set, h.Clear, slices.Clone(h.Deciders)}
}

// Any returns h, or nil if h is empty.
func (h *Holds) Any() *Holds {
	if h.Set|h.Clear == 0 && len(h.Deciders) == 0 {
		return nil
	}
	return h
}

// Hold is a decider that is forced or forbidden.
type Hold struct {
	Name     string
	ID       uint32 // the hash of the name
	Override uint8  // an event.Override
}

// Glance is a summary of an agent.
type Glance struct {
	Agent, Flags, Stimuli uint64 // Flags of the last tick; Stimuli as they are now
	Leaf                  int32  // the deepest active place of its own tree, the first if there are several; -1 for none
	Status                uint8  // a behavior.Status, of the last tick
}

// Member is a single agent or a crowd, for tools. Its methods are called between ticks, by the goroutine that ticks.
type Member interface {
	// Name returns the crowd's name, or "" for a single agent.
	Name() string
	// Tree returns a new *description.Tree of its agents' tree.
	Tree() any
	// Fingerprint returns the fingerprint of that tree.
	Fingerprint() uint64
	// Len returns the number of agents.
	Len() int
	// Agents yields the IDs of the agents in storage order, which need not be ascending.
	Agents() iter.Seq[uint64]
	// Record makes a tick.Recorder record all agents; nil stops recording.
	Record(recorder any) error
	// Spy sets an event.Observer beside the game's own; nil removes it.
	Spy(observer any) error
	// Glances fills into with summaries of successive agents from a cursor on, which is 0 at first. next is the cursor of a
	// later call, negative at the end. It does not allocate.
	Glances(cursor int, into []Glance) (n, next int)
	// Still records the state of an agent.
	Still(id uint64) error
	// Holds returns the overrides of an agent, or nil.
	Holds(id uint64) *Holds
	// Hold sets the overrides of an agent; nil removes them.
	Hold(id uint64, holds *Holds) error
	// Stimulate adds a stimuli.Stimulus to an agent's stimuli at once.
	Stimulate(id uint64, stimulus any) error
	// EditValue calls edit with the bytes of a value of the agent's own blackboard, by its number in the tree's
	// Description.Values; edit may change them. They are nil for a value with pointers.
	EditValue(id uint64, value int, edit func(bytes []byte) error) error
	// Reset is Memory.Reset.
	Reset(id uint64) error
}
