package shared

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// This file is what gates and squads have in common. Passes and memberships are updated when places are entered and left
// and at the end of a tick, and the world is told.

// Sharing is an agent's trees with its gates and squads. It asks its Environment and tells its world.
type Sharing struct {
	memory.Trees
	Context *usercode.Context
	Env     Environment
	Notices *[]Notice // collects the notices for the world; nil delivers them at once
	InCrowd bool      // the agent lives in a crowd, for which gates are granted when the world advances
}

// Notice is a message to the world about a gate or a squad. A single agent's notices are delivered at once; those of a
// crowd's agents, which tick in parallel, when all have ticked, in the order of the agents' IDs.
type Notice struct {
	kind     noticeKind
	flag     bool            // leaveGate: it was entered; want: it stands
	roles    world.RoleSet   // want
	reason   behavior.Reason // leaveSquad; 0 for an agent that does not take part
	barrier  uint32
	Agent    world.AgentID
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
	renewWant
	unwant
	joinSquad
	leaveSquad
	atBarrier
	passBarrier
)

// post delivers a notice, or collects it for later.
func (sh *Sharing) post(n Notice) {
	n.Agent = sh.Context.ID
	if sh.Notices != nil {
		*sh.Notices = append(*sh.Notices, n)
		return
	}
	n.Deliver(sh.Context.World)
}

// Deliver tells the world.
func (n *Notice) Deliver(w *world.World) {
	switch n.kind {
	case claimGate:
		w.ClaimGate(engine.Key{}, n.gate, n.key, n.Agent)
	case withdrawGate:
		w.WithdrawGate(engine.Key{}, n.gate, n.key, n.Agent)
	case takeGate:
		w.TakeGate(engine.Key{}, n.gate, n.key, n.Agent)
	case leaveGate:
		w.LeaveGate(engine.Key{}, n.gate, n.key, n.Agent, n.flag)
	case want:
		w.Want(engine.Key{}, n.squad, n.key, n.Agent, n.flag, n.roles)
	case renewWant:
		w.Renew(engine.Key{}, n.squad, n.key, n.Agent)
	case unwant:
		w.Unwant(engine.Key{}, n.squad, n.key, n.Agent)
	case joinSquad:
		w.JoinSquad(engine.Key{}, n.instance, n.Agent)
	case leaveSquad:
		w.LeaveSquad(engine.Key{}, n.instance, n.Agent, n.reason == behavior.Succeeded, uint8(n.reason))
	case atBarrier:
		w.AtBarrier(engine.Key{}, n.instance, n.Agent, n.barrier)
	case passBarrier:
		w.PassBarrier(engine.Key{}, n.instance, n.Agent)
	}
}

// seek records that a gate or squad was asked for in this tick. Squads are numbered after the gates.
func (sh *Sharing) seek(i int) {
	sh.TickBits.Set(sh.Tree.TickBits.Sought + i)
	sh.Wants |= memory.WantShared | memory.WantTidy
}

// TakeUp records that a place with a gate or a squad has become active.
func (sh *Sharing) TakeUp(p program.Place) {
	if sh.Tree.PartsOf(p).Member != 0 {
		sh.Membership(p).Inside = true
	}
	if sh.Tree.PartsOf(p).Pass != 0 {
		ps := sh.Pass(p)
		ps.Inside, ps.Entered = true, true
	}
}

// GiveBack drops the pass and the membership of p, which is being left.
func (sh *Sharing) GiveBack(p program.Place, reason behavior.Reason) {
	if sh.Tree.Condition(p).Gate >= 0 && sh.Pass(p).State == program.Held {
		sh.DropPass(sh.Tree.Condition(p).Gate)
	}
	if sh.Tree.Condition(p).Squad >= 0 && sh.Membership(p).State == program.Member {
		sh.DropMembership(sh.Tree.Condition(p).Squad, reason)
	}
}

// SettleShared ends a tick or a request for the gates and squads of all the agent's trees. Passes and memberships of
// places that were not entered and are not pending are dropped. After a tick, claims and wants that were not renewed
// lapse.
func (sh *Sharing) SettleShared() {
	lapse := sh.Wants&memory.WantLapse != 0
	open := false
	sh.Each(func() {
		for i := range sh.Tree.Squads {
			m := sh.Membership(sh.Tree.Squads[i].Place)
			switch p := sh.Tree.Squads[i].Place; {
			case m.State == program.Wanting:
				if lapse && !sh.IsSought(len(sh.Tree.Gates)+i) {
					sh.DropMembership(i, 0)
				}
			case lapse && m.State == program.Member && !m.Inside && !sh.InPendingChoice(p) && !sh.waitsAtGate(p):
				sh.DropMembership(i, 0)
			}
		}
		for i := range sh.Tree.Gates {
			ps := sh.Pass(sh.Tree.Gates[i].Place)
			switch p := sh.Tree.Gates[i].Place; {
			case ps.State == program.Claimed:
				if lapse && !sh.IsSought(i) {
					sh.DropPass(i)
				}
			case ps.State == program.Held && !ps.Inside && !sh.InPendingChoice(p):
				sh.DropPass(i)
			}
		}
		if lapse && len(sh.Tree.Barriers) > 0 {
			sh.atBarrier()
		}
		for i := range sh.Tree.Gates {
			sh.Pass(sh.Tree.Gates[i].Place).Fresh = false
			open = open || sh.Pass(sh.Tree.Gates[i].Place).State != program.NoPass
		}
		for i := range sh.Tree.Squads {
			sh.Membership(sh.Tree.Squads[i].Place).Fresh = false
			open = open || sh.Membership(sh.Tree.Squads[i].Place).State != program.NoMember
		}
	})
	sh.Header().Open = open
}

// waitsAtGate reports whether p was asked for in this tick and lacks nothing but its gate.
func (sh *Sharing) waitsAtGate(p program.Place) bool {
	i := sh.Tree.Condition(p).Gate
	if i < 0 {
		return false
	}
	return sh.IsSought(i) && sh.Pass(sh.Tree.Gates[i].Place).State != program.Held
}

// DropShared drops all passes and memberships of the tree that the walk is in, because the agent or the tree ends with a
// reason.
func (sh *Sharing) DropShared(reason behavior.Reason) {
	for i := range sh.Tree.Gates {
		if sh.Pass(sh.Tree.Gates[i].Place).State != program.NoPass {
			sh.DropPass(i)
		}
	}
	for i := range sh.Tree.Squads {
		if sh.Membership(sh.Tree.Squads[i].Place).State != program.NoMember {
			sh.DropMembership(i, reason)
		}
	}
}

// Listen replaces the agent's stimuli set, to which the world delivers from now on.
func (sh *Sharing) Listen(set *stimuli.Set) {
	sh.Context.Stimuli = set
	if w := sh.Context.World; w != nil {
		w.Listen(engine.Key{}, sh.Context.ID, set)
	}
}
