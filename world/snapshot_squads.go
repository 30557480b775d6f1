package world

import (
	"cmp"
	"maps"
	"slices"

	"github.com/decidertree/decidertree/internal/snapshot"
)

// This file has the squads in snapshots.

// save writes the squads' state.
func (ss *squads) save(out *snapshot.Writer) {
	out.Uint(ss.last)
	out.Uint(uint64(len(ss.order)))
	for _, s := range ss.order {
		out.String(s.squad.Name)
		out.Bool(s.tooLarge)
		out.Uint(uint64(len(s.keys)))
		for _, key := range slices.Sorted(maps.Keys(s.keys)) {
			sub := s.keys[key]
			out.Uint(key)
			sub.standing.save(out)
			sub.passing.save(out)
		}
	}
	out.Uint(uint64(len(ss.instances)))
	for _, number := range slices.Sorted(maps.Keys(ss.instances)) {
		in := ss.instances[number]
		out.Uint(number)
		out.Uint(uint64(slices.Index(ss.order, in.sub.of)))
		out.Uint(in.sub.key)
		out.Bool(in.broken)
		out.Bool(in.dissolved)
		out.Uint(uint64(len(in.members)))
		for i := range in.members {
			in.members[i].save(out)
		}
	}
	out.Uint(uint64(len(ss.fresh)))
	for _, v := range ss.fresh {
		out.Uint(v.number)
		out.Uint(uint64(v.id))
	}
}

// saveLeft writes which members were the first to leave their squads too early, if there are any.
func (ss *squads) saveLeft(out *snapshot.Writer) {
	var broken []*instance
	for _, number := range slices.Sorted(maps.Keys(ss.instances)) {
		if in := ss.instances[number]; in.left.Agent != 0 {
			broken = append(broken, in)
		}
	}
	if len(broken) == 0 {
		return
	}
	out.Uint(leftFollows)
	out.Uint(uint64(len(broken)))
	for _, in := range broken {
		out.Uint(in.number)
		out.Uint(uint64(in.left.Agent))
		out.Uint(uint64(in.left.Role))
		out.Uint(uint64(in.left.Reason))
		out.Bool(in.named)
	}
}

// loadLeft reads what saveLeft wrote.
func (all *savedSquads) loadLeft(in *snapshot.Reader) {
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		number := in.Uint()
		first := SquadLeft{AgentID(in.Uint()), Role(in.Below(1<<8, "a role")), uint8(in.Below(1<<8, "a reason"))}
		named := in.Bool()
		i, found := slices.BinarySearchFunc(all.instances, number, func(i savedInstance, number uint64) int { return cmp.Compare(i.number, number) })
		if !found || !all.instances[i].broken {
			in.Fail("there is no squad %d that a member has left too early", number)
			return
		}
		all.instances[i].left, all.instances[i].named = first, named
	}
}

func (m *member) save(out *snapshot.Writer) {
	out.Uint(uint64(m.id))
	out.Uint(uint64(m.barrier))
	out.Uint(uint64(m.role))
	for _, b := range []bool{m.standing, m.joined, m.left, m.marked, m.released} {
		out.Bool(b)
	}
}

// savedSquads are the states of squads that were read.
type savedSquads struct {
	last      uint64
	squads    []savedSquad
	instances []savedInstance
	fresh     []invitation
}

type savedSquad struct {
	name     string
	tooLarge bool
	keys     []savedWants
	state    *squadState // nil until it is bound
}

type savedWants struct {
	key                        uint64
	standing, passing, lapsing []waiter
}

type savedInstance struct {
	number            uint64
	squad             int
	key               uint64
	broken, dissolved bool
	left              SquadLeft
	named             bool
	members           []member
}

