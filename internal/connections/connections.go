// Package connections limits the open connections of a server, so that strangers cannot keep out those who may come in.
package connections

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
)

// sendBuffer is the size of the system's buffer for a client that reads slowly.
const sendBuffer = 256 << 10

// listener limits the open connections of another one.
type listener struct {
	net.Listener
	most int
	mu   sync.Mutex
	open []*conn // oldest first
}

// Limit returns a listener with at most so many open connections. One more than that takes the place of the oldest that was
// not admitted, so that connections of strangers never keep anybody else out.
func Limit(l net.Listener, most int) net.Listener { return &listener{Listener: l, most: most} }

// conn is a connection of a listener.
type conn struct {
	net.Conn
	of       *listener
	admitted bool // see Admit
	idle     bool // it is between requests
}

// Accept waits for a connection and makes room for it.
func (l *listener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &conn{Conn: accepted, of: l}
		out := l.add(c)
		if out != nil {
			out.Close()
		}
		if out == c {
			continue
		}
		if tcp, is := accepted.(*net.TCPConn); is {
			_ = tcp.SetWriteBuffer(sendBuffer) // only a hint
		}
		return c, nil
	}
}

// add adds a connection and returns the one to close for it: the oldest that was not admitted, else the oldest idle one,
// else the new one itself.
func (l *listener) add(c *conn) (out *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.open) >= l.most {
		at := slices.IndexFunc(l.open, func(c *conn) bool { return !c.admitted })
		if at < 0 {
			at = slices.IndexFunc(l.open, func(c *conn) bool { return c.idle })
		}
		if at < 0 {
			return c
		}
		out = l.open[at]
		l.open = slices.Delete(l.open, at, at+1)
	}
	l.open = append(l.open, c)
	return out
}

// Close makes room.
func (c *conn) Close() error {
	c.of.mu.Lock()
	if at := slices.Index(c.of.open, c); at >= 0 {
		c.of.open = slices.Delete(c.of.open, at, at+1)
	}
	c.of.mu.Unlock()
	return c.Conn.Close()
}

// connKey is the key of a request's connection in its context.
type connKey struct{}

// WithConn is for http.Server.ConnContext.
func WithConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, c)
}

// Admit notes that a request of a connection was let in. ctx is the request's.
func Admit(ctx context.Context) {
	if c, is := ctx.Value(connKey{}).(*conn); is {
		c.of.mu.Lock()
		c.admitted = true
		c.of.mu.Unlock()
	}
}

// NoteState is for http.Server.ConnState. It notes which connections are between requests.
func NoteState(of net.Conn, state http.ConnState) {
	if c, is := of.(*conn); is {
		c.of.mu.Lock()
		c.idle = state == http.StateIdle
		c.of.mu.Unlock()
	}
}
