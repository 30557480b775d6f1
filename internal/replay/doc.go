// Package replay executes ticks that do not count. A [Player] executes recorded ticks again without user code (RULES R32):
// it makes a replica of a tree from its Description, whose functions, like the environment that stands in for the world,
// read their answers from the tape of a tick. [Rehearse] runs an agent's next tick on a copy of all that the agent has;
// of user code it calls Decide, GateKey, SquadKey and CanPlay alone.
//
// It owns the stand-ins, and the comparison of what a tick comes to with what was recorded. The walk is that of package
// tick, unchanged.
//
// It must not change a live agent or a world: a replica has no world, and a rehearsal drops all requests made in it.
// It does not know how recordings are stored; package history does.
//
// A Player belongs to one goroutine at a time. Rehearse runs between ticks, in the goroutine that owns the agent.
package replay
