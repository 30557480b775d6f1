// Package notebook holds what people write about a game and about recordings while an inspector is open.
package notebook

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// ErrMissing is wrapped by the error for a note that is not there.
var ErrMissing = errors.New("there is no such note")

// Books hold the notes about the game and about the recordings that a server holds. Several goroutines may use them.
type Books struct {
	mu   sync.Mutex
	of   map[string][]wire.Note // by the recording's name; "" for the game
	last int                    // the last ID that was given
}

// begin takes over the notes of a recording when it is first asked for. The lock must be held.
func (n *Books) begin(name string, rec *history.Recording) []wire.Note {
	if notes, known := n.of[name]; known {
		return notes
	}
	notes := []wire.Note{}
	if rec != nil {
		for _, note := range rec.Notes() {
			n.last++
			notes = append(notes, wire.Note{ID: n.last, Frame: note.Frame, Agent: uint64(note.Agent), Decider: note.Decider, Words: note.Words})
		}
	}
	if n.of == nil {
		n.of = map[string][]wire.Note{}
	}
	n.of[name] = notes
	return notes
}

// List returns the notes about a recording, of the given name and with those that it brought, by frame; rec is nil for the game.
func (n *Books) List(name string, rec *history.Recording) wire.Notes {
	n.mu.Lock()
	defer n.mu.Unlock()
	notes := slices.Clone(n.begin(name, rec))
	slices.SortStableFunc(notes, func(a, b wire.Note) int { return cmp.Compare(a.Frame, b.Frame) })
	return wire.Notes{Notes: notes}
}

// Keep drops the notes of recordings that are not held any more.
func (n *Books) Keep(held func(name string) bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for name := range n.of {
		if name != "" && !held(name) {
			delete(n.of, name)
		}
	}
}

// Write adds, changes or removes a note about a recording.
func (n *Books) Write(name string, rec *history.Recording, r wire.NoteRequest) error {
	if r.Do != "add" && r.Do != "change" && r.Do != "remove" {
		return fmt.Errorf("note does add, change or remove, not %.40q", r.Do)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	notes := n.begin(name, rec)
	at := slices.IndexFunc(notes, func(note wire.Note) bool { return note.ID == r.Note.ID })
	if r.Do != "add" && at < 0 {
		return fmt.Errorf("%w: %d; another page may have removed it", ErrMissing, r.Note.ID)
	}
	if r.Do != "remove" {
		if err := Recorded(r.Note).Check(); err != nil {
			return err
		}
	}
	switch r.Do {
	case "add":
		if len(notes) >= history.MaxNotes {
			return fmt.Errorf("there are %d notes, the most that a recording may have; remove some", len(notes))
		}
		n.last++
		r.Note.ID = n.last
		n.of[name] = append(notes, r.Note)
	case "change":
		notes[at] = r.Note
	case "remove":
		n.of[name] = slices.Delete(notes, at, at+1)
	}
	return nil
}

// Recorded is a note as a recording has it.
func Recorded(n wire.Note) history.Note {
	return history.Note{Frame: n.Frame, Agent: world.AgentID(n.Agent), Decider: n.Decider, Words: n.Words}
}
