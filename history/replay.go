package history

import (
	"errors"
	"fmt"
	"iter"

	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/replay"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/world"
)

// This file executes ticks again (RULES R32).

// DivergedError says which tick had another result than recorded. It wraps [ErrDiverged] and Err.
type DivergedError struct {
	Agent world.AgentID
	Frame uint64
	Err   error // the difference
}

func (e *DivergedError) Error() string {
	return fmt.Sprintf("%v: agent %d in frame %d: %v", ErrDiverged, e.Agent, e.Frame, e.Err)
}

func (e *DivergedError) Unwrap() []error { return []error{ErrDiverged, e.Err} }

// player executes ticks of agents of one tree again.
type player struct {
	*replay.Player
	trees  int // number of trees known when it was made
	seed   uint64
	level  event.Level
	events []event.Event // of the last take
}

// player returns a free player, or makes one.
func (rec *Recording) player(t *tree) (*player, error) {
	if p, is := t.players.Get().(*player); is && p.trees >= len(rec.trees) {
		p.seed = rec.seed
		return p, nil
	}
	d, err := t.told()
	if err != nil {
		return nil, err
	}
	plugs := make(map[uint64]*description.Tree, len(rec.trees))
	for _, other := range rec.trees {
		if plugs[other.fingerprint], err = other.told(); err != nil {
			return nil, err
		}
	}
	made, err := replay.NewPlayer(d, plugs)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDiverged, err)
	}
	return &player{Player: made, trees: len(rec.trees), seed: rec.seed}, nil
}

// ObserveLevel is the level up to which events are collected.
func (p *player) ObserveLevel(world.AgentID) event.Level { return p.level }

// Observe collects events.
func (p *player) Observe(e *event.Event) { p.events = append(p.events, *e) }

// setTo sets the agent to the state before or after a take.
func (p *player) setTo(t *take, image, plugged []byte, time float64) error {
	return p.guard(t, func() error {
		if err := p.Set(image, plugged, time); err != nil {
			return err
		}
		if !p.Sound() {
			return errUnsound
		}
		return nil
	})
}

var errUnsound = errors.New("its memory is none that an agent can have")

// play executes a take again and collects events up to a level.
func (p *player) play(t *take, level event.Level) error {
	p.events, p.level = p.events[:0], level
	return p.guard(t, func() error { return p.Play(&t.Take, p.seed, p) })
}

// guard turns failures and panics, which a manipulated recording may cause, into an error.
func (p *player) guard(t *take, call func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("it panicked: %v", value)
		}
		if err != nil && !errors.Is(err, ErrDiverged) {
			err = &DivergedError{Agent: world.AgentID(t.Agent), Frame: t.Frame, Err: err}
		}
	}()
	return call()
}

// give returns a player to the pool, unless there was an error.
func (t *tree) give(p *player, err error) {
	if err == nil || errors.Is(err, ErrNotRecorded) {
		clear(p.events)
		p.events = p.events[:0]
		t.players.Put(p)
	}
}

// Events executes the agent's ticks and operations of the frames from and to and all between again and yields their
// events up to a level. It leaves out ticks that cannot be executed, such as the first recorded one. The event is
// reused: copy what you keep. After an error, which wraps [ErrNotRecorded] or [ErrDiverged], nothing more is yielded.
func (rec *Recording) Events(agent world.AgentID, from, to uint64, level event.Level) iter.Seq2[*event.Event, error] {
	return func(yield func(*event.Event, error) bool) {
		r := rec.rows(agent)
		if r == nil {
			yield(nil, rec.notRecorded(agent, from))
			return
		}
		p, err := rec.player(r.tree)
		if err != nil {
			yield(nil, err)
			return
		}
		defer func() { r.tree.give(p, err) }()
		ready := false // the player has the state before the take
		for t := range rec.takes(agent, from, to) {
			if !t.plays() {
				ready = false
				continue
			}
			if !ready {
				err = p.setTo(t, t.before, t.was, t.Time-t.DT)
			}
			if err == nil {
				err = p.play(t, level)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			ready = true
			for i := range p.events {
				if !yield(&p.events[i], nil) {
					return
				}
			}
		}
	}
}

// notRecorded is the error for an agent without a take at a frame.
func (rec *Recording) notRecorded(agent world.AgentID, frame uint64) *NotRecordedError {
	e := &NotRecordedError{Agent: agent, Frame: frame, Known: rec.rows(agent) != nil}
	e.First = rec.oldest(agent)
	if _, last, ok := rec.Span(agent); ok {
		e.Last = last
	}
	if frame < e.First || e.Last == 0 {
		e.Raise = rec.TooShort(agent)
	}
	return e
}

// TooShort names the field of [Options] that limits how far back the recording of an agent reaches, as far as the
// recording shows: "Frames" if frames of the world were dropped and the agent's reach as far back as those that are
// left, "BytesEach" if they do not reach as far back, else "". The agent may also have come later than those frames.
func (rec *Recording) TooShort(agent world.AgentID) string {
	first := rec.oldest(agent)
	oldest, _, framed := rec.Frames()
	switch {
	case framed && first <= oldest && rec.frames.dropped:
		return "Frames"
	case first <= 1 || framed && first <= oldest:
		return ""
	}
	return "BytesEach"
}

// oldest returns the frame of an agent's oldest take; 0 for none.
func (rec *Recording) oldest(agent world.AgentID) uint64 {
	for t := range rec.Ticks(agent) {
		return t.Frame
	}
	return 0
}

// operation reports whether a take is no tick.
func (t *take) operation() bool { return t.Marks&(tape.Operation|tape.Restored) != 0 }
