package world

import (
	"fmt"
	"iter"

	"github.com/decidertree/decidertree/internal/engine"
)

// System carries out the requests of deferred behaviors (Knafla, deferred actions): it finds paths, plays
// animations, moves bodies. Req is the type of requests, Res of results. Declare it once, as a package-level
// variable, and name it in behavior.Deferred; each world has requests of its own.
//
//	var paths = world.System[PathRequest, Path]{Name: "PATHS"}
//
//	for token, request := range paths.Launched(w, 64) { … }  // after the agents have ticked
//	err := paths.Complete(w, token, path)                     // now or later, from any goroutine
//
// Requests become visible when all agents have ticked, ordered by (agent, sequence), with ascending tokens, in
// whatever order the agents ticked. A request launched and cancelled in one frame is never visible. Results reach
// the agents' ticks after the next [World.Advance].
//
// Launched and Cancelled belong to the goroutine that advances the world and must not run while agents tick.
// Complete and Fail are safe for concurrent use.
type System[Req, Res any] struct {
	Name string // unique in a world
}

// Launched yields the waiting requests, oldest first: at most max, or all if max is 0 or less. A request counts as
// handed over when it is yielded, even if the loop breaks there; the rest stay in the queue. A request that is
// cancelled while it waits is never yielded.
//
// It yields nothing for a nil or closed world, and while a crowd ticks.
func (s *System[Req, Res]) Launched(w *World, max int) iter.Seq2[Token, Req] {
	return func(yield func(Token, Req) bool) { s.handOver(w, max, yield) }
}

func (s *System[Req, Res]) handOver(w *World, max int, yield func(Token, Req) bool) {
	d := s.deskAfterTicks(w)
	if d == nil {
		return
	}
	for n := 0; max <= 0 || n < max; n++ {
		t, request, ok := d.nextLaunched()
		if !ok || !yield(t, request) {
			return
		}
	}
}

// Cancelled yields, once each, the requests that were handed over and then cancelled, in the order of cancelling: by
// (agent, sequence) within a frame. Requests completed meanwhile are left out. A loop that breaks leaves the rest
// for the next. Completing a cancelled request is not an error: see Complete.
//
// A cancelled request takes up room until it is yielded or completed.
func (s *System[Req, Res]) Cancelled(w *World) iter.Seq[Token] {
	return func(yield func(Token) bool) { s.takeBack(w, yield) }
}

func (s *System[Req, Res]) takeBack(w *World, yield func(Token) bool) {
	d := s.deskAfterTicks(w)
	if d == nil {
		return
	}
	for {
		t, ok := d.nextCancelled()
		if !ok || !yield(t) {
			return
		}
	}
}

// Complete gives a request its result. After the next [World.Advance] the agent's tick passes it to Deferred.Done.
//
// The result of a cancelled request is dropped and counted in [Stats].Stale, which is not an error. The error wraps
// [ErrToken] for a token that Launched has not yielded, [ErrCompleted] for a request that was completed before, or
// [ErrClosed], [ErrNoWorld] or [ErrNoSystem]; then nothing has changed. Complete is safe for concurrent use.
func (s *System[Req, Res]) Complete(w *World, t Token, result Res) error {
	return s.complete(w, t, outcome[Res]{result: result})
}

// Fail is Complete for a request that could not be carried out: the behavior fails with that error, without Done. A
// nil err makes it fail without recording an error.
func (s *System[Req, Res]) Fail(w *World, t Token, err error) error {
	return s.complete(w, t, outcome[Res]{failed: true, err: err})
}

func (s *System[Req, Res]) complete(w *World, t Token, o outcome[Res]) error {
	switch {
	case s == nil:
		return ErrNoSystem
	case w == nil:
		return &NoWorldError{What: s.label()}
	}
	if w.Closed() {
		return &ClosedError{Doing: "complete requests of " + s.label()}
	}
	why := ErrToken
	if d := knownDesk(w, s); d != nil {
		stale, err := d.complete(t, o)
		if stale {
			w.counts.stale.Add(1)
		}
		if err == nil {
			return nil
		}
		why = err
	}
	return &TokenError{System: s.Name, Token: t, Err: why}
}

func (s *System[Req, Res]) label() string { return fmt.Sprintf("system %q", s.Name) }

