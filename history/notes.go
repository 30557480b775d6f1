package history

import (
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/decidertree/decidertree/internal/snapshot"
	"github.com/decidertree/decidertree/world"
)

// Limits of the notes in a recording.
const (
	MaxNotes     = 1000
	MaxNoteWords = 2000 // bytes of Note.Words
	maxNoteName  = 1000 // bytes of Note.Decider
	maxNotesText = 8 * MaxNotes * (MaxNoteWords + maxNoteName)
)

// Note is what somebody wrote about a recording; without Words it is a bookmark. It is about all that it names: a frame, an
// agent, a decider, or nothing but the recording. The recording need not have them: notes outlive what a ring holds.
type Note struct {
	Frame   uint64        `json:"frame,omitempty"`   // 0 for none
	Agent   world.AgentID `json:"agent,omitempty"`   // 0 for none
	Decider string        `json:"decider,omitempty"` // its name; "" for none
	Words   string        `json:"words,omitempty"`
}

// Check returns an error for a note that a recording cannot have: Words or Decider is too long, or is not UTF-8.
func (n Note) Check() error {
	switch {
	case len(n.Words) > MaxNoteWords:
		return fmt.Errorf("history: a note has at most %d bytes, not %d; write two", MaxNoteWords, len(n.Words))
	case len(n.Decider) > maxNoteName:
		return fmt.Errorf("history: a note's decider has a name of at most %d bytes, not %d", maxNoteName, len(n.Decider))
	case !utf8.ValidString(n.Words) || !utf8.ValidString(n.Decider):
		return fmt.Errorf("history: a note must be UTF-8")
	case n.Frame > maxFrame:
		return fmt.Errorf("history: a note's frame is at most %d, not %d", uint64(maxFrame), n.Frame)
	}
	return nil
}

// checkNotes checks them all, and their number.
func checkNotes(notes []Note) error {
	if len(notes) > MaxNotes {
		return fmt.Errorf("history: a recording has at most %d notes, not %d; remove some", MaxNotes, len(notes))
	}
	for i := range notes {
		if err := notes[i].Check(); err != nil {
			return err
		}
	}
	return nil
}

// Notes returns the notes about the recording in their order.
func (rec *Recording) Notes() []Note { return slices.Clone(rec.notes) }

// WithNotes returns the same recording with these notes in place of its own. Save writes them.
func (rec *Recording) WithNotes(notes []Note) (*Recording, error) {
	if err := checkNotes(notes); err != nil {
		return nil, err
	}
	next := *rec
	next.notes = slices.Clone(notes)
	next.setNames() // they answered from the other one
	return &next, nil
}

func (rec *Recording) saveNotes(out *snapshot.Writer) error {
	text := []byte("[]")
	if len(rec.notes) > 0 {
		var err error
		if text, err = json.Marshal(rec.notes); err != nil {
			return err
		}
	}
	out.Bytes(text)
	return nil
}

func (rec *Recording) loadNotes(in *snapshot.Reader) {
	text := in.Bytes(maxNotesText, "its notes")
	if in.Err() != nil {
		return
	}
	err := json.Unmarshal(text, &rec.notes)
	if err == nil {
		err = checkNotes(rec.notes)
	}
	if err != nil {
		in.Fail("its notes: %v", err)
	}
}
