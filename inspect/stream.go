package inspect

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/decidertree/decidertree/internal/meter"
	"github.com/decidertree/decidertree/internal/wire"
)

const (
	maxClients  = 32               // pages at once
	maxStreams  = 3                // of these with a stream: browsers open 6 connections to a host, over all tabs
	writeWithin = 5 * time.Second  // a page that accepts no bytes for so long is gone
	quiet       = 10 * time.Second // without events, then a comment is sent
	gone        = 15 * time.Second // a page that has not polled for so long is gone
)

// welcome registers a page.
func (srv *server) welcome(now time.Time) (*client, error) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	if srv.closed() {
		return nil, refusal(http.StatusServiceUnavailable, wire.ProblemBusy, "the inspector has been closed")
	}
	srv.sweep(now)
	if len(srv.clients) >= maxClients {
		return nil, refusal(http.StatusServiceUnavailable, wire.ProblemBusy, "%d pages are open; close one", maxClients)
	}
	c := newClient(now)
	srv.clients[c.id] = c
	c.tell(eventOf("welcome", 0, wire.Welcome{Client: c.id}))
	srv.want()
	return c, nil
}

// sweep removes pages that have stopped polling. The lock must be held.
func (srv *server) sweep(now time.Time) {
	for id, c := range srv.clients {
		c.mu.Lock()
		away := c.streams == 0 && now.Sub(c.seen) > gone
		c.mu.Unlock()
		if away {
			delete(srv.clients, id)
		}
	}
}

// farewell removes a page.
func (srv *server) farewell(c *client) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	delete(srv.clients, c.id)
	srv.want()
}

// stream is GET /api/stream. It ends when the page goes, takes no bytes, or the inspector is closed.
func (srv *server) stream(w http.ResponseWriter, r *http.Request) {
	if srv.streams.Add(1) > maxStreams {
		srv.streams.Add(-1)
		refusal(http.StatusServiceUnavailable, wire.ProblemBusy, "%d pages have streams already; use GET /api/poll", maxStreams).write(w)
		return
	}
	defer srv.streams.Add(-1)
	c, err := srv.welcome(time.Now())
	if err != nil {
		asProblem(err).write(w)
		return
	}
	defer srv.farewell(c)
	c.mu.Lock()
	c.streams++
	c.mu.Unlock()
	c.tell(srv.helloEvent())
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	out := http.NewResponseController(w)
	silence := time.NewTimer(quiet)
	defer silence.Stop()
	var text []byte
	for {
		text = text[:0]
		select {
		case <-r.Context().Done():
			return
		case <-srv.done:
			return
		case <-silence.C:
			text = append(text, ":\n\n"...)
		case <-c.wake:
			work := meter.Begin()
			events, ok := c.take(time.Now())
			for _, e := range events {
				text = e.append(text)
			}
			srv.spend(meter.Serving, work.End(0))
			if !ok {
				return
			}
		}
		if len(text) == 0 {
			continue
		}
		if out.SetWriteDeadline(time.Now().Add(writeWithin)) != nil {
			return
		}
		work := meter.Begin()
		_, err := w.Write(text)
		err = errors.Join(err, out.Flush())
		srv.spend(meter.Serving, min(work.End(0), writing(len(text))))
		if err != nil {
			return
		}
		silence.Reset(quiet)
	}
}

// writing is the longest that writing so many bytes keeps a processor busy, at 200 MB a second. Where only real time is known, a
// page that reads slowly makes it last longer.
func writing(bytes int) time.Duration {
	return 100*time.Microsecond + time.Duration(bytes)*5*time.Nanosecond
}

// append encodes the event for the stream. Its JSON has no line breaks.
func (e *message) append(b []byte) []byte {
	b = append(b, "event: "...)
	b = append(b, e.name...)
	b = append(b, "\nid: "...)
	b = strconv.AppendUint(b, e.id, 10)
	b = append(b, "\ndata: "...)
	b = append(b, e.data...)
	return append(b, "\n\n"...)
}

// polledEvent is an event in the answer of GET /api/poll, which is a list of them.
type polledEvent struct {
	Event string          `json:"event"`
	ID    uint64          `json:"id"`
	Data  json.RawMessage `json:"data"`
}

// poll is GET /api/poll?client=ID. Without client it registers a page, as the stream does.
func (srv *server) poll(r *http.Request) (any, error) {
	now := time.Now()
	id := r.URL.Query().Get("client")
	if id == "" {
		c, err := srv.welcome(now)
		if err != nil {
			return nil, err
		}
		c.tell(srv.helloEvent())
		return polled(c, now)
	}
	c, err := srv.client(id)
	if err != nil {
		return nil, err
	}
	return polled(c, now)
}

func polled(c *client, now time.Time) (any, error) {
	events, ok := c.take(now)
	if !ok {
		return nil, refusal(http.StatusNotFound, wire.ProblemNotFound, "the page has not polled for too long; begin again without client")
	}
	all := make([]polledEvent, len(events))
	for i, e := range events {
		all[i] = polledEvent{Event: e.name, ID: e.id, Data: e.data}
	}
	return all, nil
}

// client finds a page.
func (srv *server) client(id string) (*client, error) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	c := srv.clients[id]
	if c == nil {
		return nil, refusal(http.StatusNotFound, wire.ProblemNotFound, "there is no page %q; begin a stream, or poll, without client", clip(id))
	}
	return c, nil
}
