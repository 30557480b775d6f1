package world

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/decidertree/decidertree/internal/snapshot"
)

// systems are the systems that have a desk in a world.
type systems struct {
	mu     sync.Mutex // held while a system is added
	closed bool
	// opened is in the order of names. Adding a system, which may happen during ticks, copies it, so that reading needs
	// no lock.
	opened atomic.Pointer[[]openedSystem]
}

// openedSystem is a system in a world.
type openedSystem struct {
	system any // *System[Req, Res]
	name   string
	desk   anyDesk // *desk[Req, Res]
}

// anyDesk is a desk of any request and result type.
type anyDesk interface {
	// advance makes the results of the last frame arrive, and wakes the agents that waited for them.
	advance(*World)
	close()
	// settled settles the notes of the last ticks.
	settled()
	// save writes the requests. load reads them, and commit puts them in place; lost are the agents whose request or
	// result can no longer be read.
	save(*snapshot.Writer) error
	load(*snapshot.Reader) (commit func(), lost []AgentID)
}

func (s *systems) all() []openedSystem {
	if all := s.opened.Load(); all != nil {
		return *all
	}
	return nil
}

// deskOf returns the desk of a system in a world; nil if it has none.
func deskOf[Req, Res any](w *World, s *System[Req, Res]) *desk[Req, Res] {
	for _, o := range w.systems.all() { // there are few
		if o.system == any(s) {
			return o.desk.(*desk[Req, Res])
		}
	}
	return nil
}

// openDesk returns the desk of a system in a world, and makes one if there is none.
func openDesk[Req, Res any](w *World, s *System[Req, Res]) (*desk[Req, Res], error) {
	all := &w.systems
	all.mu.Lock()
	defer all.mu.Unlock()
	if d := deskOf(w, s); d != nil { // another goroutine has made it meanwhile
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

// advanceSystems makes the results since the last Advance arrive, in the order of the systems' names.
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
