package world

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

// squads are a world's squads (Anguelov, synchronized trees; RULES R27).
type squads struct {
	of        map[*Squad]*squadState // never ranged over; order is
	order     []*squadState          // in the order of binding
	instances map[uint64]*instance   // by number; never ranged over
	last      uint64                 // number of the instance that was formed last
	stirred   []*instance            // instances with a barrier that may open, or to be dissolved or forgotten
	fresh     []invitation           // of singles, since the last Advance
	spare     []*instance            // memory to be reused
	casting   casting                // a buffer of form

	watched bool     // see watch
	touched []uint64 // numbers of instances that have changed since the last report, with repetitions
}

// squadState is the state of a squad in a world. As with gates, Advance looks at queued changes only.
type squadState struct {
	squad      *Squad
	agents     int // copied from the squad when it was bound, as are the next two
	roles      []Role
	keepOthers bool
	tooLarge   bool // the error has been returned

	keys    map[uint64]*subSquad // the keys that are not idle
	stirred []*subSquad          // keys that may have a squad to form, or may have become idle
	spare   []*subSquad

	watched bool     // see watch
	touched []uint64 // keys whose wanting agents have changed since the last report
}

// subSquad is one key of a squad.
type subSquad struct {
	of        *squadState
	key       uint64
	standing  idSet                 // agents of crowds, which want to join until Unwant
	passing   idSet                 // singles, which want to join in this frame only
	lapsing   idSet                 // singles that wanted to join in the last frame and have not asked since: they keep their places in line
	lines     []wanting             // all of these, each in one line
	members   map[AgentID]*instance // the instance that an agent is in or invited to
	instances int
	stirred   bool
	touched   bool // its key is in squadState.touched
}

// instance is a squad that has been formed.
type instance struct {
	number    uint64 // 1, 2, 3 … in this world
	sub       *subSquad
	members   []member // by ID, including those that have left
	in        int      // number of members that have not left
	broken    bool     // a member has left before its part was done
	left      SquadLeft
	named     bool // an Advance has been since: left stays
	dissolved bool // an Advance has marked the others
	stirred   bool
}

type member struct {
	id       AgentID
	since    uint64  // the frame since which it had wanted to join
	roles    RoleSet // that it could play
	barrier  uint32  // ID of the Barrier it waits at; 0 for none
	role     Role
	standing bool // an agent of a crowd
	joined   bool // has entered or is about to: its invitation does not lapse
	left     bool
	marked   bool // to be reset, as the squad is dissolved
	released bool // its barrier is open
}

// invitation invites a single, which has to join before the next Advance.
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

// sub returns a key's state; nil if the key is idle.
func (ss *squads) sub(s *Squad, key uint64) *subSquad {
	if state := ss.of[s]; state != nil {
		return state.keys[key]
	}
	return nil
}

// open returns a key's state, and makes one for an idle key.
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

// stir queues a key for the next Advance.
func (sub *subSquad) stir() {
	sub.touch()
	if !sub.stirred {
		sub.stirred = true
		sub.of.stirred = append(sub.of.stirred, sub)
	}
}

// stir queues an instance for the next Advance.
func (ss *squads) stir(in *instance) {
	ss.touch(in)
	if !in.stirred {
		in.stirred = true
		ss.stirred = append(ss.stirred, in)
	}
}

// member returns an agent's part in an instance; nil if it has none, or has left.
func (in *instance) member(id AgentID) *member {
	i, found := slices.BinarySearchFunc(in.members, id, func(m member, id AgentID) int { return cmp.Compare(m.id, id) })
	if !found || in.members[i].left {
		return nil
	}
	return &in.members[i]
}

// part returns an agent's part in the instance with a number.
func (ss *squads) part(number uint64, id AgentID) (*instance, *member) {
	if in := ss.instances[number]; in != nil {
		return in, in.member(id)
	}
	return nil, nil
}

// leave ends a member's part. reason is that of SquadLeft.
func (ss *squads) leave(in *instance, m *member, done bool, reason uint8) {
	m.left, m.barrier, m.released = true, 0, false
	in.in--
	in.broken = in.broken || !done
	if !done && !in.named && (in.left.Agent == 0 || m.id < in.left.Agent) {
		in.left = SquadLeft{m.id, m.role, reason}
	}
	delete(in.sub.members, m.id)
	ss.stir(in)
}

// role returns the role of the member that has so many members before it.
func (s *squadState) role(before int) Role {
	if before < len(s.roles) {
		return s.roles[before]
	}
	return Role(min(before+1, math.MaxUint8))
}

