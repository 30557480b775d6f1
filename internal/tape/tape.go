// Package tape defines takes, which recording and playback share (RULES R32). A take holds the inputs of an agent's tick,
// the answers of user functions and of the world, and the memory afterwards. The engine writes takes, package history
// keeps them, and the engine plays them back.
package tape

import "github.com/decidertree/decidertree/world"

// Take is one tick of an agent, or one request between ticks. The engine reuses it, so a Sink copies what it keeps.
type Take struct {
	Agent    uint64
	Frame    uint64  // the world's frame; without a world, the agent's count of ticks
	Time, DT float64 // seconds
	Flags    uint64  // decision flags
	Stimuli  uint64  // flags of the stimuli at the start
	Marks    Marks
	Answers  []byte // in order, see Writer; equal bytes mean equal answers
	Image    []byte // the memory afterwards: Source.Size bytes, a multiple of 8
	Plugged  []byte // the trees plugged in afterwards, see memory.Instance.AppendPlugs; mostly empty
}

// Marks are facts about a take.
type Marks uint8

// The facts about a take.
const (
	Operation Marks = 1 << iota // not a tick but a Reset, Close, Plug, Unplug or ResetBelow from outside
	Broken                      // the path left by a panic that was let through is taken down first
	LetPanics                   // panics are let through
	Crowd                       // the agent lives in a crowd, for which gates are granted when the world advances
	Restored                    // not a tick but the agent's state; the first take of each agent is one
	Gone                        // the agent has left its crowd or world, so no take follows
	Alone                       // the agent has no world; Frame is its count of ticks, which a Reset restarts
	Strict                      // a broken Subset Rule is an error
)

// Source describes the origin of takes: agents of one tree in one world, ticked by one goroutine at a time.
type Source struct {
	Crowd       string       // name of the crowd; "" for a single agent
	World       *world.World // nil for none
	Fingerprint uint64       // fingerprint of the tree
	Size        int          // bytes of an agent's memory
	Describe    func() any   // returns the tree's *description.Tree; slow
}

// Sink receives takes. It is used by one goroutine at a time; the sinks of a crowd's workers run in parallel, for different
// agents. It must not block, panic or, in the steady state, allocate.
type Sink interface {
	// Wants returns which of 64 agents to record: bit i stands for the agent with ID 64*word + i. It is called in each
	// frame for agents that tick.
	Wants(word uint64) uint64
	// Take receives a take.
	Take(*Take)
	// Tree introduces a tree before the first take that plugs it in or has it plugged in.
	Tree(fingerprint uint64, describe func() any)
}
