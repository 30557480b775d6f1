package decider

import (
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/tape"
)

// This file aliases the types of other packages that tree literals and callers of a tick use.

// DecisionFlags are the game's switches over deciders, passed to every tick (Spore S06). Declare them as 1 << iota
// constants.
type DecisionFlags = declaration.DecisionFlags

// Check tests DecisionFlags. It passes if all flags of All are set, at least one of Any (unless Any is zero), none of
// None, and not all of NotAll (unless NotAll is zero). The zero Check always passes.
type Check = declaration.Check

// Policy is how a group runs its children. The zero Policy is PrioritizedList. See [declaration.Policy].
type Policy = declaration.Policy

// The policies. PrioritizedList to Scored ask children before one of them runs. Sequence to ReactiveSelector run children
// in order and go by the statuses these return. Concurrent runs all children that accept at the same time.
const (
	PrioritizedList   = declaration.PrioritizedList   // the first child that accepts; those before it may interrupt it
	Sequential        = declaration.Sequential        // one after the other, skipping those that reject
	SequentialLooping = declaration.SequentialLooping // Sequential, beginning again after the last
	Random            = declaration.Random            // one of those that accept, drawn by weight
	Shuffle           = declaration.Shuffle           // Random, but no child twice before all had a turn
	OneOff            = declaration.OneOff            // PrioritizedList, each child at most once
	Scored            = declaration.Scored            // the child with the highest value; asked every tick
	Sequence          = declaration.Sequence          // one after the other until one fails
	Selector          = declaration.Selector          // one after the other until one does not fail
	ReactiveSequence  = declaration.ReactiveSequence  // a Sequence that begins at its first child every tick
	ReactiveSelector  = declaration.ReactiveSelector  // a Selector that begins at its first child every tick
	Concurrent        = declaration.Concurrent        // all children that accept, at the same time
)

// Options change how a decider is used. They can be combined. See [declaration.Options].
type Options = declaration.Options

// The options.
const (
	CallDecideOnRedecide = declaration.CallDecideOnRedecide // the group's own Decide is called before it redecides
	DelegateDecide       = declaration.DelegateDecide       // the group accepts if a child would
	FinishWithChild      = declaration.FinishWithChild      // the group ends as soon as a child ends
	Monitor              = declaration.Monitor              // a child of a Selector may interrupt those after it
	Barrier              = declaration.Barrier              // a leaf waits for the whole squad
	Wait                 = declaration.Wait                 // the group waits while a decider's gate or squad says no
	RejectedFails        = declaration.RejectedFails        // a Concurrent group counts children that reject as failed
)

// Modifiers repeat a decider, limit its time and entries, and change its status. See [declaration.Modifiers].
type Modifiers = declaration.Modifiers

// Forever is a Repeat without end.
const Forever = declaration.Forever

// Until is the status of an iteration that ends a Repeat.
type Until = declaration.Until

// The values of Until.
const (
	UntilDone    = declaration.UntilDone    // only the count ends it
	UntilSuccess = declaration.UntilSuccess // an iteration that succeeds
	UntilFailure = declaration.UntilFailure // an iteration that fails
)

// Outcome is how a decider's own status becomes the status its parent sees.
type Outcome = declaration.Outcome

// The values of Outcome.
const (
	AsIs          = declaration.AsIs          // unchanged
	Inverted      = declaration.Inverted      // Success and Failure are swapped
	AlwaysSuccess = declaration.AlwaysSuccess // in any case
	AlwaysFailure = declaration.AlwaysFailure // in any case
)

// Errors of ticks. See package event.
type (
	TickError  = event.TickError  // one error of a tick, with its place
	PanicError = event.PanicError // a panic of user code, contained
	LoopError  = event.LoopError  // a tick that entered too many deciders
	KeyError   = event.KeyError   // a blackboard value that is not declared there
)

// Requirements is what one agent of a tree needs, and the most that a tick of it can take: see
// [Tree.MemoryRequirements].
type Requirements = description.Requirements

// Requirement is the part of one place in the Requirements.
type Requirement = description.Requirement

// Recorder records agents. It is sealed: only *history.Recorder implements it.
type Recorder interface {
	// Sink is for the packages of this module.
	Sink(engine.Key, tape.Source) (tape.Sink, error)
}

// Profiler counts and times the deciders of agents. It is sealed: only *profile.Profile implements it.
type Profiler = event.Profiler
