package decider

import (
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/world"
)

// This file is what an agent has to do with squads (RULES R27; Anguelov, synchronized trees).

// squaded is a group with a squad.
type squaded[A any] struct {
	place place
	squad *world.Squad
	key   func(*behavior.Context[A]) uint64
	at    uint32 // offset of its membership in the agent's memory
}

// membership is what an agent has of the squad of one place, kept whatever is active. 32 bytes.
type membership struct {
	key      uint64
	instance uint64 // of the squad, where it is a member
	barrier  uint32 // the ID of the Barrier it has told the squad it is at; 0 for none
	state    memberState
	inside   bool // the place is active
	role     world.Role
	fresh    bool // wanted in this tick, so no invitation is for it
}

type memberState uint8

const (
	noMember memberState = iota
	wanting              // it waits for the next Advance
	member               // it has accepted an invitation, until the place is left
)

func (r *runner[A]) membership(i int) *membership {
	return (*membership)(unsafe.Add(r.base, r.tree.squads[i].at))
}

// passSquad asks for the squad of p, whose other conditions hold but for the gate.
func (r *runner[A]) passSquad(p place, i int) bool {
	s, m := &r.tree.squads[i], r.membership(i)
	k, ok := r.keyFor(p, s.key)
	switch {
	case !ok:
		return false
	case r.peeking:
		return m.key == k && (m.state == member || m.state == wanting && r.isInvited(s.squad, k))
	}
	r.seek(len(r.tree.gates) + i)
	if m.state != noMember && m.key != k {
		r.dropMembership(i, false)
	}
	switch m.state {
	case member:
		return true
	case wanting:
		instance, role, ok := r.invitation(s.squad, k)
		ok = ok && !m.fresh
		if ok {
			r.become(m, membership{key: k, instance: instance, state: member, role: role})
			r.post(notice{kind: joinSquad, instance: instance})
		} else if !r.crowd {
			r.post(notice{kind: want, squad: s.squad, key: k}) // a single agent's lasts one frame
		}
		return ok
	}
	if !r.outermost().inSquad(s.squad, k) {
		r.become(m, membership{key: k, state: wanting, fresh: true})
		r.post(notice{kind: want, squad: s.squad, key: k, flag: r.crowd})
	}
	return false
}

// become changes what the agent has of a squad.
func (r *runner[A]) become(m *membership, to membership) {
	*m = to
	r.outermost().header().open = true
	r.stirred = true
}

func (r *runner[A]) isInvited(s *world.Squad, k uint64) bool {
	_, _, ok := r.invitation(s, k)
	return ok
}

// inSquad reports whether some place of the agent wants or is in this squad.
func (in *instance[A]) inSquad(s *world.Squad, k uint64) bool {
	for i := range in.tree.squads {
		if in.tree.squads[i].squad != s {
			continue
		}
		if m := (*membership)(unsafe.Add(in.base, in.tree.squads[i].at)); m.state != noMember && m.key == k {
			return true
		}
	}
	for _, pl := range in.plugs {
		if pl != nil && pl.inSquad(s, k) {
			return true
		}
	}
	return false
}

// dropMembership leaves a squad or no longer wants it. done tells that the agent's part in it has ended in Success.
func (r *runner[A]) dropMembership(i int, done bool) {
	s, m := &r.tree.squads[i], r.membership(i)
	was := *m
	*m = membership{}
	r.stirred = true
	switch was.state {
	case wanting:
		r.post(notice{kind: unwant, squad: s.squad, key: was.key})
	case member:
		r.post(notice{kind: leaveSquad, instance: was.instance, flag: done})
	}
}

// squadAbove is the membership that counts for p's Role: that of the nearest group above; nil for none.
func (r *runner[A]) squadAbove(p place) *membership {
	if parent := r.tree.nodes[p].parent; parent != nowhere {
		return r.squadAt(parent)
	}
	return nil
}

// squadAt is the membership of the nearest group at or above p that has a squad; nil for none.
func (r *runner[A]) squadAt(p place) *membership {
	if at := r.tree.infos[p].within; at != nowhere {
		return r.membership(r.tree.infos[at].squad)
	}
	return nil
}

// roleOf is the role p's precondition is about. Before the squad is entered, when a group that delegates asks its
// children, it is that of the invitation.
func (r *runner[A]) roleOf(p place) world.Role {
	m := r.squadAbove(p)
	switch {
	case m == nil, m.state == noMember, m.state == wanting && m.fresh:
		return 0
	case m.state == wanting:
		s := &r.tree.squads[r.tree.infos[r.tree.infos[r.tree.nodes[p].parent].within].squad]
		_, role, _ := r.invitation(s.squad, m.key)
		return role
	}
	return m.role
}

// invited reports whether p has been given what it waited for, its squad or its gate, so that it is asked again with
// its Every passed.
func (r *runner[A]) invited(in *info[A]) bool {
	if in.squad >= 0 {
		s, m := &r.tree.squads[in.squad], r.membership(in.squad)
		switch m.state {
		case member:
			return true
		case wanting:
			if !m.fresh && r.isInvited(s.squad, m.key) {
				return true
			}
		}
	}
	if in.gate >= 0 {
		g, ps := &r.tree.gates[in.gate], r.pass(in.gate)
		return ps.state == held || ps.state == claimed && !ps.fresh && r.granted(g.gate, ps.key)
	}
	return false
}

// released reports whether the Barrier p, which is active, is open for the agent.
func (r *runner[A]) released(p place) bool {
	m := r.squadAt(p)
	if m.state != member || m.barrier != r.tree.infos[p].label.ID || !r.isReleased(m.instance) {
		return false
	}
	m.barrier = 0
	r.post(notice{kind: passBarrier, instance: m.instance})
	return true
}

// atBarrier tells the squads which Barrier the agent is at, at the end of a tick.
func (r *runner[A]) atBarrier() {
	for i := range r.tree.squads {
		m := r.membership(i)
		if m.state != member {
			continue
		}
		at := uint32(0)
		for _, p := range r.tree.bars {
			if r.tree.infos[p].within == r.tree.squads[i].place && r.isActive(p) && !r.rests(p, &r.tree.nodes[p]) && !r.isLeaving(p) {
				at = r.tree.infos[p].label.ID
				break
			}
		}
		if at != m.barrier {
			m.barrier = at
			r.stirred = true
			r.post(notice{kind: atBarrier, instance: m.instance, barrier: at})
		}
	}
}

// isLeaving reports whether p, which is active, or something that it stands in is in its Leave. Below that nothing is
// visited (RULES R19).
func (r *runner[A]) isLeaving(p place) bool {
	for in := &r.instance; ; in = &in.at.outer {
		for ; p != nowhere; p = in.tree.nodes[p].parent {
			if in.tree.nodes[p].marks&leaving != 0 && *(*float64)(unsafe.Add(in.base, in.tree.infos[p].leaveDue)) != notLeaving {
				return true
			}
		}
		if in.at == nil {
			return false
		}
		p = in.at.place
	}
}

// regroup resets, at the start of a tick, the groups whose squads were dissolved.
func (r *runner[A]) regroup() {
	for i := range r.tree.squads {
		s, m := &r.tree.squads[i], r.membership(i)
		if m.state != member || !r.isDissolved(m.instance) {
			continue
		}
		if m.inside {
			r.resetPlace(s.place)
		} else {
			r.stopWaiting(s.place)
		}
		if m.state == member {
			r.dropMembership(i, false)
		}
	}
}
