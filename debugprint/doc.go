// Package debugprint shows what agents do and why, as text a person can read, or in the form of the Spore text (S11).
//
// [DebugPrintState] returns the state of one agent: its active path or paths, for a tooltip, or its whole tree.
// [AppendState] appends the same to a buffer without allocating.
//
//	tooltip := debugprint.DebugPrintState(memory, debugprint.ActivePath)
//
//	ROOT       1.0 s
//	  GUARD    0.5 s
//	    FIGHT  0.5 s
//
// [Output] is an observer that writes lines about what happens in ticks. [Slog] writes records of log/slog.
//
//	memory.Observe(&debugprint.Output{W: os.Stderr})
//
//	   0.50 s  #7  ROOT begins
//	   0.50 s  #7    EAT begins
//	   1.00 s  #7    EAT ends after 0.5 s: interrupted
//	   1.00 s  #7    FIGHT begins
//
// A line consists of the time of the tick, the agent, two spaces for each level of depth in the tree (not at level 1), and
// a message. A behavior is named where its name differs from its decider's or it gets BehaviorFlags: `EAT_DIG begins
// DIG(Quietly)`. An Output writes no line that only repeats the one before it: a decider begins with a behavior of its own
// name, and ends with its behavior.
//
// [Names] has names of flags and agents. Flags without a name are printed in hexadecimal. Other names are printed as they
// are, except that characters that would break a line or control a terminal are escaped as in Go source.
//
// # Levels
//
// The level of an Output can change at any time between ticks; 0 is the default, 2. Each level has all the events of
// those below it:
//
//	1  behaviors that begin; broken Subset Rules; errors
//	2  also behaviors that end, deciders that begin and end, Jumps, Monitors that fire, iterations, pending deciders,
//	   trees plugged in and out, with reasons
//	3  also, every tick: its inputs and its end, each behavior ticked and its result, each Leave called
//	4  also each decider visited or continued, children masked because they finished, and waits for gates and squads
//	5  also every child asked, with the precondition that failed or what Decide returned, and the choice
//
// Preconditions that passed are listed up to the one that failed; a decider may have none. A Weight counts as Decide's
// result. If only Decide is asked, by CallDecideOnRedecide or for the active child of a Scored group, the line says so.
//
//	2.00 s  #7    child 0 DIE says no: failed DecisionFlags check
//	2.00 s  #7    child 1 GROWL says yes: passed Every check, Decide returned 1
//
// # The form of the Spore text
//
// With the mode [Spore] lines are like those in section S11 of the Spore text, with the 32-bit IDs of names and with sets
// of flags as numbers, so that programs can read them:
//
//	debugprint.DebugPrintState(memory, debugprint.WholeTree|debugprint.Spore)
//	memory.Observe(&debugprint.Output{Level: 1, W: os.Stderr, Mode: debugprint.Spore})
//
// A line of debug output consists of its level, the agent's ID, the time of the tick, a space for each level of depth,
// and a message. Names come with flags as `Night|Hungry (0x00000012)`:
//
//	DT(1) #7 @ 106.017:   activating behavior GROWL/0xe026fe22 with flags 0x0, in decider GUARD_NEST_GROWL/0xe0bc7acb
//	DT(5) #7 @ 149.267:  child 0 (DIE/0x5d19aaf1)...failed DecisionFlags check
//	DT(5) #7 @ 149.267:   child 1 (GUARD_NEST_FIGHT/0x9c1fae54)...has no preconditions...Decide returned 0.000000
//
// The messages are those of the Spore text, with agents by ID instead of address, and without the details of its
// implementation: masks as numbers, block IDs, next_decider_push. Instead of a depth the last line of a tick has the
// number of active deciders, since there may be several paths. Lines of a level are the same at every level above it.
//
// The state has one line for each decider:
//
//	*0:ROOT/0x1e4ede85 (Group, PrioritizedList 0x0) time: 34.32 [(no group behavior)] idx: 1
//	  *1:GUARD_NEST/0x93b5e1f1 (Group, PrioritizedList 0x1) time: 34.32 [NOTIFY_NEST/0x6ccb2557] (0x00000000 0) idx: 3
//	    *3:GUARD_NEST_PATROL/0xed050b70 (Behavior 0x0) time: 4.51 [PATROL/0x36f8d3db] (0x00000000 8)
//
// A line has, in this order: two spaces for each level of depth; * for an active decider, a space for others; its
// index in its group; name and ID; its kind, a group's policy, and its Options; the seconds it has been active,
// if it is; its behavior in brackets, followed by the BehaviorFlags and the size of the behavior's block in bytes; a
// group's active child, -1 for none, or several; after -> the target of a Jump. If they apply, a line ends with:
//
//	pending: FLEE/0xddd18501
//	leaving: 0.80 left
//	iteration: 3, resting
//	gate: GRENADE(2) 1/1 [#7], shut: 2.30 left, inside
//	squad: FLANK waiting: 2 of 3, wanted
//	squad: FLANK instance 4 [#3 as 1, #7 as 2, #9 as 3], inside as 2, at IN_POSITION/0x9e4dcd36 2/3
//	next Tick: 0.40
//	waiting for: PATHS 0x100000001
//
// # Selecting
//
// Both observers have an Agent field to select one agent, and a Filter over events for everything else: one decider,
// one behavior, a range of times.
package debugprint
