package decider

import "github.com/decidertree/decidertree/world"

// This file is gates and squads as one agent sees them, for people and tools: in a State, and in what Why tells.

// Pass is what an agent has of a gate.
type Pass uint8

const (
	PassNone    Pass = iota // nothing
	PassClaimed             // in a crowd: it waits for a place
	PassGranted             // in a crowd: a place is kept for it until its next tick
	PassHeld                // it has a place for what is still to be entered
	PassInside              // it is inside
)

// GateView is a decider's gate as its agent sees it.
type GateView struct {
	Name             string // "" for no gate
	Key              uint64 // what divides it; 0 without GateKey
	Known            bool   // Key is known. Not where GateKey would have to be called: then the rest is zero
	Pass             Pass   // what the agent has of it for this decider
	world.GateGlance        // who else is there; world.World.Holders yields them all
}

// Part is what an agent has of a squad.
type Part uint8

const (
	PartNone    Part = iota // nothing
	PartWanting             // it waits until there are enough
	PartInvited             // it is in a squad as soon as it is ticked and still wants to
	PartJoined              // it is in, and waits for what comes before it can enter: the gate, or a Leave
	PartInside              // it is in, and the group is active
)

// SquadView is a decider's squad as its agent sees it.
type SquadView struct {
	Name              string // "" for no squad
	Key               uint64 // what divides it; 0 without SquadKey
	Known             bool   // Key is known. Not where SquadKey would have to be called: then the rest is zero
	Part              Part   // what the agent has of it for this decider
	At                Label  // the Barrier it is at; zero for none. Arrived tells how many are there
	world.SquadGlance        // the others; what is of an instance counts from PartInvited on
}

// gateView looks at p's gate without calling GateKey.
func (r *runner[A]) gateView(p place) GateView {
	g, ps := &r.tree.gates[r.tree.infos[p].gate], r.pass(r.tree.infos[p].gate)
	if g.key != nil && ps.state == noPass {
		return GateView{Name: g.gate.Name}
	}
	return r.gateViewOf(p, ps.key)
}

// gateViewOf looks at p's gate, at one of its keys. Without GateKey that is 0, as it is in the pass.
func (r *runner[A]) gateViewOf(p place, k uint64) GateView {
	g, ps := &r.tree.gates[r.tree.infos[p].gate], r.pass(r.tree.infos[p].gate)
	v := GateView{Name: g.gate.Name, Key: k, Known: true, GateGlance: r.world.GlanceGate(key, g.gate, k, r.context.ID)}
	if v.Max == 0 { // no world, or one that is closed
		v.Max = g.gate.Max
	}
	switch {
	case ps.state == noPass || ps.key != k:
	case ps.inside:
		v.Pass = PassInside
	case ps.state == held:
		v.Pass = PassHeld
	case r.world.Granted(key, g.gate, k, r.context.ID):
		v.Pass = PassGranted
	default:
		v.Pass = PassClaimed
	}
	return v
}

// squadView looks at p's squad without calling SquadKey.
func (r *runner[A]) squadView(p place) SquadView {
	s, m := &r.tree.squads[r.tree.infos[p].squad], r.membership(r.tree.infos[p].squad)
	if s.key != nil && m.state == noMember {
		return SquadView{Name: s.squad.Name}
	}
	return r.squadViewOf(p, m.key)
}

// squadViewOf looks at p's squad, at one of its keys. Without SquadKey that is 0, as it is in the membership.
func (r *runner[A]) squadViewOf(p place, k uint64) SquadView {
	s, m := &r.tree.squads[r.tree.infos[p].squad], r.membership(r.tree.infos[p].squad)
	v := SquadView{Name: s.squad.Name, Key: k, Known: true, SquadGlance: r.world.GlanceSquad(key, s.squad, k, r.context.ID)}
	if v.Needed == 0 {
		v.Needed = s.squad.Agents
	}
	switch {
	case m.state == noMember || m.key != k:
	case m.inside:
		v.Part = PartInside
	case m.state == member:
		v.Part = PartJoined
	case v.Instance != 0 && !v.Dissolved:
		v.Part = PartInvited
	default:
		v.Part = PartWanting
	}
	if v.Part < PartInvited { // it may be there for another of its deciders
		v.SquadGlance = world.SquadGlance{Needed: v.Needed, Wanting: v.Wanting}
	}
	if v.Barrier != 0 {
		v.At = r.barrierOf(v.Barrier)
	}
	return v
}

// barrierOf is the Barrier of an ID.
func (r *runner[A]) barrierOf(id uint32) Label {
	for _, p := range r.tree.bars {
		if l := r.tree.infos[p].label; l.ID == id {
			return l
		}
	}
	return Label{}
}
