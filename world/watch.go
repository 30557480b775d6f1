package world

import (
	"maps"
	"slices"

	"github.com/decidertree/decidertree/internal/engine"
)

// This file reports the states of a world's gates and squads to recordings, frame by frame. Without a watcher a change
// costs one branch. With one, the keys and squads that change are collected and reported once a frame.

// watcher receives the states of a world's gates and squads.
type watcher interface {
	// Began is called by each Advance when the frame has begun, before agents tick. It returns false to be removed.
	Began(_ engine.Key, w *World) (more bool)
	// Changed is called with the changes of a frame when it is over, which is as the next one begins, and by [World.Told].
	// It is not called without changes. n is valid until it returns. It must not call the world.
	Changed(_ engine.Key, n *Notes)
}

// Notes is for the packages of this module: the gates and squads that have changed, in a deterministic order.
type Notes struct {
	Frame  uint64 // at whose end the states held
	Whole  bool   // the report is complete: what it lacks no longer exists
	Gates  []GateState
	Squads []SquadState

	agents  []AgentID
	members []MemberState
}

// watch holds the watchers and their next report.
type watch struct {
	all   []watcher
	whole bool // the next report is complete
	notes Notes
}

// Watch is for the packages of this module: it adds a watcher, whose first report is complete.
func (w *World) Watch(_ engine.Key, x watcher) {
	w.mu.Lock()
	w.watch.all = append(w.watch.all, x)
	w.watch.whole = true
	w.setWatched(true)
	w.mu.Unlock()
}

// setWatched starts or stops collecting changes. The lock is held.
func (w *World) setWatched(on bool) {
	w.gates.watched, w.squads.watched = on, on
	for _, g := range w.gates.order {
		g.watched = on
	}
	for _, s := range w.squads.order {
		s.watched = on
	}
	if !on {
		w.forgetTouched()
	}
}

// Told is for the packages of this module: it reports the changes so far to the watchers. No agent may tick.
func (w *World) Told(engine.Key) {
	if len(w.watch.all) == 0 {
		return
	}
	w.mu.Lock()
	n := w.note()
	w.mu.Unlock()
	if n.Whole || len(n.Gates)+len(n.Squads) > 0 {
		for _, x := range w.watch.all {
			x.Changed(engine.Key{}, n)
		}
	}
}

// Listing is for the packages of this module: it returns a complete report, valid until the next report. No agent
// may tick.
func (w *World) Listing(engine.Key) *Notes {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.noteAll(&w.watch.notes)
}

// States is for the packages of this module: it returns a complete report to keep. No agent may tick.
func (w *World) States(engine.Key) *Notes {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.noteAll(&Notes{})
}

// tellBegan calls Began of the watchers.
func (w *World) tellBegan() {
	if len(w.watch.all) == 0 {
		return
	}
	w.watch.all = slices.DeleteFunc(w.watch.all, func(x watcher) bool { return !x.Began(engine.Key{}, w) })
	if len(w.watch.all) == 0 {
		w.mu.Lock()
		w.setWatched(false)
		w.mu.Unlock()
	}
}

// forgetTouched makes everything count as reported.
func (w *World) forgetTouched() {
	for _, g := range w.gates.order {
		for _, key := range g.touched {
			if sub := g.keys[key]; sub != nil {
				sub.touched = false
			}
		}
		g.touched = g.touched[:0]
	}
	for _, s := range w.squads.order {
		for _, key := range s.touched {
			if sub := s.keys[key]; sub != nil {
				sub.touched = false
			}
		}
		s.touched = s.touched[:0]
	}
	w.squads.touched = w.squads.touched[:0]
	w.watch.whole = false
}

// note returns the changes since the last report.
func (w *World) note() *Notes {
	if w.watch.whole {
		w.forgetTouched()
		return w.noteAll(&w.watch.notes)
	}
	n := w.watch.notes.empty(w.frame, false)
	for _, g := range w.gates.order {
		slices.Sort(g.touched)
		for _, key := range slices.Compact(g.touched) {
			n.gate(g, key)
		}
	}
	for _, s := range w.squads.order {
		slices.Sort(s.touched)
		for _, key := range slices.Compact(s.touched) {
			n.wanting(s, key)
		}
	}
	slices.Sort(w.squads.touched)
	for _, number := range slices.Compact(w.squads.touched) {
		n.instance(number, w.squads.instances[number])
	}
	w.forgetTouched()
	return n
}

