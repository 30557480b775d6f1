// Package crowd ticks many agents of one tree: a thousand creatures, or a million. It keeps their memories packed, ticks
// them in any number of goroutines with the same result bit for bit, and leaves out those for whom nothing can have
// changed, which is exact: a tick is left out only if it would change nothing and call nobody.
//
//	game := world.New(world.Options{Seed: 7})
//	herd, err := crowd.New(game, tree, crowd.Options[*Creature]{Name: "HERD", Workers: runtime.NumCPU(), StimuliEach: 4})
//	id, err := herd.Add(creature)
//
//	game.Advance(dt) // every frame
//	report, err := herd.Tick()
//
// Agents live wherever the game keeps them; the crowd knows each by an A: a pointer, an index into columns, an
// entity. What changes an agent's inputs is told to the crowd: SetFlags, Stimulate, or a stimulus sent by way of the
// world. An agent whose tick calls the game's functions (a Decide, a Tick) is ticked every frame, since only the game
// knows what these see; one that is decided by flags, stimuli and timers and runs behaviors without Tick, or with a
// Period, sleeps in between. See docs/CROWDS.md.
package crowd
