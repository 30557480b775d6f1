// Package workload is the work that benchmarks measure and that their contenders must all do alike: the
// creature of the Spore text's Figure 1, a wide list and trees of two sizes, each beside the same thing
// written by hand.
//
// What is asked of it:
//   - the work itself is next to nothing (a field read per condition, a counter per action), so that what is
//     measured is the deciding;
//   - everything done is counted, so that tests can hold all contenders to the same counts, tick by tick;
//   - the hand-written ones are what a good programmer would write for speed, not straw men.
//
// It is for this module's benchmarks and tests and for the benchmark module beside it.
package workload
