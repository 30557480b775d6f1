// Package why explains why a decider runs or does not, in words that need no knowledge of the engine, and as data.
//
// [Now] explains a live agent. [Explain] explains one decider in one recorded tick: whether it was active, what made it
// active and what ended it; if it was not active, every condition in the order of asking with its value, or why nobody asked
// it. [LastRan] and [InterruptedBy] find its last run and what ended it. [Oscillations] finds deciders that take turns too
// quickly, and the conditions that toggled.
//
// All but Now execute recorded ticks again. They call no function of the game, work with a recording from a file, and may
// be called in any goroutine.
package why
