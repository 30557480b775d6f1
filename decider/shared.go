package decider

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/world"
)

// This file is what gates and squads have in common: what an agent has of them is looked after when its places are
// entered and left and when its tick ends, and the world is told.

// notice is what an agent tells its world of a gate or a squad. A single agent tells it at once; those of a crowd,
// which tick side by side, when all have ticked, in the order of their IDs.
type notice struct {
	kind     noticeKind
	flag     bool // leaveGate: it was entered; want: it stands; leaveSquad: done
	barrier  uint32
	agent    world.AgentID
	gate     *world.Gate
	squad    *world.Squad
	key      uint64
	instance uint64
}

type noticeKind uint8

const (
	claimGate noticeKind = iota
	withdrawGate
	takeGate
	leaveGate
	want
	unwant
	joinSquad
	leaveSquad
	atBarrier
	passBarrier
)

// post tells the world, or has it told.
func (r *runner[A]) post(n notice) {
	n.agent = r.context.ID
	if r.notices != nil {
		*r.notices = append(*r.notices, n)
		return
	}
	n.tell(r.world)
}

// tell tells the world.
func (n *notice) tell(w *world.World) {
	switch n.kind {
	case claimGate:
		w.ClaimGate(key, n.gate, n.key, n.agent)
	case withdrawGate:
		w.WithdrawGate(key, n.gate, n.key, n.agent)
	case takeGate:
		w.TakeGate(key, n.gate, n.key, n.agent)
	case leaveGate:
		w.LeaveGate(key, n.gate, n.key, n.agent, n.flag)
	case want:
		w.Want(key, n.squad, n.key, n.agent, n.flag)
	case unwant:
		w.Unwant(key, n.squad, n.key, n.agent)
	case joinSquad:
		w.JoinSquad(key, n.instance, n.agent)
	case leaveSquad:
		w.LeaveSquad(key, n.instance, n.agent, n.flag)
	case atBarrier:
		w.AtBarrier(key, n.instance, n.agent, n.barrier)
	case passBarrier:
		w.PassBarrier(key, n.instance, n.agent)
	}
}

// keyFor asks for the key that divides a gate or squad of p; it is not ok if that called Fail.
func (r *runner[A]) keyFor(p place, f func(*behavior.Context[A]) uint64) (k uint64, ok bool) {
	if f == nil {
		return 0, true
	}
	r.running, r.call, r.failedIn = p, inDecide, nowhere
	r.context.BehaviorFlags = r.tree.nodes[p].behaviorFlags
	k = r.gaveKey(f(&r.context))
	if r.failedIn == p {
		r.failedIn = nowhere
		return 0, false
	}
	return k, true
}

// passShared asks for p's squad, then for its gate.
func (r *runner[A]) passShared(p place, in *info[A]) Verdict {
	switch {
	case in.squad >= 0 && !r.passSquad(p, in.squad):
		return FailedSquad
	case in.gate >= 0 && !r.passGate(p, in.gate):
		return FailedGate
	}
	return Accepted
}

// seek notes that a gate or squad was asked for in this tick.
func (r *runner[A]) seek(i int) {
	r.sought.set(i)
	r.wants |= wantShared | wantTidy
}

// takeUp notes that a place with a gate or a squad is active.
func (r *runner[A]) takeUp(in *info[A]) {
	if in.squad >= 0 {
		r.membership(in.squad).inside = true
	}
	if in.gate >= 0 {
		ps := r.pass(in.gate)
		ps.inside, ps.entered = true, true
	}
}

// giveBack gives back what p, which is being left, has of its gate and its squad.
func (r *runner[A]) giveBack(p place, reason behavior.Reason) {
	in := &r.tree.infos[p]
	if in.gate >= 0 && r.pass(in.gate).state == held {
		r.dropPass(in.gate)
	}
	if in.squad >= 0 && r.membership(in.squad).state == member {
		r.dropMembership(in.squad, reason == behavior.Succeeded)
	}
}

