// Package crowd ticks many agents of one tree: a thousand creatures, or a million. It keeps their memories packed and
// ticks them in any number of goroutines with bit-identical results. An agent is skipped in a frame only if its tick
// would change nothing and call no user code, so skipping never changes the result.
//
//	game := world.New(world.Options{Seed: 7})
//	herd, err := crowd.New(game, tree, crowd.Options[*Creature]{Name: "HERD", Workers: runtime.NumCPU(), StimuliEach: 4})
//	id, err := herd.Add(creature)
//
//	game.Advance(dt) // every frame
//	report, err := herd.Tick()
//
// Agents live in the game's own storage; the crowd knows each by an A: a pointer, an index into columns, an entity. Tell
// the crowd what changes an agent's inputs, with SetFlags, Stimulate, or a stimulus sent through the world. An agent
// whose tick calls functions of the game (a Decide, a Tick) is ticked every frame, since only the game knows their
// inputs. An agent that depends only on flags, stimuli and timers, and runs behaviors without Tick or with a Period,
// sleeps in between. See docs/CROWDS.md.
package crowd
