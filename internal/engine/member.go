package engine

import (
	"iter"
	"slices"
)

// Holds are what tools, not the game, hold an agent to. It is not changed once an agent has it.
type Holds struct {
	Set, Clear uint64 // decision flags, over those the game gives
	Deciders   []Hold
}

// Copy is a copy to be changed; of nil one that holds to nothing.
func (h *Holds) Copy() *Holds {
	if h == nil {
		return &Holds{}
	}
	return &Holds{h.Set, h.Clear, slices.Clone(h.Deciders)}
}

// Any is h, or nil where that holds to nothing.
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
	Override uint8  // a decider.Override
}

// Glance is what is seen of an agent from afar.
type Glance struct {
	Agent, Flags, Stimuli uint64 // flags: of its last tick; of its stimuli, as they are
	Leaf                  int32  // the place of the deepest decider active in its own tree, of several the first; -1 for none
	Status                uint8  // a behavior.Status: of its last tick
}

// Member is a single agent or a crowd as tools see it. Its methods are called between ticks, in the goroutine that ticks.
type Member interface {
	// Name is the crowd's name; "" for a single agent.
	Name() string
	// Tree is the *decider.Description of its agents' tree, made anew each time; Fingerprint tells which it is.
	Tree() any
	Fingerprint() uint64
	// Len is how many agents it has; Agents yields their IDs in the order they lie in, which is not that of the IDs.
	Len() int
	Agents() iter.Seq[uint64]
	// Record has a decider.Recorder record all its agents; nil for no more.
	Record(recorder any) error
	// Spy has a decider.Observer be told beside the game's own; nil for nobody.
	Spy(observer any) error
	// Glances looks at one agent after the other, from a cursor on that is 0 first, as many as into has room for. next is
	// where to go on, at any later time; negative at the end. It allocates nothing.
	Glances(cursor int, into []Glance) (n, next int)
	// Still has the Recorder take an agent down as it is.
	Still(id uint64) error
	// Holds are what it is held to; Hold changes that, nil for nothing.
	Holds(id uint64) *Holds
	Hold(id uint64, holds *Holds) error
	// Stimulate gives it a stimuli.Stimulus now. Reset is Memory.Reset.
	Stimulate(id uint64, stimulus any) error
	Reset(id uint64) error
}
