package history

import (
	"slices"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// This file adds gates and squads to the states of an agent that was executed again, since its world is not there.

// shared are the gates and squads at the end of a frame, as an agent sees them.
type shared struct {
	rec    *Recording
	agent  world.AgentID
	frame  uint64
	from   float64 // seconds: the time from which times left count
	asked  bool    // they have been looked up, which is done on demand
	gates  []world.GateState
	squads []world.SquadState
}

func (c *shared) look() {
	if !c.asked {
		c.asked = true
		c.gates, _ = c.rec.Gates(c.frame)
		c.squads, _ = c.rec.Squads(c.frame)
	}
}

// fill adds gate and squad to a state.
func (c *shared) fill(s *state.Decider) {
	if s.Gate.Name != "" && s.Gate.Known {
		c.look()
		c.gate(&s.Gate)
	}
	if s.Squad.Name != "" && s.Squad.Known {
		c.look()
		c.squad(&s.Squad)
	}
}

func (c *shared) gate(v *state.Gate) {
	i := slices.IndexFunc(c.gates, func(g world.GateState) bool { return g.Name == v.Name && g.Key == v.Key })
	if i < 0 {
		return
	}
	g := &c.gates[i]
	v.Held, v.Kept, v.Claims = g.Held, g.Kept, g.Claims
	copy(v.Holders[:], g.Holders)
	if g.Shut > c.from {
		v.Left = g.Shut - c.from
	}
	if v.Pass == state.PassClaimed && slices.Contains(g.Granted, c.agent) {
		v.Pass = state.PassGranted
	}
}

func (c *shared) squad(v *state.Squad) {
	for i := range c.squads {
		s := &c.squads[i]
		if s.Name != v.Name || s.Key != v.Key {
			continue
		}
		v.Needed = s.Needed
		if s.Instance == 0 {
			v.Wanting = s.Wants
			continue
		}
		self := slices.IndexFunc(s.Members, func(m world.MemberState) bool { return m.Agent == c.agent })
		if self < 0 || v.Part == state.PartNone {
			continue
		}
		c.instance(v, s, &s.Members[self])
	}
}

// instance adds the squad that the agent is in.
func (c *shared) instance(v *state.Squad, s *world.SquadState, self *world.MemberState) {
	if v.Part == state.PartWanting {
		if s.Dissolved {
			return
		}
		v.Part = state.PartInvited
	}
	v.Instance, v.Role, v.Barrier, v.Dissolved, v.Size = s.Instance, self.Role, self.Barrier, s.Dissolved, s.Size
	v.Left = s.Left
	for i := range s.Members {
		m := &s.Members[i]
		if i < len(v.Members) {
			v.Members[i] = world.SquadMember{Role: m.Role, Agent: m.Agent}
		}
		if m.Barrier != 0 && m.Barrier == self.Barrier {
			v.Arrived++
		}
	}
	if self.Barrier != 0 {
		v.At = c.barrier(self.Barrier)
	}
}

// barrier returns the decider with an ID.
func (c *shared) barrier(id uint32) event.Label {
	for _, d := range c.rec.Trees() {
		for i := range d.Deciders {
			if l := event.LabelOf(d.Deciders[i].Name); l.ID == id {
				return l
			}
		}
	}
	return event.Label{}
}
