package world

import (
	"maps"
	"slices"

	"github.com/decidertree/decidertree/internal/engine"
)

// This file is how recordings see what a world's gates and squads come to, frame by frame. While nobody watches it costs a
// test where something changes. While somebody does, the keys and squads that change are noted, and told once a frame.

// Listed is how many agents of each kind a [GateNote] or a [SquadNote] lists, those with the lowest IDs.
const Listed = 64

// Watcher is for the packages of this module: it is told what a world's gates and squads have come to.
type Watcher interface {
	// Began is called by each Advance when the frame has begun, before agents tick. It returns false to be told nothing any more.
	Began(_ engine.Key, w *World) (more bool)
	// Changed is called with what has changed when a frame is over, which is as the next one begins, and by [World.Told].
	// Nothing is called where nothing has changed. What n holds is only good until it returns, and the world must not be called.
	Changed(_ engine.Key, n *Notes)
}

// Notes are what has changed, in an order that depends on nothing but the world.
type Notes struct {
	Frame  uint64 // at whose end it was so
	Whole  bool   // this is all there is: what is not told is no more
	Gates  []GateNote
	Squads []SquadNote

	agents  []AgentID
	members []MemberNote
}

// GateNote is a key of a gate as it is now. Where all counts are 0 and it is not shut, nothing is the case any more.
type GateNote struct {
	Gate    *Gate
	Max     int
	Key     uint64
	Shut    float64   // the time until which it stays shut for all; 0 when it is not shut
	Holders []AgentID // who is inside; of these lists the first Listed in the order of their IDs
	Granted []AgentID // of crowds, for whom a place is kept until they tick next
	Waiting []AgentID // of crowds, who claim a place
	Cold    []AgentID // for whom it is shut by AgentCooldown
	Counts  [4]int    // of holders, granted, waiting and cold
}

// SquadNote is a squad that was made up or, with Instance 0, who wants to be in one of that key.
type SquadNote struct {
	Squad     *Squad
	Needed    int
	Key       uint64
	Instance  uint64
	Wanting   []AgentID // the first Listed
	Members   []MemberNote
	Count     int // of those that want, or of members that have not left; 0 where nothing is the case any more
	Broken    bool
	Dissolved bool
}

// MemberNote is a member that has not left a squad.
type MemberNote struct {
	Agent    AgentID
	Barrier  uint32
	Role     Role
	Joined   bool
	Released bool
}

// watch is who watches.
type watch struct {
	all   []Watcher
	whole bool // all is to be told
	notes Notes
}

// Watch is for the packages of this module: has a watcher told from now on, beginning with all there is.
func (w *World) Watch(_ engine.Key, x Watcher) {
	w.mu.Lock()
	w.watch.all = append(w.watch.all, x)
	w.watch.whole = true
	w.setWatched(true)
	w.mu.Unlock()
}

// setWatched has changes noted, or not any more. The lock is held.
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

// Told is for the packages of this module: tells watchers what has changed by now. No agent ticks.
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

// Listing is for the packages of this module: all there is, as a watcher is told it. No agent ticks. What it returns is good
// until anything is told.
func (w *World) Listing(engine.Key) *Notes {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.noteAll()
}

// tellBegan tells that a frame has begun.
func (w *World) tellBegan() {
	if len(w.watch.all) == 0 {
		return
	}
	w.watch.all = slices.DeleteFunc(w.watch.all, func(x Watcher) bool { return !x.Began(engine.Key{}, w) })
	if len(w.watch.all) == 0 {
		w.mu.Lock()
		w.setWatched(false)
		w.mu.Unlock()
	}
}

// forgetTouched makes everything count as told.
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

// note is what has changed since it was told last.
func (w *World) note() *Notes {
	if w.watch.whole {
		w.forgetTouched()
		return w.noteAll()
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

// noteAll is all there is.
func (w *World) noteAll() *Notes {
	n := w.watch.notes.empty(w.frame, true)
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

// empty makes room for new ones.
func (n *Notes) empty(frame uint64, whole bool) *Notes {
	*n = Notes{Frame: frame, Whole: whole, Gates: n.Gates[:0], Squads: n.Squads[:0], agents: n.agents[:0], members: n.members[:0]}
	return n
}

// list is the first of some sets together, of which no two have the same agents.
func (n *Notes) list(sets ...*idSet) []AgentID {
	from := len(n.agents)
	for _, s := range sets {
		room := min(s.count, Listed)
		n.agents = slices.Grow(n.agents, room)
		s.copyTo(n.agents[len(n.agents) : len(n.agents)+room])
		n.agents = n.agents[:len(n.agents)+room]
	}
	slices.Sort(n.agents[from:])
	n.agents = n.agents[:min(len(n.agents), from+Listed)]
	return n.agents[from:len(n.agents):len(n.agents)]
}

func (n *Notes) gate(g *gateState, key uint64) {
	note := GateNote{Gate: g.gate, Max: g.max, Key: key}
	if sub := g.keys[key]; sub != nil {
		if sub.isShut {
			note.Shut = sub.shutUntil
		}
		note.Holders, note.Granted, note.Cold = n.list(&sub.holders), n.list(&sub.granted), n.list(&sub.cold)
		note.Waiting = n.list(&sub.claims, &sub.parked)
		note.Counts = [4]int{sub.holders.count, sub.granted.count, sub.claims.count + sub.parked.count, sub.cold.count}
	}
	n.Gates = append(n.Gates, note)
}

func (n *Notes) wanting(s *squadState, key uint64) {
	note := SquadNote{Squad: s.squad, Needed: s.agents, Key: key}
	if sub := s.keys[key]; sub != nil {
		note.Wanting, note.Count = n.list(&sub.standing, &sub.passing), sub.standing.count+sub.passing.count
	}
	n.Squads = append(n.Squads, note)
}

// instance notes a squad, nil for one that is no more.
func (n *Notes) instance(number uint64, in *instance) {
	if in == nil {
		n.Squads = append(n.Squads, SquadNote{Instance: number})
		return
	}
	note := SquadNote{
		Squad: in.sub.of.squad, Needed: in.sub.of.agents, Key: in.sub.key, Instance: number, Count: in.in, Broken: in.broken, Dissolved: in.dissolved,
	}
	from := len(n.members)
	for i := range in.members {
		if m := &in.members[i]; !m.left && len(n.members) < from+Listed {
			n.members = append(n.members, MemberNote{Agent: m.id, Barrier: m.barrier, Role: m.role, Joined: m.joined, Released: m.released})
		}
	}
	note.Members = n.members[from:len(n.members):len(n.members)]
	n.Squads = append(n.Squads, note)
}

// touch notes that a key has changed.
func (g *gateState) touch(sub *subGate) {
	if g.watched && !sub.touched {
		sub.touched = true
		g.touched = append(g.touched, sub.key)
	}
}

// touch notes that who wants a squad has changed.
func (sub *subSquad) touch() {
	if s := sub.of; s.watched && !sub.touched {
		sub.touched = true
		s.touched = append(s.touched, sub.key)
	}
}

// touch notes that a squad has changed.
func (ss *squads) touch(in *instance) {
	if n := len(ss.touched); ss.watched && (n == 0 || ss.touched[n-1] != in.number) {
		ss.touched = append(ss.touched, in.number)
	}
}
