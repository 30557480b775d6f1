package inspect

import (
	"crypto/rand"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/decidertree/decidertree/internal/wire"
)

// maxMust limits the undelivered events that must not be lost. A page with more of them is dropped.
const maxMust = 64

// message is an event of the stream.
type message struct {
	name string
	id   uint64 // the world's frame
	data []byte
}

// client is a page that receives events. Unread events wait here; of frames, scenes and moments only the newest.
type client struct {
	id   string
	wake chan struct{} // something waits; room for one

	mu       sync.Mutex
	must     []message
	latest   []slot
	picture  *picture
	missed   int
	watch    wire.Watch
	lost     bool      // it does not read
	seen     time.Time // when it last read
	streams  int       // open connections
	roster   int       // of the last scene it was sent
	backdrop int
}

// slot is the newest event of a kind.
type slot struct {
	kind string // "frame", "agent 7"
	message
}

func newClient(now time.Time) *client {
	return &client{id: rand.Text(), wake: make(chan struct{}, 1), seen: now}
}

func (c *client) ring() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// tell queues an event that the page must not miss.
func (c *client) tell(e message) {
	c.mu.Lock()
	if len(c.must) >= maxMust {
		c.lost, c.must = true, nil
	}
	if !c.lost {
		c.must = append(c.must, e)
	}
	c.mu.Unlock()
	c.ring()
}

// offer queues an event that replaces the last of its kind.
func (c *client) offer(kind string, e message) {
	c.mu.Lock()
	if at := slices.IndexFunc(c.latest, func(s slot) bool { return s.kind == kind }); at >= 0 {
		c.latest[at].message = e
		c.missed++
	} else {
		c.latest = append(c.latest, slot{kind, e})
	}
	c.mu.Unlock()
	c.ring()
}

// show queues a scene.
func (c *client) show(p *picture) {
	c.mu.Lock()
	if c.picture != nil {
		c.missed++
	}
	c.picture = p
	c.mu.Unlock()
	c.ring()
}

// take returns the waiting events; ok is false for a page that was dropped.
func (c *client) take(now time.Time) (events []message, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen = now
	if c.lost {
		return nil, false
	}
	events = append(c.must, events...)
	c.must = nil
	for _, s := range c.latest {
		events = append(events, s.message)
	}
	c.latest = c.latest[:0]
	if p := c.picture; p != nil {
		events = append(events, message{"scene", p.scene.Frame, p.text(c.roster, c.backdrop)})
		c.roster, c.backdrop, c.picture = p.scene.Roster, p.scene.Backdrop, nil
	}
	return events, true
}

// watching returns what the page wants to be sent.
func (c *client) watching() (w wire.Watch, missed int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.watch, c.missed
}

// watchFor changes that and drops events that are no longer wanted.
func (c *client) watchFor(w wire.Watch) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !w.Scene {
		c.picture = nil
	} else if !c.watch.Scene {
		c.roster, c.backdrop = 0, 0 // it may have dropped them
	}
	c.latest = slices.DeleteFunc(c.latest, func(s slot) bool {
		return s.name == "agent" && !slices.ContainsFunc(w.Agents, func(id uint64) bool { return s.kind == agentKind(id) }) || s.name == "crowd" && !w.Crowd
	})
	c.watch = w
}

// eventOf encodes an event.
func eventOf(name string, frame uint64, of any) message {
	text, err := json.Marshal(of)
	if err != nil {
		name = "error"
		text, _ = json.Marshal(wire.Problem{Error: "an event cannot be told as JSON: " + err.Error(), Code: wire.ProblemBad})
	}
	return message{name, frame, text}
}
