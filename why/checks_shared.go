package why

import (
	"fmt"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// This file describes checks that depend on other deciders and agents.

// maskWords names the decider whose end masks p: p itself, or one that a Jump connects with p.
func (s *narrative) maskWords(p at, i int, c *Check) {
	if j := s.last(p, event.Masked, i); j >= 0 {
		c.Who = s.name(p)
		c.Words = "finished before in this tick, " + withStatus(s.m.Events[j].Status) + ", and is not taken again in it"
		return
	}
	for j := i - 1; j >= 0; j-- {
		if e := &s.m.Events[j]; e.Kind == event.Masked && s.parent(s.where(j)) == s.parent(p) {
			c.Who = s.name(s.where(j))
			c.Words = fmt.Sprintf("is not taken again in this tick, as %s, to which a Jump from it had led, finished, %s", c.Who, withStatus(e.Status))
			return
		}
	}
	c.Words = "finished before in this tick, and is not taken again in it"
}

func withStatus(st behavior.Status) string {
	if st == behavior.Success {
		return "with success"
	}
	return "in failure"
}

func (s *narrative) jumpWords(p at, c *Check) {
	if d := s.decider(p); d.Jump != "" {
		c.Who = d.Jump
		c.Words = fmt.Sprintf("leads to %s, which is active already or about to be", d.Jump)
		return
	}
	c.Words = "is left alone, as a Jump from below it led to what is active now"
}

// childrenWords lists the answers of the children that a delegating group asked.
func (s *narrative) childrenWords(p at, i int, c *Check) {
	var no []string
	for j := i - 1; j >= 0; j-- {
		e, q := &s.m.Events[j], s.where(j)
		if e.Kind == event.Asked && q == p || e.Kind == event.Visited && s.parent(p) == q {
			break
		}
		if e.Kind == event.Asked && s.parent(q) == p {
			a := s.asked(q, j)
			c.Answers = append(c.Answers, a)
		}
	}
	slices.Reverse(c.Answers)
	for _, a := range c.Answers {
		if a.Verdict != event.Accepted {
			no = append(no, a.Decider+" "+a.Words)
		} else {
			c.Who = a.Decider
		}
	}
	switch {
	case c.Result == Passed && c.Who != "":
		c.Words = "would enter " + c.Who
	case c.Result == Passed:
		c.Words = "has a child that would accept"
	case len(no) == 0:
		c.Words = "delegates to its children, and none of them would accept"
	default:
		c.Words = "delegates to its children, and none would accept: " + list(no, "and")
	}
}

// targetWords describes the answer of a Jump's target.
func (s *narrative) targetWords(p at, i int, c *Check) {
	c.Who = s.decider(p).Jump
	if to := s.target(p); i > 0 && to != nothing && s.where(i-1) == to && s.m.Events[i-1].Kind == event.Asked {
		a := s.asked(to, i-1)
		c.Answers = append(c.Answers, a)
		switch {
		case c.Result == Passed:
			c.Words = fmt.Sprintf("leads to %s, which would accept, as %s", c.Who, a.Words)
		case a.Verdict != event.Accepted:
			c.Words = fmt.Sprintf("leads to %s, which %s", c.Who, a.Words)
		default:
			c.Words = fmt.Sprintf("leads to %s, which would accept, but a group on the way has no place in its squad or gate", c.Who)
		}
		return
	}
	c.Words = fmt.Sprintf("leads to %s, which finished before in this tick, or lies in a group that did", c.Who)
	if c.Result == Passed {
		c.Words = fmt.Sprintf("leads to %s", c.Who)
	}
}

// roleWords describes the agent's role in the squad of the nearest group above p.
func (s *narrative) roleWords(p at, c *Check) {
	c.Needed = s.decider(p).Role
	c.Role = s.roleOf(p)
	if c.Result == Passed {
		c.Role = c.Needed
		c.Words = fmt.Sprintf("has the role %d it needs", c.Needed)
		return
	}
	if c.Role == c.Needed {
		c.Role = 0 // it got the role later
	}
	if c.Role == 0 {
		c.Words = fmt.Sprintf("needs the role %d in its squad, and has none", c.Needed)
		if squad, why := s.dissolved(s.parent(p)); squad != "" {
			c.Words += fmt.Sprintf(": %s was dissolved%s", squad, why)
		}
		return
	}
	c.Words = fmt.Sprintf("needs the role %d in its squad, and has %d", c.Needed, c.Role)
}

func (s *narrative) roleOf(p at) world.Role {
	for q := s.parent(p); q != nothing && q.tree == p.tree; q = s.parent(q) {
		if s.decider(q).Squad < 0 {
			continue
		}
		for _, st := range []*state.Decider{s.after(q), s.before(q)} {
			if st != nil && st.Squad.Role != 0 {
				return st.Squad.Role
			}
		}
		for _, sq := range s.m.Squads {
			for _, m := range sq.Members {
				if m.Agent == s.m.Agent && sq.Name == s.squadName(q) {
					return m.Role
				}
			}
		}
		return 0
	}
	return 0
}

func (s *narrative) squadName(p at) string {
	return s.trees[p.tree].told.Squads[s.decider(p).Squad].Name
}

// squadWords describes the squad that p asks for.
func (s *narrative) squadWords(p at, i int, c *Check) {
	told := s.trees[p.tree].told.Squads[s.decider(p).Squad]
	c.Places, c.Who, c.Key = told.Agents, told.Name, s.m.Events[i].SquadKey
	var mine *world.SquadState
	for i := range s.m.Squads {
		sq := &s.m.Squads[i]
		if sq.Name != told.Name || sq.Key != c.Key {
			continue
		}
		in := slices.ContainsFunc(sq.Members, func(m world.MemberState) bool { return m.Agent == s.m.Agent })
		if in || mine == nil && slices.Contains(sq.Wanting, s.m.Agent) {
			mine = sq
		}
	}
	if mine != nil {
		c.Waiting = mine.Wanting
		for _, m := range mine.Members {
			c.Holders = append(c.Holders, m.Agent)
		}
		s.nameAgents(c)
	}
	name := keyed(told.Name, c.Key)
	kept, keeps := s.keyBefore(p, i, func(e *event.Event) uint64 { return e.SquadKey })
	switch {
	case keeps && c.Result != Passed:
		c.Words = fmt.Sprintf("is in the squad %s since it was asked before in this tick, not in %s", keyed(told.Name, kept), name)
	case c.Result == Passed && len(c.Holders) > 0:
		c.Words = fmt.Sprintf("is in the squad %s with %s", name, s.agents(c.Holders, s.m.Agent))
	case c.Result == Passed:
		c.Words = fmt.Sprintf("has its place in the squad %s", name)
	case s.decider(p).CanPlay != nil && s.m.Events[i].CanPlay == 0:
		c.Words = fmt.Sprintf("can play none of the roles in the squad %s", name)
	case len(c.Waiting) > 0 && mine.Lacking != 0:
		c.Words = fmt.Sprintf("waits for its squad %s: %d of %d agents want it, and none of them can play %s", name, len(c.Waiting), told.Agents, roleWords(mine.Lacking))
	case len(c.Waiting) > 0:
		c.Words = fmt.Sprintf("waits for its squad %s: %d of %d agents want it", name, len(c.Waiting), told.Agents)
	default:
		c.Words = fmt.Sprintf("waits for its squad %s, which takes %d agents", name, told.Agents)
	}
	if was := s.before(p); c.Result != Passed && was != nil && was.Squad.Instance != 0 {
		if squad, why := s.dissolved(p); squad != "" {
			c.Words += "; the one it was in was dissolved" + why
		}
	}
}

// roleWords names roles.
func roleWords(roles world.RoleSet) string {
	word := "role"
	if roles.Len() > 1 {
		word = "roles"
	}
	return word + " " + roles.String()
}

// gateWords describes the gate that p asks for and its holders.
func (s *narrative) gateWords(p at, i int, c *Check) {
	told := s.trees[p.tree].told.Gates[s.decider(p).Gate]
	c.Places, c.Who, c.Key = told.Max, told.Name, s.m.Events[i].GateKey
	var state *world.GateState
	for i := range s.m.Gates {
		if g := &s.m.Gates[i]; g.Name == told.Name && g.Key == c.Key {
			state = g
		}
	}
	if state != nil {
		c.Holders, c.Waiting = state.Holders, state.Waiting
		s.nameAgents(c)
		c.Left = max(0, state.Shut-s.m.Time)
	}
	name := keyed(told.Name, c.Key)
	kept, keeps := s.keyBefore(p, i, func(e *event.Event) uint64 { return e.GateKey })
	switch {
	case keeps && c.Result != Passed:
		c.Words = fmt.Sprintf("got no place in the gate %s: it holds one in %s since it was asked before in this tick", name, keyed(told.Name, kept))
	case c.Result == Passed:
		c.Words = fmt.Sprintf("got a place in the gate %s", name)
	case c.Result == Awaited && state == nil:
		c.Words = fmt.Sprintf("claims a place in the gate %s, which the world gives out when it advances", name)
	case state == nil:
		c.Words = fmt.Sprintf("got no place in the gate %s, which has %d", name, told.Max)
	case len(c.Holders) >= told.Max:
		c.Words = fmt.Sprintf("got no place in the gate %s: %d of %d held by %s", name, len(c.Holders), told.Max, s.agents(c.Holders, 0))
	case c.Left > 0:
		c.Words = fmt.Sprintf("got no place in the gate %s, which is shut for %s more", name, seconds(c.Left))
	case slices.Contains(c.Waiting, s.m.Agent):
		c.Words = fmt.Sprintf("claims a place in the gate %s, which the world gives out when it advances: %d of %d held", name, len(c.Holders), told.Max)
	case slices.Contains(state.Cold, s.m.Agent):
		c.Words = fmt.Sprintf("got no place in the gate %s, which is shut for this agent by its AgentCooldown", name)
	default:
		c.Words = fmt.Sprintf("got no place in the gate %s: %d of %d held", name, len(c.Holders), told.Max)
	}
}

// keyBefore returns the other key at which p, about which event i is, was accepted earlier in the same tick. It holds
// that one until it is left or the tick ends (R26).
func (s *narrative) keyBefore(p at, i int, key func(*event.Event) uint64) (k uint64, ok bool) {
	for j := s.last(p, event.Asked, i); j >= 0; j = s.last(p, event.Asked, j) {
		if e := &s.m.Events[j]; e.Verdict == event.Accepted && key(e) != key(&s.m.Events[i]) {
			return key(e), true
		}
	}
	return 0, false
}

func keyed(name string, key uint64) string {
	if key == 0 {
		return name
	}
	return fmt.Sprintf("%s(%d)", name, key)
}

// agents lists agents, except one.
func (s *narrative) agents(ids []world.AgentID, but world.AgentID) string {
	var some []string
	for _, id := range ids {
		if id != but {
			some = append(some, s.names.Agent(id))
		}
	}
	switch n := len(some); {
	case n == 0:
		return "nobody else"
	case n > 8:
		return fmt.Sprintf("%s and %d more", joinComma(some[:8]), n-8)
	}
	return list(some, "and")
}
