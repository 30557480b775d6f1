package shared

import (
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/world"
)

// This file is an agent's side of squads (RULES R27; Anguelov, synchronized trees).

// PassSquad asks for squad i at a key and reports whether the agent may enter, or else whether it is to call Want, because it
// could want the squad.
func (sh *Sharing) PassSquad(i int, k uint64) (in, wants bool) {
	s, m := &sh.Tree.Squads[i], sh.Membership(sh.Tree.Squads[i].Place)
	sh.seek(len(sh.Tree.Gates) + i)
	if m.State == program.Wanting && m.Key != k {
		sh.DropMembership(i, 0)
	}
	switch m.State {
	case program.Member:
		return m.Key == k, false // it is in one squad at a time
	case program.Wanting:
		instance, role, ok := sh.invitation(s.Squad, k)
		ok = ok && !m.Fresh
		if ok {
			sh.belong(m, program.Membership{Key: k, Instance: instance, State: program.Member, Role: role})
			sh.post(Notice{kind: joinSquad, instance: instance})
		}
		return ok, !ok
	}
	return false, !sh.Outermost().InSquad(s.Squad, k) // not at another place
}

// Want wants squad i at a key, with the roles that the agent can play, and reports whether it does since this tick, so that
// the answer is still to come. Without a role that the squad has the agent does not want it, and its want lapses.
func (sh *Sharing) Want(i int, k uint64, roles world.RoleSet) (fresh bool) {
	s, m := &sh.Tree.Squads[i], sh.Membership(sh.Tree.Squads[i].Place)
	switch {
	case roles == 0:
		if m.State != program.NoMember {
			sh.DropMembership(i, 0)
		}
		return false
	case m.State == program.NoMember:
		sh.belong(m, program.Membership{Key: k, State: program.Wanting, Fresh: true})
	case sh.InCrowd && s.CanPlay == nil:
		return m.Fresh // a single agent's want lasts one frame, and roles may change
	}
	sh.post(Notice{kind: want, squad: s.Squad, key: k, flag: sh.InCrowd, roles: roles})
	return m.Fresh
}

// Uphold keeps the claims and wants of p, which its Every alone keeps from being asked: nothing has said no.
func (sh *Sharing) Uphold(p program.Place) {
	n := sh.Tree.Condition(p)
	if i := n.Gate; i >= 0 && sh.Pass(p).State == program.Claimed {
		sh.seek(i)
	}
	if i := n.Squad; i >= 0 && sh.Membership(p).State == program.Wanting {
		sh.seek(len(sh.Tree.Gates) + i)
		if !sh.InCrowd {
			sh.post(Notice{kind: renewWant, squad: sh.Tree.Squads[i].Squad, key: sh.Membership(p).Key})
		}
	}
}

// belong replaces a membership.
func (sh *Sharing) belong(m *program.Membership, to program.Membership) {
	*m = to
	sh.Outermost().Header().Open = true
	sh.Stirred = true
}

// isInvited reports whether the agent is invited to a squad.
func (sh *Sharing) isInvited(s *world.Squad, k uint64) bool {
	_, _, ok := sh.invitation(s, k)
	return ok
}

// DropMembership leaves squad i or withdraws the want for it. reason is the one with which the agent's part ended; 0 for an
// agent that does not take part.
func (sh *Sharing) DropMembership(i int, reason behavior.Reason) {
	s, m := &sh.Tree.Squads[i], sh.Membership(sh.Tree.Squads[i].Place)
	was := *m
	*m = program.Membership{}
	sh.Stirred = true
	switch was.State {
	case program.Wanting:
		sh.post(Notice{kind: unwant, squad: s.Squad, key: was.Key})
	case program.Member:
		sh.post(Notice{kind: leaveSquad, instance: was.Instance, reason: reason})
	}
}

// squadAbove returns the membership that p's Role is about: that of the nearest group above with a squad, or nil.
func (sh *Sharing) squadAbove(p program.Place) *program.Membership {
	if parent := sh.Tree.Spots[p].Parent; parent != program.Nowhere {
		return sh.SquadAt(parent)
	}
	return nil
}

