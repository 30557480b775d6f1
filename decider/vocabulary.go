package decider

import (
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/tape"
)

// This file gives the words of package declaration, and the errors of package event, the names under which trees use
// them.

// DecisionFlags are the game's switches over deciders, handed in with every tick (Spore S06).
type DecisionFlags = declaration.DecisionFlags

// Check tests DecisionFlags: it passes when all flags of All are set, at least one of Any (unless Any is zero) and
// none of None. The zero Check always passes.
type Check = declaration.Check

// Policy says how a group runs its children. See package declaration for what each policy does.
type Policy = declaration.Policy

// The policies. PrioritizedList to Scored ask children before one of them runs; Sequence to ReactiveSelector run
// children in order and go by what they return; Concurrent runs all that accept at once.
const (
	PrioritizedList   = declaration.PrioritizedList   // the first that accepts; those above it may interrupt it
	Sequential        = declaration.Sequential        // in order, skipping those that reject
	SequentialLooping = declaration.SequentialLooping // the same, round and round
	Random            = declaration.Random            // drawn by weight
	Shuffle           = declaration.Shuffle           // drawn by weight, none twice before all had their turn
	OneOff            = declaration.OneOff            // prioritized, each at most once
	Scored            = declaration.Scored            // the highest value, asked again every tick
	Sequence          = declaration.Sequence          // in order until one fails
	Selector          = declaration.Selector          // in order until one does not fail
	ReactiveSequence  = declaration.ReactiveSequence  // a Sequence from its first child every tick
	ReactiveSelector  = declaration.ReactiveSelector  // a Selector from its first child every tick
	Concurrent        = declaration.Concurrent        // all that accept, at once
)

// Flags change how a decider is used. They can be combined. See package declaration for what each flag does.
type Flags = declaration.Flags

// The flags.
const (
	CallDecideOnRedecide = declaration.CallDecideOnRedecide // the group's own Decide is asked before it redecides
	DelegateDecide       = declaration.DelegateDecide       // the group accepts when a child would
	FinishWithChild      = declaration.FinishWithChild      // the group ends with its first child that ends
	Monitor              = declaration.Monitor              // it may interrupt the children after it in its Selector
	Barrier              = declaration.Barrier              // it waits until its whole squad has come to it
)

// Modifiers change how often, how long and how a decider ends.
type Modifiers = declaration.Modifiers

// Forever is a Repeat without end.
const Forever = declaration.Forever

// Until is the status of an iteration that ends a Repeat.
type Until = declaration.Until

// What ends a Repeat.
const (
	UntilDone    = declaration.UntilDone    // only the count
	UntilSuccess = declaration.UntilSuccess // an iteration that succeeds
	UntilFailure = declaration.UntilFailure // an iteration that fails
)

// Outcome is how a decider's own status becomes the one its parent sees.
type Outcome = declaration.Outcome

// The outcomes.
const (
	AsIs          = declaration.AsIs          // unchanged
	Inverted      = declaration.Inverted      // Success and Failure change places
	AlwaysSuccess = declaration.AlwaysSuccess // whatever it was
	AlwaysFailure = declaration.AlwaysFailure // whatever it was
)

// The errors of ticks. See package event.
type (
	TickError  = event.TickError  // one thing that went wrong in a tick
	PanicError = event.PanicError // a panic of user code, contained
	LoopError  = event.LoopError  // a tick that would not have ended
	KeyError   = event.KeyError   // a blackboard value that is not to be had
)

// Requirements are what one agent of a tree needs, and the most a tick of it can take: see
// [Tree.MemoryRequirements].
type Requirements = description.Requirements

// Requirement is one place's part.
type Requirement = description.Requirement

// Recorder records agents: a *history.Recorder.
type Recorder interface {
	// Sink is for the packages of this module.
	Sink(engine.Key, tape.Source) (tape.Sink, error)
}
