package reference

import (
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// This file is an agent's side of squads (R27). An agent wants a squad, or is in it, at one place at most.

// membership is a group's membership in its squad, kept also while the group is not active.
type membership struct {
	squadAndKey
	state    membershipState
	instance *squadInstance // the squad that the agent has joined
}

type membershipState int

const (
	noMembership membershipState = iota
	wants                        // the agent wants a squad, or is invited and has not been asked since
	joined                       // the agent has joined, until the place is left or a tick ends that asked but did not choose it
)

// passSquad tests a group's squad. An agent that is not invited wants to be.
func (r *Reference[A]) passSquad(p *place[A], a *asking[A]) bool {
	d := p.decider
	if d.Squad == nil {
		return true
	}
	a.canPlay = world.AllRoles
	key, ok := r.keyFrom(p, a, d.SquadKey)
	if !ok {
		return false
	}
	r.soughtSquad[p] = true
	a.squadKey = key
	c := squadAndKey{d.Squad, key}
	a.pending = p.has(decider.Wait)
	if p.membership.squadAndKey != c {
		switch p.membership.state {
		case joined:
			return false
		case wants:
			r.dropMembership(p, 0)
		}
	}
	if p.membership.state == noMembership && r.hasMembership(c) {
		return false // at another place
	}
	if p.membership.state == joined {
		a.pending = false
		return true
	}
	before := p.membership
	p.membership = membership{squadAndKey: c, state: wants}
	if y := r.invitation(p); y != nil {
		p.membership = membership{c, joined, y}
		r.effect(func() { r.shared.joinSquad(y, r.id) })
		a.pending = false
		return true
	}
	p.membership = before
	if d.CanPlay != nil {
		if ok := r.askRoles(p, a); a.canPlay == 0 {
			if before.state == wants {
				r.dropMembership(p, 0)
			}
			a.pending = a.pending && ok
			return false
		}
	}
	if before.state == noMembership {
		r.wanted[p] = true // R33
	}
	p.membership = membership{squadAndKey: c, state: wants}
	roles := a.canPlay
	r.effect(func() { r.shared.wantSquad(c, r.id, r.crowd, roles) })
	a.pending = r.wanted[p] || p.has(decider.Wait)
	return false
}

// askRoles asks which of its squad's roles the agent could play. There are none after Fail, which is not ok.
func (r *Reference[A]) askRoles(p *place[A], a *asking[A]) (ok bool) {
	s, all := p.decider.Squad, world.RoleSet(0)
	ok = r.runKey(p, a, func() { all = p.decider.CanPlay(&r.context) })
	a.canPlay = 0
	for place := range s.Agents {
		if role := roleAt(s, place); all.Has(role) && ok {
			a.canPlay |= world.Roles(role)
		}
	}
	return ok
}

// uphold renews what a place claims and wants, although its Every keeps it from being asked.
func (r *Reference[A]) uphold(p *place[A]) {
	if p.pass.state == claims {
		r.soughtGate[p] = true
	}
	if c := p.membership.squadAndKey; p.membership.state == wants {
		r.soughtSquad[p] = true
		r.effect(func() { r.shared.renewWant(c, r.id) })
	}
}

// hasMembership reports whether the agent wants a squad or is in it at any place.
func (r *Reference[A]) hasMembership(c squadAndKey) (has bool) {
	r.eachPlace(func(p *place[A]) { has = has || p.membership.state != noMembership && p.membership.squadAndKey == c })
	return has
}

// invitation returns the squad that the agent is invited to at a place that wants one, or nil.
func (r *Reference[A]) invitation(p *place[A]) *squadInstance {
	if p.membership.state != wants {
		return nil
	}
	if y := r.shared.instanceOf(p.membership.squadAndKey, r.id); y != nil && !r.quit[y] {
		return y
	}
	return nil
}

// dropMembership ends the agent's part in a squad, or its want for one. The reason is 0 if it did not take part.
func (r *Reference[A]) dropMembership(p *place[A], reason behavior.Reason) {
	was := p.membership
	p.membership = membership{}
	switch was.state {
	case wants:
		if y := r.shared.instanceOf(was.squadAndKey, r.id); y != nil {
			r.quit[y] = true // it declines
		}
		r.effect(func() { r.shared.dropWant(was.squadAndKey, r.id) })
	case joined:
		r.quit[was.instance] = true
		r.effect(func() { r.shared.leaveSquad(was.instance, r.id, reason) })
	}
}

// squadGroup is the nearest place at or above p that is a squad's group, in the same tree; nil for none.
func (p *place[A]) squadGroup() *place[A] {
	for group := p; group != nil && group.tree == p.tree; group = group.parent {
		if group.decider.Squad != nil {
			return group
		}
	}
	return nil
}

// role is the agent's role in the squad that a group is in, or is invited to; 0 for none.
func (r *Reference[A]) role(group *place[A]) world.Role {
	if group == nil {
		return 0
	}
	y := group.membership.instance
	if y == nil {
		y = r.invitation(group)
	}
	if y == nil {
		return 0
	}
	i := slices.IndexFunc(y.members, func(m *member) bool { return m.id == r.id })
	return y.members[i].role
}

// hasRole tests the precondition Role, which is about the nearest squad above.
func (r *Reference[A]) hasRole(p *place[A]) bool {
	want := p.decider.Role
	return want == 0 || p.parent != nil && p.parent.tree == p.tree && r.role(p.parent.squadGroup()) == want
}

// dissolve begins the tick of an agent whose squad another member has left too soon: the squad's group is reset, or its
// pending choice dropped. It reports whether user code has panicked.
func (r *Reference[A]) dissolve() (panicked bool) {
	r.eachPlace(func(p *place[A]) {
		if panicked || p.membership.state != joined || !p.membership.instance.hasExpelled(r.id) {
			return
		}
		if p.active {
			first := p.beginsWith()
			if panicked = r.endForReset(first); panicked {
				return // the tick ends there (R20)
			}
			first.makeNew()
		}
		r.stopWaitingFor(p)
		r.dropMembership(p, behavior.Reset)
	})
	return panicked
}

// stopWaitingFor drops the pending choice that a place is part of.
func (r *Reference[A]) stopWaitingFor(p *place[A]) {
	for _, active := range r.path() {
		if active.pending.includes(p) {
			active.pending = nil
		}
	}
}

// settle ends a tick or a request for gates and squads. Passes and memberships of places that are neither entered nor
// pending are dropped and, after a tick, those that were not asked for again.
func (r *Reference[A]) settle(ticked bool) {
	if r.shared == nil {
		return
	}
	r.eachPlace(func(p *place[A]) {
		if p.pass.state == inside && !p.active && !r.isWaitedFor(p) || ticked && p.pass.state == claims && !r.soughtGate[p] {
			r.dropPass(p)
		}
	})
	if !ticked {
		return
	}
	r.eachPlace(func(p *place[A]) {
		if p.membership.state == joined && !p.active && !r.isWaitedFor(p) && !r.barred[p] || p.membership.state == wants && !r.soughtSquad[p] {
			r.dropMembership(p, 0)
		}
	})
	r.comeToBarriers()
}

// dropShared drops all passes and memberships of a tree that is reset or unplugged.
func (r *Reference[A]) dropShared(t *treeState[A], reason behavior.Reason) {
	for _, p := range t.places {
		if p.pass.state != noPass {
			r.dropPass(p)
		}
		if p.membership.state != noMembership {
			r.dropMembership(p, reason)
		}
	}
}

// isExempt reports whether a place has been granted its gate or squad, so that its Every need not be due again.
func (r *Reference[A]) isExempt(p *place[A]) bool {
	return p.membership.state == joined || r.invitation(p) != nil ||
		p.pass.state == inside || p.pass.state == claims && r.isGranted(p.pass.gateAndKey)
}

// comeToBarriers tells the squads at the end of a tick which barrier the agent has reached: the first active one that is
// neither leaving nor between two iterations.
func (r *Reference[A]) comeToBarriers() {
	at := map[*place[A]]uint32{} // by the squad's group
	r.root.each(func(p *place[A]) {
		if group := p.squadGroup(); p.active && p.has(decider.Barrier) && !p.resting && !p.isLeaving() && at[group] == 0 {
			at[group] = event.LabelOf(p.decider.Name).ID
		}
	})
	r.eachPlace(func(p *place[A]) {
		if y := p.membership.instance; y != nil {
			barrier := at[p]
			r.effect(func() { r.shared.standAt(y, r.id, barrier) })
		}
	})
}

// isLeaving reports whether a place or one above it is in its Leave.
func (p *place[A]) isLeaving() bool {
	return p != nil && (p.leaving || p.parent.isLeaving())
}

// isReleased reports whether a place is a barrier that has opened for the agent.
func (r *Reference[A]) isReleased(p *place[A]) bool {
	if r.shared == nil || !p.has(decider.Barrier) {
		return false
	}
	y := p.squadGroup().membership.instance
	return y != nil && !r.through[y] && y.isOpen(r.id, event.LabelOf(p.decider.Name).ID)
}

// passBarrier passes a barrier.
func (r *Reference[A]) passBarrier(p *place[A]) behavior.Status {
	y := p.squadGroup().membership.instance
	r.through[y] = true
	r.effect(func() { r.shared.standAt(y, r.id, 0) })
	return behavior.Success
}

// Squad returns the members of the squad that the running code stands in, as "agent/role" in the order of their IDs.
func (r *Reference[A]) Squad() []string {
	if p := r.code.place; p != nil {
		if group := p.squadGroup(); group != nil && group.membership.instance != nil {
			return group.membership.instance.names()
		}
	}
	return nil
}
