package reference

import (
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// This file is squads as an agent sees them (R27). It wants to be in a squad, or is in it, at one place at most.

// seat is what a group has of its squad, also while it is not active.
type membership struct {
	squadAndKey
	state membershipState
	party *squadInstance // that it is in
}

type membershipState int

const (
	noMembership membershipState = iota
	wants                        // the agent wants to be in one, or is invited and has not been asked since
	joined                       // it has accepted, until the place is left, or the tick ends in which it was asked but not chosen
)

// passSquad asks a group's squad. Who is not invited wants to be.
func (r *Reference[A]) passSquad(p *place[A], a *asking[A]) bool {
	d := p.decider
	if d.Squad == nil {
		return true
	}
	key, ok := r.keyFrom(p, a, d.SquadKey)
	if !ok {
		return false
	}
	r.soughtSquad[p] = true
	a.squadKey = key
	c := squadAndKey{d.Squad, key}
	if p.membership.state != noMembership && p.membership.squadAndKey != c {
		r.dropMembership(p, false)
	}
	if p.membership.state == noMembership && r.hasMembership(c) {
		return false // at another place
	}
	if p.membership.state != joined {
		p.membership = membership{squadAndKey: c, state: wants}
		if y := r.invitation(p); y != nil {
			p.membership = membership{c, joined, y}
			r.effect(func() { r.shared.joinSquad(y, r.id) })
		} else {
			r.effect(func() { r.shared.wantSquad(c, r.id, r.crowd) })
		}
	}
	return p.membership.state == joined
}

// hasSeat reports whether the agent wants to be in a squad, or is in it, somewhere.
func (r *Reference[A]) hasMembership(c squadAndKey) (has bool) {
	r.eachPlace(func(p *place[A]) { has = has || p.membership.state != noMembership && p.membership.squadAndKey == c })
	return has
}

// invitation is the squad that the agent is invited to join at a place that wants one; nil for none.
func (r *Reference[A]) invitation(p *place[A]) *squadInstance {
	if p.membership.state != wants {
		return nil
	}
	if y := r.shared.instanceOf(p.membership.squadAndKey, r.id); y != nil && !r.quit[y] {
		return y
	}
	return nil
}

// dropSeat is the end of the agent's part in a squad, or of its wanting one.
func (r *Reference[A]) dropMembership(p *place[A], done bool) {
	was := p.membership
	p.membership = membership{}
	switch was.state {
	case wants:
		if y := r.shared.instanceOf(was.squadAndKey, r.id); y != nil {
			r.quit[y] = true // it declines
		}
		r.effect(func() { r.shared.dropWant(was.squadAndKey, r.id) })
	case joined:
		r.quit[was.party] = true
		r.effect(func() { r.shared.leaveSquad(was.party, r.id, done) })
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
	y := group.membership.party
	if y == nil {
		y = r.invitation(group)
	}
	if y == nil {
		return 0
	}
	i := slices.IndexFunc(y.members, func(m *member) bool { return m.id == r.id })
	return y.members[i].role
}

// hasRole is the precondition. It speaks of the squads above.
func (r *Reference[A]) hasRole(p *place[A]) bool {
	want := p.decider.Role
	return want == 0 || p.parent != nil && p.parent.tree == p.tree && r.role(p.parent.squadGroup()) == want
}

// dissolve is the start of a tick for an agent of a squad that somebody else has left too soon: its group is reset,
// or no longer waited for. It reports whether user code has panicked.
func (r *Reference[A]) dissolve() (panicked bool) {
	r.eachPlace(func(p *place[A]) {
		if panicked || p.membership.state != joined || !p.membership.party.hasExpelled(r.id) {
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
		r.dropMembership(p, false)
	})
	return panicked
}

// stopWaitingFor drops the choice that a place is part of and that waits for a Leave.
func (r *Reference[A]) stopWaitingFor(p *place[A]) {
	for _, active := range r.path() {
		if active.pending.includes(p) {
			active.pending = nil
		}
	}
}

// settle looks, at the end of a tick or of something else, after what the places have of gates and squads. What
// is neither entered nor about to be goes back; after a tick also what was not asked for again.
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
			r.dropMembership(p, false)
		}
	})
	r.comeToBarriers()
}

// dropShared gives back and withdraws all that a tree's places have, since they are as new or gone.
func (r *Reference[A]) dropShared(t *treeState[A]) {
	for _, p := range t.places {
		if p.pass.state != noPass {
			r.dropPass(p)
		}
		if p.membership.state != noMembership {
			r.dropMembership(p, false)
		}
	}
}

// isExempt reports whether a place comes for what it waited for, so that its Every need not be due again.
func (r *Reference[A]) isExempt(p *place[A]) bool {
	return p.membership.state == joined || r.invitation(p) != nil ||
		p.pass.state == inside || p.pass.state == claims && r.isGranted(p.pass.gateAndKey)
}

// comeToBarriers tells the squads which barrier the agent is at when its tick has ended: the first that is active and
// not leaving, nor between two iterations.
func (r *Reference[A]) comeToBarriers() {
	at := map[*place[A]]uint32{} // by the squad's group
	r.root.each(func(p *place[A]) {
		if group := p.squadGroup(); p.active && p.has(decider.Barrier) && !p.resting && !p.isLeaving() && at[group] == 0 {
			at[group] = event.LabelOf(p.decider.Name).ID
		}
	})
	r.eachPlace(func(p *place[A]) {
		if y := p.membership.party; y != nil {
			barrier := at[p]
			r.effect(func() { r.shared.standAt(y, r.id, barrier) })
		}
	})
}

// isLeaving reports whether a place, or one that it stands in, is in its Leave.
func (p *place[A]) isLeaving() bool {
	return p != nil && (p.leaving || p.parent.isLeaving())
}

// isReleased reports whether a place is a barrier that has opened for the agent.
func (r *Reference[A]) isReleased(p *place[A]) bool {
	if r.shared == nil || !p.has(decider.Barrier) {
		return false
	}
	y := p.squadGroup().membership.party
	return y != nil && !r.through[y] && y.isOpen(r.id, event.LabelOf(p.decider.Name).ID)
}

// passBarrier goes through one.
func (r *Reference[A]) passBarrier(p *place[A]) behavior.Status {
	y := p.squadGroup().membership.party
	r.through[y] = true
	r.effect(func() { r.shared.standAt(y, r.id, 0) })
	return behavior.Success
}

// Squad are the members, as "agent/role" in the order of their IDs, of the squad that the code of this agent which runs
// now stands in.
func (r *Reference[A]) Squad() []string {
	if p := r.code.place; p != nil {
		if group := p.squadGroup(); group != nil && group.membership.party != nil {
			return group.membership.party.names()
		}
	}
	return nil
}
