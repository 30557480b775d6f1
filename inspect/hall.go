package inspect

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/decidertree/decidertree/world"
)

// hall is the server's side: pages, requests, and the pump that brings what the game's side has handed over to pages.
type hall struct {
	o        Options
	link     *link // nil where no game is running
	guard    *guard
	forest   *forest
	moments  moments
	roster   roster
	scenes   scenes
	library  library
	cabinet  cabinet
	listener net.Listener
	server   *http.Server
	url      string

	done    chan struct{} // closed by close
	ending  sync.Once
	work    sync.WaitGroup
	streams atomic.Int32
	heavy   chan struct{} // requests that take long: room for as many as may run at once
	forks   chan struct{} // the same, for forks

	mu      sync.Mutex
	clients map[string]*client
	asked   time.Time // when a request last wanted the list of agents
	greeted greeting  // what the last hello told
	told    *status   // the last that pages were told
	past    *pastRoster
}

// newHall listens.
func newHall(addr string, o Options, l *link) (*hall, error) {
	addr, err := address(addr, o)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("inspect: %w", err)
	}
	h := &hall{
		o: o, link: l, listener: listener, guard: newGuard(listener.Addr(), o), forest: newForest(), done: make(chan struct{}),
		heavy: make(chan struct{}, 2), forks: make(chan struct{}, 1), clients: map[string]*client{}, told: &status{},
	}
	h.moments = moments{h.forest, o.Names}
	h.roster.forest = h.forest
	h.url = (&url.URL{Scheme: "http", Host: h.host(), Path: "/", RawQuery: "token=" + h.guard.token}).String()
	h.server = &http.Server{
		Handler:           h.guard.wrap(h.routes()),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       2 * time.Minute, // of an upload; on this machine it takes a second
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(logTo{o.Log}, "inspect: ", log.LstdFlags),
		BaseContext:       func(net.Listener) context.Context { return withDone(h) },
	}
	return h, nil
}

// host is how a browser on this machine reaches the server.
func (h *hall) host() string {
	if h.o.Host != "" {
		return h.o.Host
	}
	at, is := h.listener.Addr().(*net.TCPAddr)
	if is && at.IP.IsUnspecified() {
		return net.JoinHostPort("127.0.0.1", fmt.Sprint(at.Port))
	}
	return h.listener.Addr().String()
}

func (h *hall) start() {
	h.work.Add(1)
	go func() {
		defer h.work.Done()
		if err := h.server.Serve(bounded(h.listener)); !errors.Is(err, http.ErrServerClosed) {
			h.server.ErrorLog.Print(err)
		}
	}()
	if h.link != nil {
		h.work.Add(1)
		go func() {
			defer h.work.Done()
			h.pump()
		}()
	}
}

// close ends everything, and waits until it has ended. It does not wait for pages.
func (h *hall) close() (err error) {
	h.ending.Do(func() {
		h.mu.Lock()
		close(h.done)
		h.mu.Unlock()
		err = h.server.Close()
		h.work.Wait()
	})
	return err
}

func (h *hall) closed() bool {
	select {
	case <-h.done:
		return true
	default:
		return false
	}
}

// want tells the game's side what all pages together want to see. Called with the lock held.
func (h *hall) want() {
	if h.link == nil {
		return
	}
	w := &wants{pages: len(h.clients) > 0}
	seen := map[uint64]bool{}
	for _, c := range h.clients {
		watch, _ := c.watching()
		w.scene = w.scene || watch.Scene
		w.index = w.index || watch.Scene || watch.Crowd
		for _, id := range watch.Agents {
			if !seen[id] && len(w.agents) < maxRecent {
				seen[id] = true
				w.agents = append(w.agents, world.AgentID(id))
			}
		}
	}
	if time.Since(h.asked) < indexFor {
		w.index, w.pages = true, true
	}
	if !w.same(h.link.wants.Load()) {
		h.link.wants.Store(w)
	}
}

// indexFor is how long the list of agents is kept up to date after a request for it.
const indexFor = 10 * time.Second

// listed notes that somebody wants the list of agents.
func (h *hall) listed() {
	h.mu.Lock()
	h.asked = time.Now()
	h.want()
	h.mu.Unlock()
}

// each calls what it is given for every page. It is called in the pump.
func (h *hall) each(call func(*client)) {
	h.mu.Lock()
	all := make([]*client, 0, len(h.clients))
	for _, c := range h.clients {
		all = append(all, c)
	}
	h.mu.Unlock()
	for _, c := range all {
		call(c)
	}
}

// withDone is a context that ends with the inspector.
func withDone(h *hall) context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	h.work.Add(1)
	go func() {
		defer h.work.Done()
		<-h.done
		cancel()
	}()
	return ctx
}

// maxConnections is how many there may be at once; others wait to be accepted.
const maxConnections = 128

// sendBuffer is how many bytes the system keeps for a page that reads slowly.
const sendBuffer = 256 << 10

// bounded is a listener that lets only so many in at a time.
func bounded(l net.Listener) net.Listener {
	return &boundedListener{Listener: l, room: make(chan struct{}, maxConnections), done: make(chan struct{})}
}

type boundedListener struct {
	net.Listener
	room chan struct{}
	done chan struct{}
	once sync.Once
}

// Accept waits for room first.
func (l *boundedListener) Accept() (net.Conn, error) {
	select {
	case l.room <- struct{}{}:
	case <-l.done:
		return nil, net.ErrClosed
	}
	conn, err := l.Listener.Accept()
	if err != nil {
		<-l.room
		return nil, err
	}
	if tcp, is := conn.(*net.TCPConn); is {
		_ = tcp.SetWriteBuffer(sendBuffer) // it only says how much the system keeps for a page that does not read
	}
	return &boundedConn{Conn: conn, leave: sync.OnceFunc(func() { <-l.room })}, nil
}

// Close also ends an Accept that waits for room.
func (l *boundedListener) Close() error {
	l.once.Do(func() { close(l.done) })
	return l.Listener.Close()
}

type boundedConn struct {
	net.Conn
	leave func()
}

// Close makes room.
func (c *boundedConn) Close() error {
	c.leave()
	return c.Conn.Close()
}
