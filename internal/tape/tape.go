// Package tape is what recording and re-executing share (RULES R32): what an agent's tick was given, what user functions
// and the world answered, and what its memory came to. The engine fills it in, package history keeps it, and the engine
// plays it back.
package tape

import "github.com/decidertree/decidertree/world"

// Take is one tick of an agent, or one thing done with it between ticks. It is reused: copy what is kept.
type Take struct {
	Agent    uint64
	Frame    uint64  // the world's; of an agent without a world its own count of ticks
	Time, DT float64 // seconds
	Flags    uint64  // the decision flags it was ticked with
	Stimuli  uint64  // the flags of its stimuli when it began
	Marks    Marks
	Answers  []byte // in order, see Writer; takes with the same bytes were answered the same
	Image    []byte // its memory afterwards, Source.Size bytes, a multiple of 8
	Plugged  []byte // which trees are plugged in afterwards, see AppendPlug; mostly empty
}

// Marks are facts about a take.
type Marks uint8

const (
	Operation Marks = 1 << iota // it is no tick: a Reset, Close, Plug, Unplug or ResetBelow from outside
	Broken                      // a panic that was let through has left its path to be taken down first
	LetPanics                   // panics are let through
	Crowd                       // the agent lives in a crowd: gates are granted when the world advances
	Restored                    // no tick: the agent as it is, whatever went before; each agent's first take is one
	Gone                        // it has left its crowd or world: no take follows
	Alone                       // it has no world: its frame is its own count of ticks, which a Reset begins anew
)

// Source is where takes come from: the agents of a tree in one world, ticked by one goroutine at a time.
type Source struct {
	Crowd       string       // its name; "" for a single agent
	World       *world.World // nil for none
	Fingerprint uint64       // of the tree
	Size        int          // bytes of an agent's memory
	Describe    func() any   // the tree's *decider.Description; it is slow
}

// Sink takes takes. One belongs to one goroutine at a time; those of a crowd's workers are called side by side, for
// different agents. It must neither block nor allocate in the steady state, nor panic.
type Sink interface {
	// Wants tells which of 64 agents are to be recorded: bit i stands for the one of ID 64*word + i. It is asked in each
	// frame, for those that tick.
	Wants(word uint64) uint64
	// Take keeps what it wants of a take.
	Take(*Take)
	// Tree tells of a tree before a take that has it plugged in, or that has asked for that.
	Tree(fingerprint uint64, describe func() any)
}

// Recorder makes sinks: a *history.Recorder.
type Recorder interface {
	// Sink returns an error where such agents cannot be recorded.
	Sink(Source) (Sink, error)
}
