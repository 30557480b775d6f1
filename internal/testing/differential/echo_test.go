package differential_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/replay"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/world"
)

// echo records an agent and replays each take at once from the recording alone (RULES R32). The events of the replay must be
// those that an observer of the agent receives. The Player itself checks that the memory is the same.
type echo struct {
	decidertest.Recorder
	player *replay.Player
	plugs  map[uint64]*description.Tree
	seed   uint64
	takes  int
	err    error
	asleep bool       // the agent lives in a crowd and is not ticked while nothing can change
	mu     sync.Mutex // trees that one worker has plugged in are introduced to all
}

func (e *echo) Sink(_ engine.Key, from tape.Source) (tape.Sink, error) {
	d := from.Describe().(*description.Tree)
	e.Level, e.plugs, e.seed = 5, map[uint64]*description.Tree{}, from.World.Seed()
	var err error
	e.player, err = replay.NewPlayer(d, e.plugs)
	return e, err
}

func (e *echo) Tree(fingerprint uint64, describe func() any) {
	e.plugs[fingerprint] = describe().(*description.Tree)
}

func (e *echo) Take(t *tape.Take) {
	e.takes++
	if err := e.player.Play(t, e.seed, e); err != nil && e.err == nil {
		e.err = fmt.Errorf("take %d: %w", e.takes, err)
	}
}

func (e *echo) Observe(ev *event.Event) { e.Recorder.Observe(ev) }

func (e *echo) ObserveLevel(world.AgentID) event.Level { return e.Level }

// compare compares the events of the replay with those of the agent.
func (e *echo) compare(want []event.Event) *mismatch {
	if e.err != nil {
		return &mismatch{what: "what it comes to when it is executed again", want: []string{"no error"}, got: []string{e.err.Error()}, events: eventLines(e.Events)}
	}
	got := e.Events
	if e.asleep && len(got) == 0 {
		return nil
	}
	if slices.EqualFunc(want, got, toldAgain) {
		return nil
	}
	return &mismatch{what: "events when it is executed again", want: eventLines(want), got: eventLines(got)}
}

// toldAgain compares two events except for the types of errors, which a recording does not keep.
func toldAgain(a, b event.Event) bool {
	if (a.Err == nil) != (b.Err == nil) {
		return false
	}
	for _, of := range []error{decider.ErrPanic, decider.ErrStatus, decider.ErrNotANumber, decider.ErrRedecideLoop} {
		if errors.Is(a.Err, of) != errors.Is(b.Err, of) {
			return false
		}
	}
	a.Err, b.Err = nil, nil
	return a == b
}

func (e *echo) Wants(uint64) uint64 { return ^uint64(0) }
