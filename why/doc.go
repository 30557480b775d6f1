// Package why tells from a recording why a decider ran in a tick, or why it did not: in words that need no knowledge of
// the engine, and as data.
//
// [Explain] takes one decider in one tick: whether it was active, what made it so and what ended it; where it was not,
// every condition it was asked in the order of asking, with the value seen; or why nobody asked it. [LastRan] and
// [InterruptedBy] look for its last run and what put an end to it, [Oscillations] for deciders that take turns too
// quickly, and what toggled.
//
// Everything is found by executing recorded ticks again, so no function of the game is called, and a recording from a
// file will do. All of it may be asked in any goroutine. What tells only of the present is Memory.Why of package
// decider.
package why
