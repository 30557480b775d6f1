package world

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/snapshot"
)

// ErrSnapshot is wrapped by the error for data that is not a sound snapshot. It equals decider.ErrSnapshot.
var ErrSnapshot = snapshot.Err

// ErrNotNew is wrapped by the error for restoring into a world that has advanced, or a crowd that has had agents.
var ErrNotNew = errors.New("world: it is not new")

// savedOwner is an owner that snapshots include.
type savedOwner interface {
	owner
	// SaveOwner writes the crowd.
	SaveOwner(engine.Key, *snapshot.Writer) error
	// LoadOwner reads the crowd as of the snapshot's time and frame, and changes nothing yet. Losses are added to the
	// Migration.
	LoadOwner(_ engine.Key, r *snapshot.Reader, now float64, frame uint64, into *Migration) (Loading, error)
}

// Loading is for the packages of this module: a crowd that was read.
type Loading interface {
	Pages(engine.Key) []AgentID // by ID / PageSize
	Gone(engine.Key) []AgentID  // agents that no longer exist
	Commit(engine.Key)          // replaces the crowd's contents by those that were read
	Claim(engine.Key) error     // has its agents take their gates and squads again
}

// Snapshot writes the whole world: its seed and clock, messages on their way, gates, squads, the requests and
// results of its systems, and its crowds with all their agents. The error wraps [ErrClosed], [ErrTicking] inside a
// crowd's tick, or [ErrNotMarshalable] for a value with pointers that cannot be written; or it is that of the
// writer.
//
// Agents outside of crowds are not included, since the world does not know their memories: write each with
// Memory.Snapshot, and restore it after the world. The A of a crowd's agents is the game's and not included either.
//
// Call it between frames: after the ticks, or after Advance.
func (w *World) Snapshot(to io.Writer) error {
	if w == nil {
		return &NoWorldError{What: "Snapshot"}
	}
	if err := w.idle("be saved"); err != nil {
		return err
	}
	w.Number(engine.Key{})
	out := snapshot.NewWriter(to, snapshot.World)
	renewing := w.saveState(out)
	w.mu.RLock()
	owners := slices.Clone(w.owners)
	w.mu.RUnlock()
	out.Uint(uint64(len(owners)))
	for _, o := range owners {
		s, ok := o.(savedOwner)
		if !ok {
			return fmt.Errorf("world: crowd %q cannot be saved", o.OwnerName(engine.Key{}))
		}
		out.String(o.OwnerName(engine.Key{}))
		if err := s.SaveOwner(engine.Key{}, out); err != nil {
			return err
		}
	}
	if err := w.systems.save(out); err != nil {
		return err
	}
	if len(renewing) > 0 {
		out.Uint(renewingFollows)
		out.Uint(uint64(len(renewing)))
		for _, i := range renewing {
			out.Uint(i)
		}
	}
	w.mu.RLock()
	w.squads.saveLeft(out)
	w.saveLines(out)
	w.mu.RUnlock()
	out.Uint(nothingFollows)
	if err := out.End(); err != nil {
		return fmt.Errorf("world: writing a snapshot: %w", err)
	}
	return nil
}

// What follows a world's crowds in a snapshot: systems, each with its pending notes, then the messages of SendRenew, the
// members that have left squads too early, and since when agents wait. All but systems follow only if there are any.
const (
	nothingFollows = iota
	systemFollows
	renewingFollows
	pendingFollows
	leftFollows
	linesFollow
)

// saveState writes everything except crowds, systems and which messages renew. It returns the indexes of those.
func (w *World) saveState(out *snapshot.Writer) (renewing []uint64) {
	out.Word(w.seed)
	out.Float(w.now)
	out.Float(w.dt)
	out.Uint(w.frame)
	out.Uint(w.counts.undelivered.Load())
	out.Uint(w.counts.overflowed.Load())
	out.Uint(w.counts.stale.Load())
	w.mail.Lock()
	sortMail(w.outbox)
	out.Uint(uint64(len(w.outbox)))
	for i := range w.outbox {
		m := &w.outbox[i]
		out.Uint(uint64(m.from))
		out.Uint(uint64(m.to))
		m.stimulus.Save(engine.Key{}, out)
		if m.renew {
			renewing = append(renewing, uint64(i))
		}
	}
	w.mail.Unlock()
	w.mu.RLock()
	defer w.mu.RUnlock()
	out.Uint(uint64(w.last))
	out.Uint(uint64(w.nextPage))
	w.used.save(out)
	var living idSet
	for id := range w.singles {
		living.add(id)
	}
	living.save(out)
	out.Uint(uint64(len(w.gates.order)))
	for _, g := range w.gates.order {
		g.save(out)
	}
	w.squads.save(out)
	return renewing
}