func loadSquads(in *snapshot.Reader, frame uint64) *savedSquads {
	all := &savedSquads{last: in.Uint()}
	named := map[string]bool{}
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		s := savedSquad{name: in.String(), tooLarge: in.Bool()}
		if named[s.name] {
			in.Fail("squad %q comes twice", s.name)
		}
		named[s.name] = true
		for keys := in.Uint(); keys > 0 && in.Err() == nil; keys-- {
			s.keys = append(s.keys, savedWants{key: in.Uint(), standing: loadWaiters(in, frame), passing: loadWaiters(in, frame)})
		}
		all.squads = append(all.squads, s)
	}
	type place struct {
		squad int
		key   uint64
		id    AgentID
	}
	taken := map[place]bool{} // an agent is in one squad of a key
	last := uint64(0)
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		i := savedInstance{number: in.Uint(), squad: int(in.Below(uint64(len(all.squads)), "a squad")), key: in.Uint(), broken: in.Bool(), dissolved: in.Bool()}
		if i.number <= last || i.number > all.last {
			in.Fail("squads are not in order")
		}
		last = i.number
		i.named = i.broken // in a snapshot of before left was known
		for n := in.Uint(); n > 0 && in.Err() == nil; n-- {
			m := loadMember(in, frame)
			if k := len(i.members); k > 0 && i.members[k-1].id >= m.id || !m.left && taken[place{i.squad, i.key, m.id}] {
				in.Fail("the members of a squad are wrong")
			}
			if !m.left {
				taken[place{i.squad, i.key, m.id}] = true
			}
			i.members = append(i.members, m)
		}
		all.instances = append(all.instances, i)
	}
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		all.fresh = append(all.fresh, invitation{in.Uint(), AgentID(in.Uint())})
	}
	return all
}

func loadMember(in *snapshot.Reader, frame uint64) member {
	m := member{since: frame, roles: AllRoles, id: AgentID(in.Uint()), barrier: uint32(in.Below(1<<32, "a barrier")), role: Role(in.Below(1<<8, "a role"))}
	for _, b := range []*bool{&m.standing, &m.joined, &m.left, &m.marked, &m.released} {
		*b = in.Bool()
	}
	return m
}

// unpack gives the bound squads the state saved under their names, once.
func (all *savedSquads) unpack(ss *squads) {
	ss.last = max(ss.last, all.last)
	for i := range all.squads {
		s := &all.squads[i]
		at := slices.IndexFunc(ss.order, func(bound *squadState) bool { return bound.squad.Name == s.name })
		if at < 0 || s.state != nil {
			continue
		}
		s.state = ss.order[at]
		s.state.tooLarge = s.tooLarge
		for k := range s.keys {
			key := &s.keys[k]
			sub := s.state.open(key.key)
			for _, q := range key.standing {
				sub.enlist(q.id, true, q.roles, q.since)
			}
			for _, q := range key.passing {
				sub.enlist(q.id, false, q.roles, q.since)
			}
			for _, q := range key.lapsing {
				if sub.lineOf(q.id) == nil && sub.lapsing.add(q.id) {
					sub.lineFor(q.roles).add(q.id, q.since)
				}
			}
			sub.stir()
		}
		for k := range all.instances {
			if all.instances[k].squad == i {
				all.instances[k].unpack(ss, s.state)
			}
		}
	}
	var left []invitation
	for _, v := range all.fresh {
		if ss.instances[v.number] != nil {
			ss.fresh = append(ss.fresh, v)
		} else {
			left = append(left, v)
		}
	}
	all.fresh = left
}

func (i *savedInstance) unpack(ss *squads, s *squadState) {
	sub := s.open(i.key)
	in := &instance{number: i.number, sub: sub, members: i.members, broken: i.broken, dissolved: i.dissolved, left: i.left, named: i.named}
	for k := range in.members {
		if m := &in.members[k]; !m.left {
			in.in++
			sub.members[m.id] = in
			sub.drop(m.id)
		}
	}
	sub.instances++
	ss.instances[in.number] = in
	ss.stir(in)
	sub.stir()
}
