// Package sim is the world the demo's creatures live in: a field with nests, bushes, ponds, day and night; senses with
// a range; bodies that tire, hunger, bleed and heal. It knows nothing about the creatures' decisions. It ticks their
// minds once a frame and then carries out their intents as far as possible.
//
// A frame ([Sim.Step]) has phases, each of which handles all creatures before the next begins:
//
//  1. the world advances: stimuli age, messages and paths arrive, gates and squads are granted,
//  2. bodies change, nests count their guards, minds get the state of their bodies (flags) and their rates,
//  3. a sixth of the creatures look around (each one five times a second),
//  4. minds tick, in two crowds: they read the world and write only their own intent,
//  5. the path finder serves 64 requests a frame,
//  6. intents are carried out: bites, meals, eggs, steps; balls roll and noises are made,
//  7. the dead decay, eggs hatch, newcomers arrive.
//
// Phases 3 and 4 run in as many goroutines as there are processors. In both, a creature writes only its own data and
// reads only data that no other writes; all other phases are sequential. So the same seed gives the same run, to the
// last bit, for any number of goroutines and on every machine: time advances in steps of [DT], nothing depends on a
// clock or on the order of a map, and no product is fused with a sum (see package nest).
//
// [Sim.Save] writes the whole simulation, and [Load] continues it.
package sim
