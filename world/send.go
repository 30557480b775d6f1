package world

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
)

// message is a stimulus to be delivered. Its index in the outbox is its sequence.
type message struct {
	from, to AgentID
	stimulus stimuli.Stimulus
	renew    bool // replaces the receiver's stimuli of the kind
}

// UndeliveredError tells of messages to agents without a stimuli set: agents that never ticked with one, that live in
// a crowd without stimuli, or that never existed. Messages to agents that are gone are only counted in [Stats]. It
// wraps [ErrUndelivered].
type UndeliveredError struct {
	From, To AgentID          // of the first such message
	Stimulus stimuli.Stimulus // of the first such message
	Count    int              // the number of such messages in this Advance
}

func (e *UndeliveredError) Error() string {
	return fmt.Sprintf("world: %d message(s) not delivered, the first of kind 0x%x from agent %d to agent %d, which has no stimuli; give it a Set in Input.Stimuli, or its crowd StimuliEach",
		e.Count, uint64(e.Stimulus.Kind()), e.From, e.To)
}

func (e *UndeliveredError) Unwrap() error { return ErrUndelivered }

// Send sends a stimulus to an agent, with no sender. It arrives at the next [World.Advance]. A bad stimulus is
// refused with its Err; a nil World returns [ErrNoWorld], a closed one an error wrapping [ErrClosed]. Behaviors use
// Context.Send, which sets the sender. Send is safe for concurrent use.
func (w *World) Send(to AgentID, s stimuli.Stimulus) error { return w.SendFrom(engine.Key{}, 0, to, s) }

// SendRenew is like Send, for a stimulus that is sent again and again: when it arrives, it replaces the receiver's
// stimuli of its kind, from whatever sender, as [stimuli.Set.Renew] does. So it does not fill the set.
func (w *World) SendRenew(to AgentID, s stimuli.Stimulus) error {
	return w.SendRenewFrom(engine.Key{}, 0, to, s)
}

// SendFrom is for the packages of this module: Send with a sender.
func (w *World) SendFrom(_ engine.Key, from, to AgentID, s stimuli.Stimulus) error {
	return w.post(message{from: from, to: to, stimulus: s})
}

// SendRenewFrom is for the packages of this module: SendRenew with a sender.
func (w *World) SendRenewFrom(_ engine.Key, from, to AgentID, s stimuli.Stimulus) error {
	return w.post(message{from: from, to: to, stimulus: s, renew: true})
}

func (w *World) post(m message) error {
	if err := m.stimulus.Err(); err != nil {
		return err
	}
	if w == nil {
		return ErrNoWorld
	}
	w.mail.Lock()
	if w.gone.Load() {
		w.mail.Unlock()
		return &ClosedError{Doing: "send"}
	}
	w.outbox = append(w.outbox, m)
	w.mail.Unlock()
	return nil
}

// maxFull limits the messages to full sets for which Advance returns single errors: a crowd has many sets.
const maxFull = 8

// moreFull is the error for the messages to full sets beyond maxFull.
type moreFull int

func (n moreFull) Error() string {
	return fmt.Sprintf("world: and %d message(s) more like these", int(n))
}

func (n moreFull) Unwrap() error { return stimuli.ErrFull }

func (w *World) deliver() error {
	w.mail.Lock()
	w.outbox, w.sorted = w.sorted[:0], w.outbox
	w.mail.Unlock()
	// The outbox has the messages of one sender in the order of sending. A stable sort keeps this order, whatever the
	// order of the senders' goroutines.
	sortMail(w.sorted)
	var lost *UndeliveredError
	var errs []error
	failed := 0
	for i := range w.sorted {
		m := &w.sorted[i]
		err := w.handOver(m)
		switch {
		case err == nil:
			continue
		case errors.Is(err, ErrGone):
			w.counts.undelivered.Add(1)
			continue
		case err == ErrUndelivered:
			w.counts.undelivered.Add(1)
			if lost == nil {
				lost = &UndeliveredError{From: m.from, To: m.to, Stimulus: m.stimulus}
			}
			lost.Count++
			continue
		case errors.Is(err, stimuli.ErrFull):
			w.counts.overflowed.Add(1)
		}
		if failed++; failed <= maxFull {
			errs = append(errs, fmt.Errorf("world: from agent %d to agent %d: %w", m.from, m.to, err))
		}
	}
	clear(w.sorted)
	if failed > maxFull {
		errs = append(errs, moreFull(failed-maxFull))
	}
	if lost != nil {
		errs = append(errs, lost)
	}
	return errors.Join(errs...)
}

func sortMail(all []message) {
	slices.SortStableFunc(all, func(a, b message) int { return cmp.Compare(a.from, b.from) })
}

// handOver puts a message's stimulus into its receiver's set. It returns ErrGone if that agent is gone, and
// ErrUndelivered if it has no stimuli.
func (w *World) handOver(m *message) error {
	w.mu.RLock()
	owner := w.pages[m.to/PageSize]
	s, living := w.singles[m.to]
	gone := !living && w.used.has(m.to)
	w.mu.RUnlock()
	switch {
	case owner != nil:
		return owner.Deliver(engine.Key{}, m.to, m.stimulus, m.renew)
	case s.set != nil && m.renew:
		return s.set.Renew(m.stimulus)
	case s.set != nil:
		return s.set.Add(m.stimulus)
	case gone:
		return ErrGone
	}
	return ErrUndelivered
}
