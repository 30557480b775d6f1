package world

import (
	"errors"
	"maps"
	"slices"

	"github.com/decidertree/decidertree/internal/engine"
)

// Closed reports whether [World.Close] was called; false for a nil World. Safe for concurrent use.
func (w *World) Closed() bool { return w != nil && w.closed.Load() }

// Close ends the world. Everything active in it is deactivated with the reason Closed: first the agents outside of
// crowds, in the order of their IDs, then the crowds, in the order they were made. The errors of the behaviors are
// joined. Afterwards Advance, Send, new agents and new crowds return errors wrapping [ErrClosed]; ticks of its
// agents return decider.ErrClosed. Messages sent while it closes are dropped without an error.
//
// Inside a crowd's tick Close returns an error wrapping [ErrTicking] and does nothing. Closing a closed or nil World
// does nothing and is not an error, even inside a Deactivate.
func (w *World) Close() error {
	if w == nil {
		return nil
	}
	if w.Closed() { // before the crowd that is being closed counts as ticking
		return nil
	}
	if crowd, ticks := w.ticking(); ticks {
		return &TickingError{Doing: "close", Crowd: crowd}
	}
	if w.closed.Swap(true) {
		return nil
	}
	w.mu.RLock()
	ids, owners := slices.Sorted(maps.Keys(w.singles)), w.owners
	w.mu.RUnlock()
	var errs []error
	defer w.letGo() // also if a Deactivate calls runtime.Goexit
	engine.Each(len(ids)+len(owners), func(i int) {
		if i >= len(ids) {
			errs = append(errs, owners[i-len(ids)].CloseOwner(engine.Key{}))
			return
		}
		w.mu.RLock()
		member := w.singles[ids[i]].member // nil when another's Deactivate has closed it
		w.mu.RUnlock()
		if member != nil {
			errs = append(errs, member.CloseMember(engine.Key{}))
		}
	})
	return errors.Join(errs...)
}

// letGo drops the state that a closed world does not need: claims and wants of crowds, and messages.
func (w *World) letGo() {
	w.mu.Lock()
	w.gates.of, w.gates.order = nil, nil
	w.squads.of, w.squads.order = nil, nil
	w.squads.instances, w.squads.stirred, w.squads.fresh, w.squads.spare = nil, nil, nil, nil
	w.mu.Unlock()
	w.systems.close()
	w.mail.Lock()
	w.counts.undelivered.Add(uint64(len(w.outbox)))
	w.outbox, w.sorted = nil, nil
	w.gone.Store(true)
	w.mail.Unlock()
}

// open returns an error if the world is closed.
func (w *World) open(doing string) error {
	if w.closed.Load() {
		return &ClosedError{Doing: doing}
	}
	return nil
}

// ticking returns the name of the crowd that is ticking, if any.
func (w *World) ticking() (crowd string, ticks bool) {
	w.mu.RLock()
	owners := w.owners
	w.mu.RUnlock()
	for _, o := range owners {
		if o.TickingNow(engine.Key{}) {
			return o.OwnerName(engine.Key{}), true
		}
	}
	return "", false
}

// idle returns an error if the world is closed or one of its crowds is ticking.
func (w *World) idle(doing string) error {
	if err := w.open(doing); err != nil {
		return err
	}
	if crowd, ticks := w.ticking(); ticks {
		return &TickingError{Doing: doing, Crowd: crowd}
	}
	return nil
}
