package see

import (
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// This file shows gates and squads as one agent sees them.

// gateView returns the state of p's gate without calling GateKey.
func gateView(r *tick.Runner, p program.Place) state.Gate {
	g, ps := &r.Tree.Gates[r.Tree.Condition(p).Gate], r.Pass(p)
	if g.Key != nil && ps.State == program.NoPass {
		return state.Gate{Name: g.Gate.Name}
	}
	k := ps.Key // without GateKey it is 0
	v := state.Gate{Name: g.Gate.Name, Key: k, Known: true, GateGlance: r.Context.World.GlanceGate(engine.Key{}, g.Gate, k, r.Context.ID)}
	if v.Max == 0 { // no world, or one that is closed
		v.Max = g.Gate.Max
	}
	switch {
	case ps.State == program.NoPass:
	case ps.Inside:
		v.Pass = state.PassInside
	case ps.State == program.Held:
		v.Pass = state.PassHeld
	case r.Context.World.Granted(engine.Key{}, g.Gate, k, r.Context.ID):
		v.Pass = state.PassGranted
	default:
		v.Pass = state.PassClaimed
	}
	return v
}

// squadView returns the state of p's squad without calling SquadKey.
func squadView(r *tick.Runner, p program.Place) state.Squad {
	s, m := &r.Tree.Squads[r.Tree.Condition(p).Squad], r.Membership(p)
	if s.Key != nil && m.State == program.NoMember {
		return state.Squad{Name: s.Squad.Name}
	}
	k := m.Key // without SquadKey it is 0
	v := state.Squad{Name: s.Squad.Name, Key: k, Known: true, SquadGlance: r.Context.World.GlanceSquad(engine.Key{}, s.Squad, k, r.Context.ID)}
	if v.Needed == 0 {
		v.Needed = s.Squad.Agents
	}
	switch {
	case m.State == program.NoMember:
	case m.Inside:
		v.Part = state.PartInside
	case m.State == program.Member:
		v.Part = state.PartJoined
	case v.Instance != 0 && !v.Dissolved:
		v.Part = state.PartInvited
	default:
		v.Part = state.PartWanting
	}
	if v.Part < state.PartInvited { // it may be there for another of its deciders
		v.SquadGlance = world.SquadGlance{Needed: v.Needed, Wanting: v.Wanting}
	}
	if v.Barrier != 0 {
		v.At = barrierOf(r, v.Barrier)
	}
	return v
}

// barrierOf returns the label of the Barrier with the given ID.
func barrierOf(r *tick.Runner, id uint32) event.Label {
	for _, p := range r.Tree.Barriers {
		if l := r.Tree.Facts[p].Label; l.ID == id {
			return l
		}
	}
	return event.Label{}
}
