package state

import (
	"strconv"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
)

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

// Words returns the turn as it is shown: "done", "failed", "turn over" or "awaited"; "" for TurnNone.
func (t Turn) Words() string {
	switch t {
	case TurnDone:
		return "done"
	case TurnFailed:
		return "failed"
	case TurnOver:
		return "turn over"
	case TurnAwaited:
		return "awaited"
	}
	return ""
}

// AppendTurns appends what a group has stored about its children: "2 of 5 turns left", "2 of 5 left in the bag" or
// "1 of 3 succeeded, 1 of 3 failed". It appends nothing if there is nothing to tell, as while all turns are left. Only
// growing dst allocates.
func (d *Decider) AppendTurns(dst []byte) []byte {
	start := len(dst)
	of := func(n, all int, words string) {
		if len(dst) > start {
			dst = append(dst, ", "...)
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
		dst = append(dst, " of "...)
		dst = strconv.AppendInt(dst, int64(all), 10)
		dst = append(dst, words...)
	}
	switch {
	case d.Policy == declaration.Shuffle && d.TurnsLeft < d.Children:
		of(d.TurnsLeft, d.Children, " left in the bag")
	case d.Active && d.Policy.CountsTurns() && d.TurnsLeft < d.Children:
		of(d.TurnsLeft, d.Children, " turns left")
	}
	if d.Succeeded > 0 {
		of(d.Succeeded, d.Accepted, " succeeded")
	}
	if d.Failed > 0 {
		of(d.Failed, d.Accepted, " failed")
	}
	return dst
}

// Waiting is what an active group waits for (R33). In a PrioritizedList, OneOff, Scored or ReactiveSelector group several
// children may be pending; it then is the first of them that has claimed a gate or wants a squad or, if there is none, the
// first with the option Wait.
type Waiting struct {
	Child event.Label // of the group: it is entered as soon as it gets a yes
	Gate  string      // the gate, its own or that of a decider that it delegates or jumps to; "" if it waits for a squad
	Squad string      // the squad in the same way; "" if it waits for a gate
}
