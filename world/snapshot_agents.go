package world

import (
	"maps"
	"slices"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/snapshot"
)

// This file has the agents in snapshots of worlds: their IDs, agents that are not restored, and those that wait.

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
			if sub.drop(id) {
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
			if sub.drop(id) {
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

// Snapshots tell since when agents wait for gates and squads, and what those that want a squad can play. In a snapshot of
// before that was known, all have waited since its frame and can play every role.

// waiter is an agent in a saved line.
type waiter struct {
	id    AgentID
	since uint64
	roles RoleSet // in a squad
}

// byID returns the agents in a line in the order of their IDs.
func (l *standby) byID() []waiter {
	all := make([]waiter, 0, l.count)
	for _, id := range l.appendTo(nil) {
		p, i := l.at(id)
		all = append(all, waiter{id: id, since: p.since[i]})
	}
	return all
}

// loadWaiters reads the IDs in a line.
func loadWaiters(in *snapshot.Reader, frame uint64) (all []waiter) {
	var ids idSet
	ids.load(in)
	for _, id := range ids.appendTo(nil) {
		all = append(all, waiter{id, frame, AllRoles})
	}
	return all
}

// saveLines writes since when agents wait, if any do.
func (w *World) saveLines(out *snapshot.Writer) {
	if !w.waits() {
		return
	}
	out.Uint(linesFollow)
	for _, g := range w.gates.order {
		for _, key := range slices.Sorted(maps.Keys(g.keys)) {
			for _, l := range []*standby{&g.keys[key].claims, &g.keys[key].parked} {
				for _, q := range l.byID() {
					out.Uint(w.frame - q.since)
				}
			}
		}
	}
	for _, s := range w.squads.order {
		for _, key := range slices.Sorted(maps.Keys(s.keys)) {
			sub := s.keys[key]
			all := map[AgentID]waiter{}
			for i := range sub.lines {
				for _, q := range sub.lines[i].line.byID() {
					q.roles = sub.lines[i].roles
					all[q.id] = q
				}
			}
			sub.lapsing.save(out)
			for _, set := range []*idSet{&sub.standing, &sub.passing, &sub.lapsing} {
				for _, id := range set.appendTo(nil) {
					out.Uint(w.frame - all[id].since)
					out.Uint(uint64(all[id].roles))
				}
			}
		}
	}
	for _, number := range slices.Sorted(maps.Keys(w.squads.instances)) {
		in := w.squads.instances[number]
		for i := range in.members {
			out.Uint(w.frame - in.members[i].since)
			out.Uint(uint64(in.members[i].roles))
		}
	}
}

// waits reports whether saveLines has anything to write.
func (w *World) waits() bool {
	for _, g := range w.gates.order {
		for _, sub := range g.keys {
			if sub.claims.count+sub.parked.count > 0 {
				return true
			}
		}
	}
	for _, s := range w.squads.order {
		if len(s.keys) > 0 {
			return true
		}
	}
	return false
}

// readLines reads what saveLines wrote.
func (l *restoring) readLines() {
	for _, g := range l.gates {
		for i := range g.keys {
			for _, all := range [][]waiter{g.keys[i].claims, g.keys[i].parks} {
				for k := range all {
					all[k].since = l.readSince()
				}
			}
		}
	}
	for i := range l.squads.squads {
		s := &l.squads.squads[i]
		for k := range s.keys {
			key := &s.keys[k]
			key.lapsing = loadWaiters(l.in, l.frame)
			for _, all := range [][]waiter{key.standing, key.passing, key.lapsing} {
				for n := range all {
					all[n].since, all[n].roles = l.readSince(), l.readRoles()
				}
			}
		}
	}
	for i := range l.squads.instances {
		for k := range l.squads.instances[i].members {
			m := &l.squads.instances[i].members[k]
			m.since, m.roles = l.readSince(), l.readRoles()
		}
	}
}

func (l *restoring) readSince() uint64 {
	frames := l.in.Uint()
	if frames > l.frame && l.in.Err() == nil {
		l.in.Fail("an agent has waited for %d frames in frame %d", frames, l.frame)
	}
	return l.frame - min(frames, l.frame)
}

func (l *restoring) readRoles() RoleSet {
	return RoleSet(l.in.Below(uint64(AllRoles)+1, "a set of roles"))
}
