// Package debugprint shows what agents do and why, as text (Spore S11). It has two views.
//
// [DebugPrintState] is the state of one agent: its active path, or paths, for a tooltip, or its whole tree.
// [AppendState] puts the same into a buffer without allocating.
//
//	tooltip := debugprint.DebugPrintState(memory, debugprint.ActivePath)
//
// [Output] is what happens in ticks: an observer that writes lines. [Slog] is the same as records of log/slog.
//
//	memory.Observe(&debugprint.Output{Level: 1, W: os.Stderr})
//
// # Levels
//
// The level of an Output can change at any time between ticks. Each level has all the lines of those below it:
//
//	0  nothing: the tick runs as if unobserved
//	1  behaviors that activate; broken Subset Rules; errors
//	2  also behaviors that deactivate, deciders entered and left, Jumps, Monitors that fire, iterations, what is
//	   pending, trees plugged in and out, with reasons
//	3  also, every tick: its inputs and its end, each behavior ticked and what came of it, each Leave called
//	4  also each decider visited or continued, and children masked because they finished
//	5  also every child asked, with the precondition that failed or what Decide returned, and what was chosen
//
// A line is made of its level, the agent's ID, the time of the tick, a space for each level of depth in the
// tree, and a message:
//
//	DT(1) #7 @ 106.017:   activating behavior GROWL/0xe026fe22 with flags 0x0, in decider GUARD_NEST_GROWL/0xe0bc7acb
//	DT(5) #7 @ 149.267:  child 0 (DIE/0x5d19aaf1)...failed DecisionFlags check
//	DT(5) #7 @ 149.267:   child 1 (GUARD_NEST_FIGHT/0x9c1fae54)...has no preconditions...Decide returned 0.000000
//
// The messages are those of the Spore text, with agents by ID instead of by address, and without what only its
// implementation had: masks as numbers, block IDs, next_decider_push. Instead of a depth the last line of a tick
// has how many deciders are active, as there may be several paths. Where a precondition has passed, the next
// is told after it; without any, the decider has no preconditions. A Weight counts as what Decide returned. Where
// a Decide alone is asked, again by CallDecideOnRedecide or for the active child of a Scored group, the line says
// that preconditions were not.
//
// Sets of flags print in hexadecimal, or by the names that [Names] gives them. Other names print as they are,
// except that what would break a line or steer a terminal is escaped as in Go source.
//
// # Which agent
//
// Both observers have an Agent field for looking at one creature of a crowd, and a Filter over events for
// everything else: one decider, one behavior, one range of times.
package debugprint
