// Package sim is the world the demo's creatures live in: a field with nests, bushes, ponds, day and night; senses with
// a range; bodies that tire, hunger, bleed and heal. It knows nothing of what creatures think. It has their minds
// ticked once a frame, and then carries out what they want as far as it is possible.
//
// A frame ([Sim.Step]) has phases, and in each everybody has their turn before the next begins:
//
//  1. the world advances: stimuli age, messages and ways arrive, gates and squads are granted,
//  2. bodies change, nests look who is there, minds are told of their bodies (flags) and how often to tick (rates),
//  3. a sixth of the creatures look around (each one five times a second),
//  4. minds tick, in two crowds: they read the world and write only their own intent,
//  5. ways are looked for, 64 requests a frame,
//  6. intents are carried out: bites, meals, eggs, steps; balls roll and noises are made,
//  7. the dead decay, eggs hatch, newcomers arrive.
//
// Steps 3 and 4 are shared by as many goroutines as there are processors. In both everybody writes what is their own
// and reads what nobody writes, and in all others everybody comes in turn. So the same seed gives the same run, to the
// last bit, for any number of them and on every machine: time goes in steps of [DT], nothing depends on a clock or on
// the order of a map, and no product is fused with a sum (see package nest).
//
// [Sim.Save] writes all of it, [Load] goes on from there.
package sim
