// Package stimuli is how a creature hears of things: tokens of a kind, with optional data and a time to
// live. An invitation to play, a hit taken, a note to oneself not to repeat something (Spore S06).
//
// Kinds are constants, one bit each, so that deciders can test them as data:
//
//	const (
//		InvitedToPlay stimuli.Flags = 1 << iota
//		HelpWanted
//	)
//
// A kind that carries data gets a typed constant beside its bit:
//
//	const invitedToPlay = stimuli.Kind[Invitation](InvitedToPlay)
//
// Each agent owns one [Set]. The game adds stimuli to it, calls [Set.Update] once a frame, and hands its
// address to the tick. Deciders test [Check] masks against the set's [Flags] without calling a function;
// behaviors read the data with [Kind.Get].
//
// Nothing in this package allocates after [NewSet]. A Set is not safe for concurrent use: it belongs to its
// agent. To reach another agent's set, send through the world.
package stimuli