// noteAll adds the states of all gates and squads.
func (w *World) noteAll(n *Notes) *Notes {
	n.empty(w.frame, true)
	for _, g := range w.gates.order {
		for _, key := range slices.Sorted(maps.Keys(g.keys)) {
			n.gate(g, key)
		}
	}
	for _, s := range w.squads.order {
		for _, key := range slices.Sorted(maps.Keys(s.keys)) {
			n.wanting(s, key)
		}
	}
	for _, number := range slices.Sorted(maps.Keys(w.squads.instances)) {
		n.instance(number, w.squads.instances[number])
	}
	return n
}

// empty removes all states and keeps the memory.
func (n *Notes) empty(frame uint64, whole bool) *Notes {
	*n = Notes{Frame: frame, Whole: whole, Gates: n.Gates[:0], Squads: n.Squads[:0], agents: n.agents[:0], members: n.members[:0]}
	return n
}

// list returns the lowest IDs of the union of disjoint sets.
func (n *Notes) list(sets ...*idSet) []AgentID {
	from := len(n.agents)
	for _, s := range sets {
		room := min(s.count, listed)
		n.agents = slices.Grow(n.agents, room)
		s.copyTo(n.agents[len(n.agents) : len(n.agents)+room])
		n.agents = n.agents[:len(n.agents)+room]
	}
	slices.Sort(n.agents[from:])
	n.agents = n.agents[:min(len(n.agents), from+listed)]
	return n.agents[from:len(n.agents):len(n.agents)]
}

func (n *Notes) gate(g *gateState, key uint64) {
	now := GateState{Name: g.gate.Name, Max: g.max, Key: key}
	if sub := g.keys[key]; sub != nil {
		if sub.isShut {
			now.Shut = sub.shutUntil
		}
		now.Holders, now.Granted, now.Cold = n.list(&sub.holders), n.list(&sub.granted), n.list(&sub.cold)
		now.Waiting = n.list(&sub.claims.idSet, &sub.parked.idSet)
		now.Held, now.Kept, now.Claims, now.Cooling = sub.holders.count, sub.granted.count, sub.claims.count+sub.parked.count, sub.cold.count
	}
	n.Gates = append(n.Gates, now)
}

func (n *Notes) wanting(s *squadState, key uint64) {
	now := SquadState{Name: s.squad.Name, Needed: s.agents, Key: key}
	if sub := s.keys[key]; sub != nil {
		now.Wanting, now.Wants = n.list(&sub.standing, &sub.passing), sub.standing.count+sub.passing.count
		now.Lacking = sub.lacking()
	}
	n.Squads = append(n.Squads, now)
}

// instance adds a squad's state; in is nil for a squad that no longer exists.
func (n *Notes) instance(number uint64, in *instance) {
	if in == nil {
		n.Squads = append(n.Squads, SquadState{Instance: number})
		return
	}
	now := SquadState{
		Name: in.sub.of.squad.Name, Needed: in.sub.of.agents, Key: in.sub.key, Instance: number, Size: in.in, Broken: in.broken, Dissolved: in.dissolved,
		Left: in.left,
	}
	from := len(n.members)
	for i := range in.members {
		if m := &in.members[i]; !m.left && len(n.members) < from+listed {
			n.members = append(n.members, MemberState{Agent: m.id, Barrier: m.barrier, Role: m.role, Joined: m.joined, Released: m.released})
		}
	}
	now.Members = n.members[from:len(n.members):len(n.members)]
	n.Squads = append(n.Squads, now)
}

// touch records that a key has changed.
func (g *gateState) touch(sub *subGate) {
	if g.watched && !sub.touched {
		sub.touched = true
		g.touched = append(g.touched, sub.key)
	}
}

// touch records that the agents that want a squad have changed.
func (sub *subSquad) touch() {
	if s := sub.of; s.watched && !sub.touched {
		sub.touched = true
		s.touched = append(s.touched, sub.key)
	}
}

// touch records that a squad has changed.
func (ss *squads) touch(in *instance) {
	if n := len(ss.touched); ss.watched && (n == 0 || ss.touched[n-1] != in.number) {
		ss.touched = append(ss.touched, in.number)
	}
}
