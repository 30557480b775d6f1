package inspect

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/comparison"
	"github.com/decidertree/decidertree/internal/notebook"
	"github.com/decidertree/decidertree/internal/wire"
)

// Recordings held beside the game's own: a new one replaces the oldest. The newest is held whatever its size.
const (
	maxShelf   = 8
	shelfBytes = 512 << 20 // of all, without what is there only once
)

// library holds uploaded recordings and the results of forks.
type library struct {
	mu    sync.Mutex
	shelf []shelved
	count int
	first string // the one that View shows; it stays
	turns int    // changes so far
}

type shelved struct {
	name, title string
	recording   *history.Recording
	original    *history.Recording // of a fork: the same frames without the change
	ghosts      *comparison.Ghosts // of a fork whose game draws it; nil for none
}

// originalOf is the name of the recording that a fork differs from.
func originalOf(fork string) string { return fork + originalSuffix }

const originalSuffix = "-original"

// show sets the recording that View shows.
func (l *library) show(title string, rec *history.Recording) {
	l.first = l.add("recording", shelved{title: title, recording: rec})
}

// add adds a recording and returns its name.
func (l *library) add(kind string, s shelved) (name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count++
	name = fmt.Sprintf("%s-%d", kind, l.count)
	s.name, s.title = name, cmp.Or(s.title, name)
	l.shelf = append(l.shelf, s)
	for len(l.shelf) > 1 && (len(l.shelf) > maxShelf || l.size() > shelfBytes) {
		at := slices.IndexFunc(l.shelf, func(s shelved) bool { return s.name != l.first })
		if at == len(l.shelf)-1 {
			break
		}
		l.shelf = slices.Delete(l.shelf, at, at+1)
	}
	l.turns++
	return name
}

// size is the size of all recordings in bytes.
func (l *library) size() (n int) {
	for _, s := range l.shelf {
		for _, rec := range []*history.Recording{s.recording, s.original} {
			if rec == nil {
				continue
			}
			for _, id := range rec.Agents() {
				n += rec.Bytes(id)
			}
		}
	}
	return n
}

// find returns a recording by its name.
func (l *library) find(name string) (s shelved, found bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.shelf {
		if s.name == name {
			return s, true
		}
		if s.original != nil && originalOf(s.name) == name {
			return shelved{name: name, title: s.title + ", without the change", recording: s.original}, true
		}
	}
	return shelved{}, false
}

func (l *library) names() (names []string, turns int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	names = []string{}
	for _, s := range l.shelf {
		names = append(names, s.name)
	}
	return names, l.turns
}

// notes is GET /api/notes.
func (srv *server) notes(r *http.Request) (any, error) {
	s, _, err := srv.source(r.URL.Query().Get("recording"))
	if err != nil {
		return nil, err
	}
	return srv.noted.List(s.name, s.recording), nil
}

// note is POST /api/note.
func (srv *server) note(r *http.Request) (any, error) {
	s, live, err := srv.source(r.URL.Query().Get("recording"))
	if err != nil {
		return nil, err
	}
	var ask wire.NoteRequest
	if err := readJSON(r, &ask); err != nil {
		return nil, err
	}
	if ask.Note.Agent > maxAgentID {
		return nil, bad("no agent has the ID %d", ask.Note.Agent)
	}
	srv.noted.Keep(func(name string) bool {
		_, held := srv.library.find(name)
		return held
	})
	if err := srv.noted.Write(s.name, s.recording, ask); errors.Is(err, notebook.ErrMissing) {
		return nil, refusal(http.StatusNotFound, wire.ProblemNotFound, "%v", err)
	} else if err != nil {
		return nil, bad("%v", err)
	}
	all := srv.noted.List(s.name, s.recording)
	if live {
		e := eventOf("notes", srv.link.status.Load().frame, all)
		srv.each(func(c *client) { c.tell(e) })
	}
	return all, nil
}

// withNotes adds the notes to a recording that is to be saved.
func (srv *server) withNotes(name string, rec *history.Recording) (*history.Recording, error) {
	var notes []history.Note
	for _, n := range srv.noted.List(name, rec).Notes {
		notes = append(notes, notebook.Recorded(n))
	}
	return rec.WithNotes(notes)
}