// deskAfterTicks returns the desk of this system and settles the notes of the last ticks; nil without a desk, and while
// a crowd ticks.
func (s *System[Req, Res]) deskAfterTicks(w *World) *desk[Req, Res] {
	if s == nil || w == nil || w.Closed() {
		return nil
	}
	d := knownDesk(w, s)
	if d == nil {
		return nil
	}
	if _, ticks := w.ticking(); ticks {
		return nil
	}
	d.mu.Lock()
	d.settle()
	d.mu.Unlock()
	return d
}

// Open is for the packages of this module: it makes room for the system's requests in a world, if there is none yet.
// Two systems of one name are a [NameError].
func (s *System[Req, Res]) Open(_ engine.Key, w *World) error {
	_, err := s.open(w)
	return err
}

func (s *System[Req, Res]) open(w *World) (*desk[Req, Res], error) {
	switch {
	case s == nil:
		return nil, ErrNoSystem
	case w == nil:
		return nil, &NoWorldError{What: s.label()}
	case w.Closed():
		return nil, &ClosedError{Doing: "launch requests of " + s.label()}
	}
	if d := deskOf(w, s); d != nil {
		return d, nil
	}
	return openDesk(w, s)
}

// Launch is for the packages of this module, called in an agent's tick: it files a request. Its token stands at the
// given place once all agents have ticked; until then something that is no token does.
func (s *System[Req, Res]) Launch(_ engine.Key, w *World, agent AgentID, at *Token, request Req) error {
	d, err := s.open(w)
	if err != nil {
		return err
	}
	*at = unsettled
	d.note(note[Req]{kind: launching, agent: agent, at: at, request: request})
	return nil
}

// Cancel is for the packages of this module, called in an agent's tick or when it is taken down: it takes back the
// request whose token stands there, if any does, and puts 0 there.
func (s *System[Req, Res]) Cancel(_ engine.Key, w *World, agent AgentID, at *Token) {
	t := *at
	*at = 0
	if s == nil || w == nil || t == 0 {
		return
	}
	if d := deskOf(w, s); d == nil {
		return
	} else if t.isUnsettled() {
		d.note(note[Req]{kind: withdrawing, agent: agent, at: at})
	} else if d.cancel(agent, t) {
		w.counts.stale.Add(1)
	}
}

// Arrived is for the packages of this module, called in ticks: whether the agent's request has its result.
func (s *System[Req, Res]) Arrived(_ engine.Key, w *World, agent AgentID, t Token) bool {
	if s == nil || w == nil {
		return false
	}
	d := deskOf(w, s)
	return d != nil && d.arrived(agent, t) != nil
}

// Knows is for the packages of this module, called in ticks: whether a token is of a request of the agent's. In a world
// that was restored without it, it is not.
func (s *System[Req, Res]) Knows(_ engine.Key, w *World, agent AgentID, t Token) bool {
	if s == nil || w == nil {
		return false
	}
	d := deskOf(w, s)
	return d != nil && (t.isUnsettled() || d.knows(agent, t))
}

// Rejoin is for the packages of this module, called when an agent was restored or has moved to another memory: the token
// of a request that is still to be given will stand there. Where the world does not know the request, no token is.
func (s *System[Req, Res]) Rejoin(_ engine.Key, w *World, agent AgentID, at *Token) {
	if s == nil || !at.isUnsettled() {
		return
	}
	if w != nil {
		if d := deskOf(w, s); d != nil && d.rejoin(agent, at) {
			return
		}
	}
	*at = adrift
}

// Take is for the packages of this module, called in ticks: it hands the result over, if it has arrived, and puts 0
// where the token stood. Of a failed request err is what Fail was given.
func (s *System[Req, Res]) Take(_ engine.Key, w *World, agent AgentID, at *Token) (result Res, arrived, failed bool, err error) {
	if s == nil || w == nil {
		return result, false, false, nil
	}
	d := deskOf(w, s)
	if d == nil {
		return result, false, false, nil
	}
	slot := d.arrived(agent, *at)
	if slot == nil {
		return result, false, false, nil
	}
	o := slot.outcome
	d.note(note[Req]{kind: taking, agent: agent, token: *at})
	*at = 0
	return o.result, true, o.failed, o.err
}