// lapse removes the singles that did not join.
func (ss *squads) lapse() {
	for _, v := range ss.fresh {
		if in, m := ss.part(v.number, v.id); m != nil && !m.joined {
			ss.leave(in, m, false, 0)
		}
	}
	ss.fresh = ss.fresh[:0]
}

// settle opens barriers, dissolves squads, and drops squads that all members have left. It appends the agents that are
// released or have to be reset to woken.
func (ss *squads) settle(woken []AgentID) []AgentID {
	slices.SortFunc(ss.stirred, func(a, b *instance) int { return cmp.Compare(a.number, b.number) })
	for _, in := range ss.stirred {
		in.stirred, in.named = false, in.broken
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

// dissolve marks the members that have joined. The others have nothing to reset and leave at once.
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
			if m.standing { // it was only invited, and still wants to join
				in.sub.enlist(m.id, true, m.roles, m.since)
				in.sub.stir()
			}
		}
		if m.standing {
			woken = append(woken, m.id)
		}
	}
	return woken
}

// atOneBarrier reports whether all members that have not left wait at the same Barrier, and all of them have passed it
// since it last opened.
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

// tidy removes the key if it is idle.
func (s *squadState) tidy(sub *subSquad) {
	if sub.standing.count+sub.passing.count+sub.lapsing.count+sub.instances > 0 {
		return
	}
	delete(s.keys, sub.key)
	sub.touched = false
	for _, set := range []*idSet{&sub.standing, &sub.passing, &sub.lapsing} {
		set.reset()
	}
	for i := range sub.lines {
		sub.lines[i].line.reset()
	}
	s.spare = append(s.spare, sub)
}

// advanceSquads does the squads' part of Advance.
func (w *World) advanceSquads() error {
	living := w.living()
	w.mu.Lock()
	w.squads.lapse()
	w.woken = w.squads.settle(w.woken)
	var errs []error
	for _, s := range w.squads.order {
		for _, sub := range s.stirred {
			sub.lapse(w.singles, w.departed)
		}
		if s.agents > living && !s.tooLarge && s.wanted() {
			s.tooLarge = true
			errs = append(errs, &SquadSizeError{Squad: s.squad.Name, Agents: s.agents, Living: living})
		}
		slices.SortFunc(s.stirred, func(a, b *subSquad) int { return cmp.Compare(a.key, b.key) })
		again := s.stirred[:0]
		for _, sub := range s.stirred {
			sub.stirred = false
			sub.touch()
			w.woken = w.squads.form(sub, w.woken)
			sub.passing, sub.lapsing = sub.lapsing, sub.passing // lapsing was empty
			s.tidy(sub)
			if sub.lapsing.count > 0 {
				sub.stirred = true
				again = append(again, sub)
			}
		}
		s.stirred = again
	}
	w.departed = false
	w.mu.Unlock()
	w.wakeAll()
	return errors.Join(errs...)
}

// wanted reports whether an agent wants a squad of any key.
func (s *squadState) wanted() bool {
	for _, sub := range s.keys {
		if sub.standing.count+sub.passing.count > 0 {
			return true
		}
	}
	return false
}

// form forms as many squads as there are agents for, first of those that have wanted for longest, then by ID. It appends
// the invited agents to woken.
func (ss *squads) form(sub *subSquad, woken []AgentID) []AgentID {
	s, c := sub.of, &ss.casting
	for s.agents > 0 && sub.standing.count+sub.passing.count >= s.agents && c.choose(sub) {
		var in *instance
		if n := len(ss.spare); n > 0 {
			in, ss.spare = ss.spare[n-1], ss.spare[:n-1]
		} else {
			in = &instance{}
		}
		ss.last++
		in.number, in.sub, in.in = ss.last, sub, s.agents
		for i := range c.members {
			m := &c.members[i]
			standing := sub.standing.has(m.id)
			sub.drop(m.id)
			in.members = append(in.members, member{id: m.id, since: m.since, roles: m.roles, role: s.role(m.place), standing: standing})
			sub.members[m.id] = in
			if standing {
				woken = append(woken, m.id)
			} else {
				ss.fresh = append(ss.fresh, invitation{in.number, m.id})
			}
		}
		slices.SortFunc(in.members, func(a, b member) int { return cmp.Compare(a.id, b.id) })
		ss.touch(in)
		sub.instances++
		ss.instances[in.number] = in
	}
	return woken
}
