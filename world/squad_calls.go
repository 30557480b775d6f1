package world

import (
	"iter"

	"github.com/decidertree/decidertree/internal/engine"
)

// SquadMember is a member of a squad and its role.
type SquadMember struct {
	Role  Role
	Agent AgentID
}

// Want is for the packages of this module, like all methods below: an agent wants to enter a squad's group, and can play
// these roles there. An agent of a crowd (standing) goes on wanting until Unwant, another agent only in the next Advance;
// it keeps its place in line if it wants again before the one after. An agent in a squad of this key, or invited to one,
// cannot want another.
func (w *World) Want(_ engine.Key, s *Squad, key uint64, id AgentID, standing bool, roles RoleSet) {
	w.mu.Lock()
	defer w.mu.Unlock()
	state := w.squads.of[s]
	if state == nil {
		return
	}
	sub := state.open(key)
	if sub.members[id] != nil {
		return
	}
	if sub.enlist(id, standing, roles, w.frame) {
		sub.stir()
	}
}

// Renew has a single agent go on wanting what it wanted in the last Advance, with the same roles.
func (w *World) Renew(_ engine.Key, s *Squad, key uint64, id AgentID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if sub := w.squads.sub(s, key); sub != nil && sub.renew(id) {
		sub.stir()
	}
}

// Unwant ends an agent's wanting, or declines its invitation: the agent has then left that squad before its part was
// done. It does not affect an agent that has joined.
func (w *World) Unwant(_ engine.Key, s *Squad, key uint64, id AgentID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	sub := w.squads.sub(s, key)
	if sub == nil {
		return
	}
	if sub.drop(id) {
		sub.stir()
	}
	if in := sub.members[id]; in != nil {
		if m := in.member(id); !m.joined {
			w.squads.leave(in, m, false, 0)
		}
	}
}

// Invited is the squad that an agent is invited to or in, and its role there; not ok for none, or for one that is
// dissolved.
func (w *World) Invited(_ engine.Key, s *Squad, key uint64, id AgentID) (instance uint64, role Role, ok bool) {
	w.mu.RLock()
	defer w.mu.RUnlock()
	sub := w.squads.sub(s, key)
	if sub == nil {
		return 0, 0, false
	}
	in := sub.members[id]
	if in == nil || in.dissolved {
		return 0, 0, false
	}
	return in.number, in.member(id).role, true
}

// JoinSquad has an agent accept: it has entered the group, or is about to.
func (w *World) JoinSquad(_ engine.Key, instance uint64, id AgentID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, m := w.squads.part(instance, id); m != nil {
		m.joined = true
		w.squads.touch(w.squads.instances[instance])
	}
}

// LeaveSquad ends an agent's part. done tells that it ended in Success; else the squad is dissolved by the next
// Advance, unless it is KeepOthers. reason is that of [SquadLeft].
func (w *World) LeaveSquad(_ engine.Key, instance uint64, id AgentID, done bool, reason uint8) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if in, m := w.squads.part(instance, id); m != nil {
		w.squads.leave(in, m, done, reason)
	}
}

// Dissolved reports whether an agent has to be reset, as another has left too early.
func (w *World) Dissolved(_ engine.Key, instance uint64, id AgentID) bool {
	w.mu.RLock()
	defer w.mu.RUnlock()
	_, m := w.squads.part(instance, id)
	return m != nil && m.marked
}

// AtBarrier tells which barrier an agent waits at, by its decider's ID; 0 for none.
func (w *World) AtBarrier(_ engine.Key, instance uint64, id AgentID, barrier uint32) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if in, m := w.squads.part(instance, id); m != nil && m.barrier != barrier {
		m.barrier, m.released = barrier, false
		w.squads.stir(in)
	}
}

// Released reports whether the barrier that an agent waits at is open for it.
func (w *World) Released(_ engine.Key, instance uint64, id AgentID) bool {
	w.mu.RLock()
	defer w.mu.RUnlock()
	_, m := w.squads.part(instance, id)
	return m != nil && m.released
}

// PassBarrier takes an agent off the barrier it was at.
func (w *World) PassBarrier(_ engine.Key, instance uint64, id AgentID) {
	w.AtBarrier(engine.Key{}, instance, id, 0)
}

// Members yields those that have not left a squad, in the order of their IDs. It allocates nothing, and what the loop
// does may change the squad.
func (w *World) Members(_ engine.Key, instance uint64) iter.Seq2[Role, AgentID] {
	return func(yield func(Role, AgentID) bool) {
		for i := 0; ; i++ {
			m, more := w.memberAt(instance, &i)
			if !more || !yield(m.Role, m.Agent) {
				return
			}
		}
	}
}

// memberAt returns the first member of a squad from an index on that has not left, and moves the index to it.
func (w *World) memberAt(instance uint64, at *int) (m SquadMember, more bool) {
	w.mu.RLock()
	defer w.mu.RUnlock()
	in := w.squads.instances[instance]
	if in == nil {
		return m, false
	}
	for ; *at < len(in.members); *at++ {
		if m := &in.members[*at]; !m.left {
			return SquadMember{m.role, m.id}, true
		}
	}
	return m, false
}
