package state

import "github.com/decidertree/decidertree/event"

// Turn is what an active group still has to do with a child that is not active. For other groups it is TurnNone, except in
// a Shuffle, whose bag outlives it.
type Turn uint8

const (
	TurnNone    Turn = iota // nothing to say: it runs, its turn comes later, or its group counts no turns
	TurnDone                // in a Sequence: it has succeeded, or was reset
	TurnFailed              // in a Selector: it has failed or rejected, or was reset
	TurnOver                // in a Sequential, SequentialLooping, OneOff or Shuffle: it was entered or passed over
	TurnAwaited             // its group waits for its gate or squad (R33)
)

// Waiting is what an active group waits for (R33). In a PrioritizedList, OneOff, Scored or ReactiveSelector group several
// children may be pending; it then is the first of them that has claimed a gate or wants a squad or, if there is none, the
// first with the option Wait.
type Waiting struct {
	Child event.Label // of the group: it is entered as soon as it gets a yes
	Gate  string      // the gate, its own or that of a decider that it delegates or jumps to; "" if it waits for a squad
	Squad string      // the squad in the same way; "" if it waits for a gate
}
