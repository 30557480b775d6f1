package world

import (
	"cmp"
	"fmt"
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
	saved  []*savedDesk // of systems that nothing in a restored world uses yet, in the order of names
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
	// number prepares the requests without tokens for memories that are saved or moved.
	number()
	// save writes the requests, and unpack takes what was read; what that returns puts them in place. lost are the agents
	// whose request or result cannot be read any more.
	save(*snapshot.Writer) error
	unpack(*savedDesk) (commit func(), lost []AgentID)
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

// knownDesk is deskOf for the game's side: a desk that was restored is opened if nothing else has done that.
func knownDesk[Req, Res any](w *World, s *System[Req, Res]) *desk[Req, Res] {
	d := deskOf(w, s)
	if d == nil && w.systems.has(s.Name) {
		d, _ = openDesk(w, s)
	}
	return d
}

// has reports whether a desk was restored that is not opened.
func (s *systems) has(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.saved, func(d *savedDesk) bool { return d.name == name })
}

// openDesk makes room for a system in a world.
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
	if i := slices.IndexFunc(all.saved, func(d *savedDesk) bool { return d.name == s.Name }); i >= 0 {
		commit, _ := d.unpack(all.saved[i])
		commit()
		all.saved = slices.Delete(all.saved, i, i+1)
	}
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

// save writes all desks, in the order of names.
func (s *systems) save(out *snapshot.Writer) error {
	s.mu.Lock()
	saved := slices.Clone(s.saved)
	s.mu.Unlock() // MarshalBinary is the user's
	saveUntil := func(name string, all bool) {
		for ; len(saved) > 0 && (all || saved[0].name < name); saved = saved[1:] {
			out.Uint(systemFollows)
			out.String(saved[0].name)
			saved[0].save(out)
		}
	}
	for _, o := range s.all() {
		saveUntil(o.name, false)
		out.Uint(systemFollows)
		out.String(o.name)
		if err := o.desk.save(out); err != nil {
			return fmt.Errorf("world: system %q: %w", o.name, err)
		}
	}
	saveUntil("", true)
	return nil
}

// giveUpAwaited ends the requests that no agent has come back to.
func (s *systems) giveUpAwaited() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.saved {
		if d.awaited {
			d.awaited = false
			d.giveUp(func(AgentID) bool { return false })
		}
	}
}

// close drops all requests and their results.
func (s *systems) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed, s.saved = true, nil
	for _, o := range s.all() {
		o.desk.close()
	}
}
