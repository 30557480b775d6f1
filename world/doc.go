// Package world holds what the agents of one match or level share: the seed of their randomness, the clock,
// their identities, the messages between them, and what they have to agree on.
//
//	w := world.New(world.Options{Seed: 7})
//	id := w.NewAgent()
//	…
//	err := w.Advance(dt)      // once a frame, before agents tick and after their stimuli have been updated
//	…
//	err = w.Close()           // at the end of the match: whatever is active is deactivated
//
// Make one World per match; many live side by side in a process, and none is global. A single creature needs
// none: a nil *World stands for seed 0, the agent's own count of ticks as frames, and nobody to send to.
//
// Agents agree through data that deciders name. A [Gate] lets so many of them into a decider at a time, whoever they
// are. A [Squad] has a group entered by exactly so many together, each in a [Role]. Both are declared once, for the
// whole program; what is the case with them is kept by each world, and [World.Advance] settles it:
//
//  1. the clock moves,
//  2. messages arrive, ordered by (sender, sequence),
//  3. results of systems arrive,
//  4. free places of gates go to the agents of crowds that claim them, lowest IDs first,
//  5. barriers open, squads that somebody left too early are dissolved, and new ones are made up of the lowest IDs.
//
// Work that takes longer than a tick, or is done for all agents in one place, is a [System]'s, which deferred behaviors
// launch requests for. [World.Snapshot] writes a world, [World.Restore] goes on from there.
//
// An agent that lives on its own takes a free place of a gate at once, as it ticks. The agents of a crowd tick in
// any order and in several goroutines, so they claim it and come in one frame later; so nothing depends on who was faster.
// Squads are made up by Advance for both.
//
// [World.Send], [World.Holders], [World.Stats], [World.Closed] and the ticks of different agents may run in any
// goroutine. Everything else belongs to the goroutine that advances the world and must not run while agents tick.
package world
