package world

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/decidertree/decidertree/internal/snapshot"
)

// systems are those with requests in a world.
type systems struct {
	mu     sync.Mutex // held while one is added
	closed bool
	// opened is in the order of names. It is copied when one is added, which may be in the middle of ticks, so that
	// looking needs no lock.
	opened atomic.Pointer[[]openedSystem]
}

// openedSystem is a system in a world.
type openedSystem struct {
	system any // *System[Req, Res]
	name   string
	desk   anyDesk // *desk[Req, Res]
}

// anyDesk is a desk, whatever it deals with.
type anyDesk interface {
	// advance has the results of the last frame arrive, and wakes who waited for them.
	advance(*World)
	close()
	// settled settles what the last ticks have noted.
	settled()
	// save writes the requests, and load reads them; what that returns puts them in place. lost are the agents whose
	// request or result cannot be read any more.
	save(*snapshot.Writer) error
	load(*snapshot.Reader) (commit func(), lost []AgentID)
}

func (s *systems) all() []openedSystem {
	if all := s.opened.Load(); all != nil {
		return *all
	}
	return nil
}

// deskOf is where the requests of a system lie in a world; nil where it has had none.
func deskOf[Req, Res any](w *World, s *System[Req, Res]) *desk[Req, Res] {
	for _, o := range w.systems.all() { // few
		if o.system == any(s) {
			return o.desk.(*desk[Req, Res])
		}
	}
	return nil
}

// openDesk makes room for a system in a world.
func openDesk[Req, Res any](w *World, s *System[Req, Res]) (*desk[Req, Res], error) {
	all := &w.systems
	all.mu.Lock()
	defer all.mu.Unlock()
	if d := deskOf(w, s); d != nil { // another goroutine was quicker
		return d, nil
	}
	if all.closed {
		return nil, &ClosedError{Doing: "launch requests of " + s.label()}
	}
	at, taken := slices.BinarySearchFunc(all.all(), s.Name, func(o openedSystem, name string) int { return cmp.Compare(o.name, name) })
	if taken {
		return nil, &NameError{What: "system", Name: s.Name}
	}
	d := &desk[Req, Res]{}
	opened := slices.Insert(slices.Clone(all.all()), at, openedSystem{s, s.Name, d})
	all.opened.Store(&opened)
	return d, nil
}

// advanceSystems has the results that came since the last Advance arrive, in the order of the systems' names.
func (w *World) advanceSystems() {
	for _, o := range w.systems.all() {
		o.desk.advance(w)
	}
}

// close drops all requests and their results.
func (s *systems) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, o := range s.all() {
		o.desk.close()
	}
}
