// Package sim is the world the demo's creatures live in: a field with nests, bushes, day and night; senses with
// a range; bodies that tire, hunger, bleed and heal. It knows nothing of what creatures think. It asks their
// minds once a frame, and then carries out what they want as far as it is possible.
//
// A frame ([Sim.Step]) has phases, and in each everybody has their turn before the next begins:
//
//  1. stimuli age, messages arrive,
//  2. bodies change, nests look who is there,
//  3. a sixth of the creatures look around (each one five times a second),
//  4. minds tick: they read the world and write only their own intent,
//  5. intents are carried out: bites, meals, eggs, steps; balls roll and noises are made,
//  6. the dead decay, eggs hatch, newcomers arrive.
//
// The same seed gives the same run, to the last bit and on every machine: time goes in steps of [DT], nothing
// depends on a clock or on the order of a map, and no product is fused with a sum (see package nest).
package sim