// SquadAt returns the membership of the nearest group at or above p with a squad, or nil.
func (sh *Sharing) SquadAt(p program.Place) *program.Membership {
	if at := sh.Tree.Condition(p).Within; at != program.Nowhere {
		return sh.Membership(at)
	}
	return nil
}

// RoleOf returns the role that p's precondition is about. Before the squad is entered, when a delegating group asks its
// children, this is the role of the invitation.
func (sh *Sharing) RoleOf(p program.Place) world.Role {
	m := sh.squadAbove(p)
	switch {
	case m == nil, m.State == program.NoMember, m.State == program.Wanting && m.Fresh:
		return 0
	case m.State == program.Wanting:
		s := &sh.Tree.Squads[sh.Tree.Condition(sh.Tree.Condition(sh.Tree.Spots[p].Parent).Within).Squad]
		_, role, _ := sh.invitation(s.Squad, m.Key)
		return role
	}
	return m.Role
}

// Invited reports whether p has been given the squad or gate that it waited for, so that it is asked again with its Every
// passed.
func (sh *Sharing) Invited(p program.Place) bool {
	n := sh.Tree.Condition(p)
	if n.Squad >= 0 {
		s, m := &sh.Tree.Squads[n.Squad], sh.Membership(p)
		switch m.State {
		case program.Member:
			return true
		case program.Wanting:
			if !m.Fresh && sh.isInvited(s.Squad, m.Key) {
				return true
			}
		}
	}
	if n.Gate >= 0 {
		g, ps := &sh.Tree.Gates[n.Gate], sh.Pass(p)
		return ps.State == program.Held || ps.State == program.Claimed && !ps.Fresh && sh.granted(g.Gate, ps.Key)
	}
	return false
}

// Released reports whether the active Barrier p is open for the agent, and passes it if so.
func (sh *Sharing) Released(p program.Place) bool {
	m := sh.SquadAt(p)
	if m.State != program.Member || m.Barrier != sh.Tree.Facts[p].Label.ID || !sh.Env.Released(engine.Key{}, m.Instance, sh.Context.ID) {
		return false
	}
	m.Barrier = 0
	sh.post(Notice{kind: passBarrier, instance: m.Instance})
	return true
}

// atBarrier tells each squad at the end of a tick which Barrier the agent has reached.
func (sh *Sharing) atBarrier() {
	for i := range sh.Tree.Squads {
		m := sh.Membership(sh.Tree.Squads[i].Place)
		if m.State != program.Member {
			continue
		}
		at := uint32(0)
		for _, p := range sh.Tree.Barriers {
			if sh.Tree.Condition(p).Within == sh.Tree.Squads[i].Place && sh.IsActive(p) && !sh.Rests(p) && !sh.isLeaving(p) {
				at = sh.Tree.Facts[p].Label.ID
				break
			}
		}
		if at != m.Barrier {
			m.Barrier = at
			sh.Stirred = true
			sh.post(Notice{kind: atBarrier, instance: m.Instance, barrier: at})
		}
	}
}

// isLeaving reports whether the active place p or a place above it is in its Leave. Nothing below such a place is visited
// (RULES R19).
func (sh *Sharing) isLeaving(p program.Place) bool {
	for in := &sh.Instance; ; in = &in.At.Outer {
		for ; p != program.Nowhere; p = in.Tree.Spots[p].Parent {
			if in.Tree.Spots[p].Marks&program.HasLeave != 0 && *(*float64)(unsafe.Add(in.Base, in.Tree.PartsOf(p).LeaveDue)) != memory.NotLeaving {
				return true
			}
		}
		if in.At == nil {
			return false
		}
		p = in.At.Place
	}
}

// Regroup resets, at the start of a tick, the groups whose squads were dissolved.
func (sh *Sharing) Regroup(reset func(program.Place)) {
	for i := range sh.Tree.Squads {
		s, m := &sh.Tree.Squads[i], sh.Membership(sh.Tree.Squads[i].Place)
		if m.State != program.Member || !sh.Env.Dissolved(engine.Key{}, m.Instance, sh.Context.ID) {
			continue
		}
		if m.Inside {
			reset(s.Place)
		} else {
			sh.DropPending(s.Place)
		}
		if m.State == program.Member {
			sh.DropMembership(i, behavior.Reset)
		}
	}
}
