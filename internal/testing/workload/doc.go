// Package workload defines the work that benchmarks measure and that all contenders must do alike: the creature of the
// Spore text's Figure 1, a wide list and trees of two sizes, each with an equivalent written by hand.
//
// Its requirements:
//   - the work itself costs next to nothing (a field read per condition, a counter per action), so that benchmarks measure
//     the deciding;
//   - all actions are counted, so that tests can check that all contenders have the same counts, tick by tick;
//   - the hand-written equivalents are what a good programmer would write for speed.
//
// Benchmarks and tests use it, and so does the benchmark module.
package workload
