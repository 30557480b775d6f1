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

	"github.com/decidertree/decidertree/internal/connections"
	"github.com/decidertree/decidertree/internal/notebook"
	"github.com/decidertree/decidertree/world"
)

// maxConnections limits open connections.
const maxConnections = 128

// server is the inspector's part outside the goroutine that ticks: pages, requests, and the broadcaster that sends
// pages what the game's side hands over.
type server struct {
	o        Options
	link     *link // nil without a running game
	guard    *guard
	registry *registry
	names    agentNames
	roster   roster
	scenes   scenes
	library  library
	noted    notebook.Books
	cache    copyCache
	archive  archive
	filed    filedScene
	listener net.Listener
	http     *http.Server
	url      string

	done    chan struct{} // closed by close
	ending  sync.Once
	work    sync.WaitGroup
	streams atomic.Int32
	heavy   chan struct{} // a token for each slow request that runs
	uploads chan struct{} // a token for each upload that is read
	forks   chan struct{} // a token for the fork that runs
	finds   chan struct{} // a token for each query that is answered
	pasts   pasts

	mu      sync.Mutex
	clients map[string]*client
	asked   time.Time // when a request last wanted the list of agents
	greeted greeting  // of the last hello
	told    *status   // the last one sent to pages
}

// newServer opens the listener.
func newServer(addr string, o Options, l *link) (*server, error) {
	addr, err := address(addr, o)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("inspect: %w", err)
	}
	srv := &server{
		o: o, link: l, listener: listener, guard: newGuard(listener.Addr(), o), registry: newRegistry(), done: make(chan struct{}),
		heavy: make(chan struct{}, 2), uploads: make(chan struct{}, maxUploads), forks: make(chan struct{}, 1), finds: make(chan struct{}, maxFinds), clients: map[string]*client{}, told: &status{},
	}
	srv.o.Names.NameOf = srv.names.nameOf // the game's own is for its goroutine
	srv.roster.registry = srv.registry
	srv.url = (&url.URL{Scheme: "http", Host: srv.host(), Path: "/", RawQuery: "token=" + srv.guard.token}).String()
	srv.http = &http.Server{
		Handler:           srv.guard.wrap(srv.routes()),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second, // of all requests but an upload
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(logTo{o.Log}, "inspect: ", log.LstdFlags),
		BaseContext:       func(net.Listener) context.Context { return withDone(srv) },
		ConnContext:       connections.WithConn,
		ConnState:         connections.NoteState,
	}
	return srv, nil
}

// host is the server's host for a browser on this machine.
func (srv *server) host() string {
	if srv.o.Host != "" {
		return srv.o.Host
	}
	at, is := srv.listener.Addr().(*net.TCPAddr)
	if is && at.IP.IsUnspecified() {
		return net.JoinHostPort("127.0.0.1", fmt.Sprint(at.Port))
	}
	return srv.listener.Addr().String()
}

func (srv *server) start() {
	srv.work.Add(1)
	go func() {
		defer srv.work.Done()
		if err := srv.http.Serve(connections.Limit(srv.listener, maxConnections)); !errors.Is(err, http.ErrServerClosed) {
			srv.http.ErrorLog.Print(err)
		}
	}()
	if srv.link != nil {
		srv.work.Add(1)
		go func() {
			defer srv.work.Done()
			srv.broadcast()
		}()
	}
}

// close ends all goroutines of the server and waits for them. It does not wait for pages.
func (srv *server) close() (err error) {
	srv.ending.Do(func() {
		srv.mu.Lock()
		close(srv.done)
		srv.mu.Unlock()
		err = srv.http.Close()
		srv.work.Wait()
	})
	return err
}

func (srv *server) closed() bool {
	select {
	case <-srv.done:
		return true
	default:
		return false
	}
}

// want publishes what all pages together want to see. The lock must be held.
func (srv *server) want() {
	if srv.link == nil {
		return
	}
	w := &wants{pages: len(srv.clients) > 0}
	seen := map[uint64]bool{}
	for _, c := range srv.clients {
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
	if time.Since(srv.asked) < indexFor {
		w.index, w.pages = true, true
	}
	if !w.same(srv.link.wants.Load()) {
		srv.link.wants.Store(w)
	}
}

// indexFor is how long the list of agents stays up to date after a request for it.
const indexFor = 10 * time.Second

// listed notes a request for the list of agents.
func (srv *server) listed() {
	srv.mu.Lock()
	srv.asked = time.Now()
	srv.want()
	srv.mu.Unlock()
}

// each calls a function for every page.
func (srv *server) each(call func(*client)) {
	srv.mu.Lock()
	all := make([]*client, 0, len(srv.clients))
	for _, c := range srv.clients {
		all = append(all, c)
	}
	srv.mu.Unlock()
	for _, c := range all {
		call(c)
	}
}

// withDone is a context that is cancelled when the inspector closes.
func withDone(srv *server) context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	srv.work.Add(1)
	go func() {
		defer srv.work.Done()
		<-srv.done
		cancel()
	}()
	return ctx
}
