// Package world holds what the agents of one match or level share: the seed of their random numbers, the clock, their
// identities, the messages between them, and the gates and squads by which they coordinate.
//
//	w := world.New(world.Options{Seed: 7})
//	id := w.NewAgent()
//	…
//	err := w.Advance(dt)      // once a frame, after stimuli were updated and before agents tick
//	…
//	err = w.Close()           // at the end of the match: everything active is deactivated
//
// Make one World per match. Any number of them coexist in a process; none is global. A single creature needs none: with
// a nil *World the seed is 0, the agent's own ticks are counted as frames, and messages cannot be sent.
//
// Agents coordinate through data that deciders name. A [Gate] limits how many agents are in a decider at a time. A
// [Squad] makes an exact number of agents enter a group together, each in a [Role]. Both are declared once for the whole
// program; each world keeps their state, and [World.Advance] updates it:
//
//  1. the clock moves,
//  2. messages arrive, ordered by (sender, sequence),
//  3. results of systems arrive,
//  4. free places of gates are granted to the agents of crowds that claim them,
//  5. barriers open, squads that a member has left too early are dissolved, and new squads are formed.
//
// Claims, and wants to join a squad, are granted by how many frames they have stood without a gap, then by agent ID, so
// nobody starves.
//
// A [System] does work that takes longer than a tick, or that is done for all agents in one place; deferred behaviors
// launch its requests. [World.Snapshot] writes a world, and [World.Restore] continues from there.
//
// An agent outside of crowds takes a free place of a gate at once, during its tick. The agents of a crowd tick in any
// order and in several goroutines, so they claim a place and enter one frame later; the result does not depend on which
// goroutine was faster. Advance forms the squads of both.
//
// [World.Send], [World.Holders], [World.Stats], [World.Closed] and the ticks of different agents may run in any
// goroutine. Everything else belongs to the goroutine that advances the world and must not run while agents tick.
package world
