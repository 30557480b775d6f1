// Package debugprint shows what agents do and why, as text (Spore S11).
//
// [DebugPrintState] returns the state of one agent: its active path or paths, for a tooltip, or its whole tree.
// [AppendState] appends the same to a buffer without allocating.
//
//	tooltip := debugprint.DebugPrintState(memory, debugprint.ActivePath)
//
// [Output] is an observer that writes lines about what happens in ticks. [Slog] writes records of log/slog.
//
//	memory.Observe(&debugprint.Output{Level: 1, W: os.Stderr})
//
// # Levels
//
// The level of an Output can change at any time between ticks. Each level has all the lines of those below it:
//
//	0  nothing: the tick runs as if unobserved
//	1  behaviors that activate; broken Subset Rules; errors
//	2  also behaviors that deactivate, deciders entered and left, Jumps, Monitors that fire, iterations, pending
//	   deciders, trees plugged in and out, with reasons
//	3  also, every tick: its inputs and its end, each behavior ticked and its result, each Leave called
//	4  also each decider visited or continued, and children masked because they finished
//	5  also every child asked, with the precondition that failed or what Decide returned, and the choice
//
// A line consists of its level, the agent's ID, the time of the tick, a space for each level of depth in the tree,
// and a message:
//
//	DT(1) #7 @ 106.017:   activating behavior GROWL/0xe026fe22 with flags 0x0, in decider GUARD_NEST_GROWL/0xe0bc7acb
//	DT(5) #7 @ 149.267:  child 0 (DIE/0x5d19aaf1)...failed DecisionFlags check
//	DT(5) #7 @ 149.267:   child 1 (GUARD_NEST_FIGHT/0x9c1fae54)...has no preconditions...Decide returned 0.000000
//
// The messages are those of the Spore text, with agents by ID instead of address, and without the details of its
// implementation: masks as numbers, block IDs, next_decider_push. Instead of a depth the last line of a tick has the
// number of active deciders, since there may be several paths. Preconditions that passed are listed up to the one
// that failed; a decider may have none. A Weight counts as Decide's result. If only Decide is asked, by
// CallDecideOnRedecide or for the active child of a Scored group, the line says so.
//
// Sets of flags are printed in hexadecimal, or with the names in [Names]. Other names are printed as they are, except
// that characters that would break a line or control a terminal are escaped as in Go source.
//
// # Selecting
//
// Both observers have an Agent field to select one agent, and a Filter over events for everything else: one decider,
// one behavior, a range of times.
package debugprint
