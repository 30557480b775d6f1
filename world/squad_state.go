package world

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

// squads are a world's squads (Anguelov, synchronized trees; RULES R27).
type squads struct {
	of        map[*Squad]*squadState // never walked: order is what is walked
	order     []*squadState          // as they were bound
	instances map[uint64]*instance   // never walked, by number
	last      uint64                 // number of the instance that was formed last
	stirred   []*instance            // where a barrier may have to open, or a squad may have to be dissolved or forgotten
	fresh     []invitation           // of singles, since the last Advance
	spare     []*instance            // memory to use again

	watched bool     // see watch
	touched []uint64 // numbers of instances that have changed since watchers were told; some more than once
}

// squadState is what a world knows of a squad. As with gates, Advance looks at what is queued alone.
type squadState struct {
	squad      *Squad
	agents     int // as the squad was when it was bound, like the rest
	roles      []Role
	keepOthers bool
	tooLarge   bool // has been told

	keys    map[uint64]*subSquad // those where something is the case
	stirred []*subSquad          // where a squad may have to be made up, or nothing is the case any more
	spare   []*subSquad

	watched bool     // see watch
	touched []uint64 // keys of which others want it since watchers were told
}

// subSquad is one key of a squad.
type subSquad struct {
	of        *squadState
	key       uint64
	standing  idSet                 // of crowds, who want until they do not
	passing   idSet                 // singles, who want in this frame
	members   map[AgentID]*instance // who is in which, or invited to which
	instances int
	stirred   bool
	touched   bool // its key is in squadState.touched
}

// instance is a squad that has been made up.
type instance struct {
	number    uint64 // 1, 2, 3 … in this world
	sub       *subSquad
	members   []member // by ID; those that have left too
	in        int      // how many have not left
	broken    bool     // a member has left before its part was done
	dissolved bool     // the others have been told, at an Advance
	stirred   bool
}

type member struct {
	id       AgentID
	barrier  uint32 // decider it waits at, 0 none
	role     Role
	standing bool // a crowd's
	joined   bool // entered or about to, its invitation does not lapse
	left     bool
	marked   bool // to be reset, as the squad is dissolved
	released bool // its barrier is open
}

// invitation is of a single, which has to join before the next Advance.
type invitation struct {
	number uint64
	id     AgentID
}

func (ss *squads) bind(s *Squad) {
	if ss.of[s] != nil {
		return
	}
	state := &squadState{squad: s, agents: s.Agents, roles: slices.Clone(s.Roles), keepOthers: s.KeepOthers, keys: map[uint64]*subSquad{}, watched: ss.watched}
	ss.of[s] = state
	ss.order = append(ss.order, state)
}

// sub is a key's state; nil where nothing is the case.
func (ss *squads) sub(s *Squad, key uint64) *subSquad {
	if state := ss.of[s]; state != nil {
		return state.keys[key]
	}
	return nil
}

// open is a key's state, a new one where there was none.
func (s *squadState) open(key uint64) *subSquad {
	if sub := s.keys[key]; sub != nil {
		return sub
	}
	var sub *subSquad
	if n := len(s.spare); n > 0 {
		sub, s.spare = s.spare[n-1], s.spare[:n-1]
	} else {
		sub = &subSquad{of: s, members: map[AgentID]*instance{}}
	}
	sub.key = key
	s.keys[key] = sub
	return sub
}

// stir has the next Advance look at a key.
func (sub *subSquad) stir() {
	sub.touch()
	if !sub.stirred {
		sub.stirred = true
		sub.of.stirred = append(sub.of.stirred, sub)
	}
}

// stir has the next Advance look at an instance.
func (ss *squads) stir(in *instance) {
	ss.touch(in)
	if !in.stirred {
		in.stirred = true
		ss.stirred = append(ss.stirred, in)
	}
}

// member is an agent's part in an instance; nil where it has none, or has left.
func (in *instance) member(id AgentID) *member {
	i, found := slices.BinarySearchFunc(in.members, id, func(m member, id AgentID) int { return cmp.Compare(m.id, id) })
	if !found || in.members[i].left {
		return nil
	}
	return &in.members[i]
}

// part is an agent's part in the instance of a number.
func (ss *squads) part(number uint64, id AgentID) (*instance, *member) {
	if in := ss.instances[number]; in != nil {
		return in, in.member(id)
	}
	return nil, nil
}

// leave ends a member's part.
func (ss *squads) leave(in *instance, m *member, done bool) {
	m.left, m.barrier, m.released = true, 0, false
	in.in--
	in.broken = in.broken || !done
	delete(in.sub.members, m.id)
	ss.stir(in)
}

// role is what the member of so many before it plays.
func (s *squadState) role(before int) Role {
	if before < len(s.roles) {
		return s.roles[before]
	}
	return Role(min(before+1, math.MaxUint8))
}

// lapse has the singles that did not join leave.
func (ss *squads) lapse() {
	for _, v := range ss.fresh {
		if in, m := ss.part(v.number, v.id); m != nil && !m.joined {
			ss.leave(in, m, false)
		}
	}
	ss.fresh = ss.fresh[:0]
}