// settleShared looks, at the end of a tick or of something else, after what the agent has of gates and squads in all
// its trees: what it has not entered and does not wait to enter goes back, and after a tick what it has not asked for
// again lapses.
func (r *runner[A]) settleShared() {
	lapse := r.wants&wantLapse != 0
	open := false
	r.each(func() {
		for i := range r.tree.squads {
			m := r.membership(i)
			switch p := r.tree.squads[i].place; {
			case m.state == wanting:
				if lapse && !r.sought.has(len(r.tree.gates)+i) {
					r.dropMembership(i, false)
				}
			case lapse && m.state == member && !m.inside && !r.waitsFor(p) && !r.waitsAtGate(p):
				r.dropMembership(i, false)
			}
		}
		for i := range r.tree.gates {
			ps := r.pass(i)
			switch p := r.tree.gates[i].place; {
			case ps.state == claimed:
				if lapse && !r.sought.has(i) {
					r.dropPass(i)
				}
			case ps.state == held && !ps.inside && !r.waitsFor(p):
				r.dropPass(i)
			}
		}
		if lapse && len(r.tree.bars) > 0 {
			r.atBarrier()
		}
		for i := range r.tree.gates {
			r.pass(i).fresh = false
			open = open || r.pass(i).state != noPass
		}
		for i := range r.tree.squads {
			r.membership(i).fresh = false
			open = open || r.membership(i).state != noMember
		}
	})
	r.header().open = open
}

// waitsAtGate reports whether p has all but its gate.
func (r *runner[A]) waitsAtGate(p place) bool {
	i := r.tree.infos[p].gate
	if i < 0 {
		return false
	}
	return r.sought.has(i) && r.pass(i).state != held
}

// attend begins the tick of an agent that has something of gates or squads.
func (r *runner[A]) attend() {
	r.wants |= wantShared | wantLapse
	r.each(r.regroup)
}

// dropShared gives back and withdraws all that the tree the runner is in has of gates and squads.
func (r *runner[A]) dropShared() {
	for i := range r.tree.gates {
		if r.pass(i).state != noPass {
			r.dropPass(i)
		}
	}
	for i := range r.tree.squads {
		if r.membership(i).state != noMember {
			r.dropMembership(i, false)
		}
	}
}

// waitsFor reports whether p is part of what waits for a Leave somewhere in its tree: it is pending, or on the way
// to a Jump's target that is, or what one of these has delegated to.
func (r *runner[A]) waitsFor(p place) bool { return r.waitingGroup(p) != nowhere }

// waitingGroup is the group in which that waits; nowhere for none.
func (r *runner[A]) waitingGroup(p place) place {
	if r.tree.nodes[0].marks&lingering == 0 {
		return nowhere
	}
	for q := range r.tree.nodes {
		group := place(q)
		w := r.waiting(group)
		if w == nil {
			continue
		}
		for at := w.child; at != nowhere; {
			in := &r.tree.infos[at]
			jump := in.jump
			if at == w.child && w.jump != nowhere {
				jump = int(w.jump)
			}
			if at == p || jump >= 0 && r.tree.onWay(jump, p) {
				return group
			}
			switch {
			case jump >= 0:
				at = r.tree.jumps[jump].to
				if c := r.tree.infos[at].chosen; c >= 0 {
					at = *r.keptChild(&r.tree.infos[at])
				} else {
					at = nowhere
				}
			case in.chosen >= 0:
				at = *r.keptChild(in)
			default:
				at = nowhere
			}
		}
	}
	return nowhere
}

// onWay reports whether p is a Jump's target or a group on the way to it.
func (t *Tree[A]) onWay(jump int, p place) bool {
	j := &t.jumps[jump]
	for q := j.to; q != j.common; q = t.nodes[q].parent {
		if q == p {
			return true
		}
	}
	return false
}

// stopWaiting drops the pending choice that p is part of.
func (r *runner[A]) stopWaiting(p place) {
	if group := r.waitingGroup(p); group != nowhere {
		r.frame(group).state &^= waits
	}
}
