// Package world holds what the agents of one match or level share: the seed of their randomness, the clock,
// their identities and the messages between them.
//
//	w := world.New(world.Options{Seed: 7})
//	id := w.NewAgent()
//	…
//	err := w.Advance(dt)      // once a frame, before agents tick and after their stimuli have been updated
//
// Make one World per match; many live side by side in a process, and none is global. A single creature needs
// none: a nil *World stands for seed 0, the agent's own count of ticks as frames, and nobody to send to.
//
// [World.Send] may be called from any goroutine. Everything else belongs to the goroutine that advances the
// world and must not run while agents tick.
package world
