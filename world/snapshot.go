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
	// FreezeOwner copies the crowd. room is a copy of it that is no longer needed, or nil.
	FreezeOwner(_ engine.Key, room FrozenOwner) (FrozenOwner, error)
	// LoadOwner reads the crowd as of the snapshot's time and frame, and changes nothing yet. Losses are added to the
	// Migration.
	LoadOwner(_ engine.Key, r *snapshot.Reader, now float64, frame uint64, into *Migration) (Loading, error)
}

// FrozenOwner is for the packages of this module: a copy of a crowd.
type FrozenOwner interface {
	Save(engine.Key, *snapshot.Writer) // in any goroutine
	Size(engine.Key) int               // in bytes
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
	f, err := w.Freeze(nil)
	if err != nil {
		return err
	}
	return f.Snapshot(to)
}

// Frozen is a copy of a world, of which a snapshot can be written later. Make it with [World.Freeze].
type Frozen struct {
	state  []byte // what comes before the crowds in a snapshot
	rest   []byte // and what comes after them
	crowds []frozenCrowd
}

type frozenCrowd struct {
	name string
	of   FrozenOwner
}

// Freeze copies the world as [World.Snapshot] would write it, which takes a small part of the time of a Snapshot. The world
// may go on at once. room is a copy that is no longer needed, whose memory is used again; nil for none. The error is that
// of Snapshot; room cannot be used any more in any case.
func (w *World) Freeze(room *Frozen) (*Frozen, error) {
	if w == nil {
		return nil, &NoWorldError{What: "Snapshot"}
	}
	if err := w.idle("be saved"); err != nil {
		return nil, err
	}
	if room == nil {
		room = &Frozen{}
	}
	w.Number(engine.Key{})
	state := snapshot.NewPart(room.state)
	renewing := w.saveState(state)
	f := &Frozen{state: state.Part()}
	w.mu.RLock()
	owners := slices.Clone(w.owners)
	w.mu.RUnlock()
	for i, o := range owners {
		s, ok := o.(savedOwner)
		if !ok {
			return nil, fmt.Errorf("world: crowd %q cannot be saved", o.OwnerName(engine.Key{}))
		}
		var old FrozenOwner
		if i < len(room.crowds) {
			old = room.crowds[i].of
		}
		of, err := s.FreezeOwner(engine.Key{}, old)
		if err != nil {
			return nil, err
		}
		f.crowds = append(f.crowds, frozenCrowd{o.OwnerName(engine.Key{}), of})
	}
	out := snapshot.NewPart(room.rest)
	if err := w.systems.save(out); err != nil {
		return nil, err
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
	f.rest = out.Part()
	return f, nil
}

// Size returns the size of the copy in bytes, about.
func (f *Frozen) Size() int {
	n := len(f.state) + len(f.rest)
	for _, c := range f.crowds {
		n += c.of.Size(engine.Key{})
	}
	return n
}

// Snapshot writes the copy. It is the snapshot that World.Snapshot would have written when the copy was made. It may be
// called in any goroutine while the world goes on, and again.
func (f *Frozen) Snapshot(to io.Writer) error {
	out := snapshot.NewWriter(to, snapshot.World)
	out.Raw(f.state)
	out.Uint(uint64(len(f.crowds)))
	for _, c := range f.crowds {
		out.String(c.name)
		c.of.Save(engine.Key{}, out)
	}
	out.Raw(f.rest)
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
