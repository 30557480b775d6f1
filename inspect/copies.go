package inspect

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// This file keeps copies of what is recorded of the running game, so that looks into the past do not ask the game each time.

// maxCopies is the number of agents whose copied recordings are kept, so that scrubbing through the past does not ask
// the game's goroutine for each frame.
const maxCopies = 32

// copyCache keeps the copies that were used last.
type copyCache struct {
	mu    sync.Mutex
	files []file
}

// file is a copy of an agent's recording up to a frame.
type file struct {
	agent     world.AgentID
	frame     uint64
	changes   int
	recording *history.Recording
}

func (c *copyCache) keep(rec *history.Recording, agents []world.AgentID, frame uint64, changes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, agent := range agents {
		c.files = slices.DeleteFunc(c.files, func(f file) bool { return f.agent == agent })
		if rec.Bytes(agent) > 0 {
			c.files = append(c.files, file{agent, frame, changes, rec})
		}
	}
	if n := len(c.files) - maxCopies; n > 0 {
		c.files = slices.Delete(c.files, 0, n)
	}
}

func (c *copyCache) find(agent world.AgentID) (f file, found bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.files {
		if f.agent == agent {
			return f, true
		}
	}
	return file{}, false
}

func (c *copyCache) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.files = nil
}

// first is the first frame that any of them holds; 0 for none.
func (c *copyCache) first() (first uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, f := range c.files {
		if from, _, ok := f.recording.Span(f.agent); ok && (i == 0 || from < first) {
			first = from
		}
	}
	return first
}

const (
	partAgents  = 64               // agents that the game copies in one step: about 0.1 ms
	archiveFor  = time.Minute      // without a request, then a copy is dropped: it may have 100 MB
	archiveWait = 20 * time.Second // how long a request waits for a copy
)

// archive is a copy of all that is recorded of the running game, for pages that look at the past of all agents. The game
// makes it in small steps, in the time that Frame may take. A copy serves all frames up to that of its first step.
type archive struct {
	turn sync.Mutex // held while a copy is made

	mu   sync.Mutex
	copy archived
	used time.Time
}

type archived struct {
	recording *history.Recording // nil for none
	frame     uint64             // of the world when the copy was begun
	changes   int
	world     int // its number
}

// errMore is returned by a command that has another step to do.
var errMore = errors.New("inspect: there is more to do")

// find returns the copy if it tells of a frame of the running world.
func (a *archive) find(frame uint64, now *status) *history.Recording {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := &a.copy
	if c.recording == nil || c.world != now.worlds || frame > c.frame || frame == c.frame && c.changes != now.changes {
		return nil
	}
	a.used = time.Now()
	return c.recording
}

// sweep drops a copy that nobody has used for long.
func (a *archive) sweep(now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.copy.recording != nil && now.Sub(a.used) > archiveFor {
		a.copy = archived{}
	}
}

// archiveAt returns a copy of all that is recorded of the running game, up to a frame at least.
func (srv *server) archiveAt(ctx context.Context, frame uint64) (*history.Recording, error) {
	a := &srv.archive
	if rec := a.find(frame, srv.link.status.Load()); rec != nil {
		return rec, nil
	}
	a.turn.Lock()
	defer a.turn.Unlock()
	if rec := a.find(frame, srv.link.status.Load()); rec != nil { // another request has made it meanwhile
		return rec, nil
	}
	if ctx.Err() != nil {
		return nil, errGivenUp
	}
	var parts []*history.Recording
	var made archived
	before := math.MaxInt
	_, err := srv.link.askFor(ctx, aPart, archiveWait, func(g *game) (any, error) {
		if made.world != g.worlds { // the first step, or of another world
			parts, before, made = nil, math.MaxInt, archived{frame: g.w.Frame(), changes: g.changes, world: g.worlds}
			if frame > made.frame {
				return nil, refusal(http.StatusNotFound, wire.ProblemNotRecorded, "the world has not come to frame %d: it is in frame %d", frame, made.frame)
			}
		}
		part, from := g.recorder.Part(key, before, partAgents)
		parts, before = append(parts, part), from
		if from > 0 {
			return nil, errMore
		}
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	made.recording = history.Join(key, parts)
	a.mu.Lock()
	a.copy, a.used = made, time.Now()
	a.mu.Unlock()
	return made.recording, nil
}