// settle opens barriers, dissolves squads and forgets those that all have left. It appends to woken who is released
// or has to be reset.
func (ss *squads) settle(woken []AgentID) []AgentID {
	slices.SortFunc(ss.stirred, func(a, b *instance) int { return cmp.Compare(a.number, b.number) })
	for _, in := range ss.stirred {
		in.stirred = false
		ss.touch(in)
		switch {
		case in.dissolved:
		case in.broken && !in.sub.of.keepOthers:
			woken = in.dissolve(woken)
		case in.atOneBarrier():
			woken = in.release(woken)
		}
		if in.in > 0 {
			continue
		}
		in.sub.instances--
		in.sub.stir()
		delete(ss.instances, in.number)
		*in = instance{members: in.members[:0]}
		ss.spare = append(ss.spare, in)
	}
	ss.stirred = ss.stirred[:0]
	return woken
}

// dissolve marks the members that have joined; the others have nothing to be reset, and are out of it at once.
func (in *instance) dissolve(woken []AgentID) []AgentID {
	in.dissolved = true
	for i := range in.members {
		m := &in.members[i]
		switch {
		case m.left:
			continue
		case m.joined:
			m.marked = true
		default:
			m.left = true
			in.in--
			delete(in.sub.members, m.id)
			if m.standing { // it has not answered yet, and goes on wanting
				in.sub.standing.add(m.id)
				in.sub.stir()
			}
		}
		if m.standing {
			woken = append(woken, m.id)
		}
	}
	return woken
}

// atOneBarrier reports whether all that have not left wait at the same decider, and none of them has still to go
// through it since it opened last.
func (in *instance) atOneBarrier() bool {
	var at uint32
	for i := range in.members {
		m := &in.members[i]
		if m.left {
			continue
		}
		if m.barrier == 0 || m.released || at != 0 && m.barrier != at {
			return false
		}
		at = m.barrier
	}
	return at != 0
}

func (in *instance) release(woken []AgentID) []AgentID {
	for i := range in.members {
		if m := &in.members[i]; !m.left {
			m.released = true
			if m.standing {
				woken = append(woken, m.id)
			}
		}
	}
	return woken
}

// tidy removes an idle key.
func (s *squadState) tidy(sub *subSquad) {
	if sub.standing.count+sub.passing.count+sub.instances > 0 {
		return
	}
	delete(s.keys, sub.key)
	sub.touched = false
	sub.standing.reset()
	sub.passing.reset()
	s.spare = append(s.spare, sub)
}

// advanceSquads is the squads' part of Advance.
func (w *World) advanceSquads() error {
	living := w.living()
	w.mu.Lock()
	w.squads.lapse()
	w.woken = w.squads.settle(w.woken)
	var errs []error
	for _, s := range w.squads.order {
		if w.departed {
			for _, sub := range s.stirred {
				sub.passing.keep(func(id AgentID) bool { _, living := w.singles[id]; return living })
			}
		}
		if s.agents > living && !s.tooLarge && s.wanted() {
			s.tooLarge = true
			errs = append(errs, &SquadSizeError{Squad: s.squad.Name, Agents: s.agents, Living: living})
		}
		slices.SortFunc(s.stirred, func(a, b *subSquad) int { return cmp.Compare(a.key, b.key) })
		for _, sub := range s.stirred {
			sub.stirred = false
			sub.touch()
			w.woken = w.squads.form(sub, w.woken)
			sub.passing.reset()
			s.tidy(sub)
		}
		s.stirred = s.stirred[:0]
	}
	w.departed = false
	w.mu.Unlock()
	w.wakeAll()
	return errors.Join(errs...)
}

// wanted reports whether some agent wants a squad of any key.
func (s *squadState) wanted() bool {
	for _, sub := range s.keys {
		if sub.standing.count+sub.passing.count > 0 {
			return true
		}
	}
	return false
}

// form makes up as many squads as there are agents for, of those with the lowest IDs. It appends to woken who is
// invited.
func (ss *squads) form(sub *subSquad, woken []AgentID) []AgentID {
	s := sub.of
	for s.agents > 0 && sub.standing.count+sub.passing.count >= s.agents {
		var in *instance
		if n := len(ss.spare); n > 0 {
			in, ss.spare = ss.spare[n-1], ss.spare[:n-1]
		} else {
			in = &instance{}
		}
		ss.last++
		in.number, in.sub, in.in = ss.last, sub, s.agents
		for i := range s.agents {
			id, standing := sub.next()
			in.members = append(in.members, member{id: id, role: s.role(i), standing: standing})
			sub.members[id] = in
			if standing {
				woken = append(woken, id)
			} else {
				ss.fresh = append(ss.fresh, invitation{in.number, id})
			}
		}
		ss.touch(in)
		sub.instances++
		ss.instances[in.number] = in
	}
	return woken
}

// next removes the lowest ID of those that want.
func (sub *subSquad) next() (id AgentID, standing bool) {
	id, stands := sub.standing.first()
	single, passes := sub.passing.first()
	if !stands || passes && single < id {
		sub.passing.remove(single)
		return single, false
	}
	sub.standing.remove(id)
	return id, true
}
