// Package stimuli holds what a creature perceives: tokens of a kind, with optional data and a time to live. Examples
// are an invitation to play, a hit taken, a note to oneself not to repeat something (Spore S06).
//
// Kinds are constants of one bit each, so that deciders can test them as data:
//
//	const (
//		InvitedToPlay stimuli.StimuliFlags = 1 << iota
//		HelpWanted
//	)
//
// A kind that carries data gets a typed constant beside its bit:
//
//	const invitedToPlay = stimuli.Kind[Invitation](InvitedToPlay)
//
// Each agent owns one [Set]. The game adds stimuli to it, calls [Set.Update] once a frame, and passes its address to
// the tick. Deciders test a [Check] against the set's [StimuliFlags] without calling a function; behaviors read the data with
// [Kind.Get].
//
// Nothing in this package allocates after [NewSet], except errors. A Set is not safe for concurrent use: it belongs to
// its agent. To reach another agent's set, send the stimulus through the world.
package stimuli
