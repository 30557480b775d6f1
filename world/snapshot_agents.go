package world

import (
	"maps"
	"slices"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/snapshot"
)

// This file has the agents in snapshots of worlds: their IDs, and agents that are not restored.

// saved is the restored state of gates and squads that no tree names yet.
type saved struct {
	gates  []*savedGate
	squads *savedSquads
}

// unpack gives the bound gates and squads their saved state. The lock is held.
func (w *World) unpack() {
	if len(w.saved.gates) == 0 && w.saved.squads == nil {
		return
	}
	kept := w.saved.gates[:0]
	for _, g := range w.saved.gates {
		if !g.unpack(&w.gates, w.now) {
			kept = append(kept, g)
		}
	}
	w.saved.gates = kept
	if w.saved.squads != nil {
		w.saved.squads.unpack(&w.squads)
	}
	w.watch.whole = len(w.watch.all) > 0
}

// Returned is for the packages of this module: a single agent of a world that was restored has come back, and takes
// care of what it has.
func (w *World) Returned(_ engine.Key, id AgentID) {
	w.mu.Lock()
	w.awaited.remove(id)
	w.mu.Unlock()
}

// Number is for the packages of this module, called before memories are saved or moved, while no agent ticks: requests
// that have no token yet get numbers by which System.Rejoin finds them.
func (w *World) Number(engine.Key) {
	if w == nil {
		return
	}
	for _, o := range w.systems.all() {
		o.desk.number()
	}
}

// giveUpAwaited gives back the places in gates and squads of the singles that are not restored by the first Advance, and
// drops the saved state that no tree names.
func (w *World) giveUpAwaited() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.frame == 0 && w.awaited.count == 0 {
		return
	}
	for w.awaited.count > 0 {
		id, _ := w.awaited.first()
		w.awaited.remove(id)
		w.forget(id)
	}
	w.saved = saved{}
	w.systems.giveUpAwaited()
}

// forget gives back all places in gates and squads of an agent. The lock is held.
func (w *World) forget(id AgentID) {
	none := func(*Gate, uint64) bool { return false }
	w.reconcile(id, none, func(*Squad, uint64) bool { return false })
}

// Reconcile is for the packages of this module: gives back what an agent has, by the world's account, of gates and
// squads that it does not know of, by its own. The functions tell of a key whether it does.
func (w *World) Reconcile(_ engine.Key, id AgentID, inGate func(*Gate, uint64) bool, inSquad func(*Squad, uint64) bool) {
	w.mu.Lock()
	w.reconcile(id, inGate, inSquad)
	w.mu.Unlock()
}

func (w *World) reconcile(id AgentID, inGate func(*Gate, uint64) bool, inSquad func(*Squad, uint64) bool) {
	for _, g := range w.gates.order {
		for _, key := range slices.Sorted(maps.Keys(g.keys)) {
			if inGate(g.gate, key) {
				continue
			}
			sub := g.keys[key]
			g.leave(sub, id, true, w.now)
			if sub.claims.remove(id) || sub.parked.remove(id) {
				g.stir(sub)
			}
		}
	}
	for _, s := range w.squads.order {
		for _, key := range slices.Sorted(maps.Keys(s.keys)) {
			if inSquad(s.squad, key) {
				continue
			}
			sub := s.keys[key]
			if sub.standing.remove(id) || sub.passing.remove(id) {
				sub.stir()
			}
			if in := sub.members[id]; in != nil {
				w.squads.leave(in, in.member(id), false, 0)
			}
		}
	}
}

// save writes the IDs in order.
func (s *idSet) save(out *snapshot.Writer) {
	out.Uint(uint64(s.count))
	last := AgentID(0)
	for _, id := range s.appendTo(nil) {
		out.Uint(uint64(id - last))
		last = id
	}
}

// load reads the IDs into an empty set.
func (s *idSet) load(in *snapshot.Reader) {
	id := AgentID(0)
	first := true
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		step := AgentID(in.Uint())
		if !first && step == 0 || id+step < id {
			in.Fail("IDs are not in order")
			return
		}
		id, first = id+step, false
		s.add(id)
	}
}
