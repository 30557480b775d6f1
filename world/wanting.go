package world

import (
	"math/bits"
	"slices"
)

// This file has the agents that want a squad, by what they can play, and the choice of the members (RULES R27).

// wanting are the agents that want to join and can play the same roles, in the order in which they are served.
type wanting struct {
	roles  RoleSet
	places uint16 // the places of the squad that these roles fill, one bit for each; 1 for a squad of more than MaxRole agents
	line   standby
}

// placesFor returns the places of the squad that an agent can fill.
func (s *squadState) placesFor(roles RoleSet) (places uint16) {
	if s.agents > int(MaxRole) {
		return 1
	}
	if roles == AllRoles {
		return uint16(AllRoles >> (int(MaxRole) - max(s.agents, 0)))
	}
	for i := range s.agents {
		if roles.Has(s.role(i)) {
			places |= 1 << i
		}
	}
	return places
}

// lineFor returns the line of the agents with these roles.
func (sub *subSquad) lineFor(roles RoleSet) *standby {
	unused := -1
	for i := range sub.lines {
		switch w := &sub.lines[i]; {
		case w.roles == roles:
			return &w.line
		case w.line.count == 0:
			unused = i
		}
	}
	if unused < 0 {
		unused = len(sub.lines)
		sub.lines = append(sub.lines, wanting{})
	}
	w := &sub.lines[unused]
	w.roles, w.places = roles, sub.of.placesFor(roles)
	return &w.line
}

// lineOf returns the line that an agent is in; nil for none.
func (sub *subSquad) lineOf(id AgentID) *wanting {
	for i := range sub.lines {
		if w := &sub.lines[i]; w.line.has(id) {
			return w
		}
	}
	return nil
}

// enlist has an agent want to join. It keeps its place in line if it wanted until now, also if its roles have changed. It
// reports whether anything has changed.
func (sub *subSquad) enlist(id AgentID, standing bool, roles RoleSet, since uint64) (changed bool) {
	switch was := sub.lineOf(id); {
	case was == nil:
		sub.lineFor(roles).add(id, since)
	case was.roles != roles:
		changed = true
		since, _ = was.line.remove(id)
		sub.lineFor(roles).add(id, since)
	}
	sub.lapsing.remove(id)
	if standing {
		sub.passing.remove(id)
		return sub.standing.add(id) || changed
	}
	return !sub.standing.has(id) && sub.passing.add(id) || changed
}

// renew has a single want to join in the next Advance, if it wanted to in the last one.
func (sub *subSquad) renew(id AgentID) bool {
	return sub.lapsing.remove(id) && sub.passing.add(id)
}

// drop ends an agent's wanting, and reports whether it wanted to join.
func (sub *subSquad) drop(id AgentID) bool {
	if w := sub.lineOf(id); w != nil {
		w.line.remove(id)
	}
	sub.lapsing.remove(id)
	return sub.standing.remove(id) || sub.passing.remove(id)
}

// lapse drops the singles that have not asked again since the Advance before this one, and those that are gone.
func (sub *subSquad) lapse(singles map[AgentID]single, departed bool) {
	for id, any := sub.lapsing.first(); any; id, any = sub.lapsing.first() {
		sub.drop(id)
	}
	if departed {
		sub.passing.keep(func(id AgentID) bool {
			_, living := singles[id]
			if !living {
				sub.lineOf(id).line.remove(id)
			}
			return living
		})
	}
}

// lacking returns the roles that none of the agents that want to join can play.
func (sub *subSquad) lacking() (roles RoleSet) {
	s := sub.of
	if s.agents > int(MaxRole) || sub.standing.count+sub.passing.count == 0 {
		return 0
	}
	filled := uint16(0)
	for i := range sub.lines {
		w := &sub.lines[i]
		for at := 0; w.line.next(at); at++ {
			if !sub.lapsing.has(w.line.line[w.line.head+at].id) {
				filled |= w.places
				break
			}
		}
	}
	for i := range s.agents {
		if filled&(1<<i) == 0 {
			roles |= s.role(i).set()
		}
	}
	return roles
}

// casting chooses the members of a squad: the first agents in line with which every place finds one that can fill it. The
// sets of agents that can be placed are a matroid, so taking each agent in line that fits to those taken before gives the
// earliest such set.
type casting struct {
	members []cast
	heads   []head

	at     [MaxRole]int // by place: the index of the member that fills it; -1 for none
	closed uint16       // places that the members taken so far need, however they are placed
}

// cast is a member that was chosen.
type cast struct {
	id     AgentID
	since  uint64
	roles  RoleSet
	places uint16 // that it can fill
	place  int
}

// head is the first agent of a line that has not been looked at.
type head struct {
	of *wanting
	at int // index in its line
	turn
}

// next moves on to the next agent, and reports whether there is one.
func (h *head) next() bool {
	l := &h.of.line
	if !l.next(h.at) {
		return false
	}
	h.turn = l.line[l.head+h.at]
	h.at++
	return true
}

// choose finds the members of a squad, in the order of the line, and their places. It changes nothing else.
func (c *casting) choose(sub *subSquad) bool {
	agents := sub.of.agents
	c.members, c.heads, c.closed = c.members[:0], c.heads[:0], 0
	for i := range c.at {
		c.at[i] = -1
	}
	for i := range sub.lines {
		h := head{of: &sub.lines[i]}
		if h.next() {
			c.heads = append(c.heads, h)
		}
	}
	for len(c.members) < agents {
		next := -1
		for i := range c.heads {
			if h := &c.heads[i]; next < 0 || h.compare(c.heads[next].turn) < 0 {
				next = i
			}
		}
		if next < 0 {
			return false
		}
		h := &c.heads[next]
		c.members = append(c.members, cast{id: h.id, since: h.since, roles: h.of.roles, places: h.of.places, place: len(c.members)})
		if agents <= int(MaxRole) && !c.fit(agents) {
			c.members = c.members[:len(c.members)-1]
			c.heads = slices.DeleteFunc(c.heads, func(h head) bool { return h.of.places&^c.closed == 0 })
		} else if !h.next() {
			c.heads = slices.Delete(c.heads, next, next+1)
		}
	}
	if agents <= int(MaxRole) {
		c.assign()
	}
	return true
}

// fit finds a place for the last member, by moving others if need be. If there is none, all places that it could come by
// are closed: no agent that can fill only these fits either.
func (c *casting) fit(agents int) bool {
	last := len(c.members) - 1
	every := uint16(1<<agents - 1)
	free := every
	for place, m := range c.at[:agents] {
		if m >= 0 {
			free &^= 1 << place
		}
	}
	seen, ok := c.move(last, every&^c.closed, free)
	if !ok {
		c.closed |= seen
	}
	return ok
}

// move gives a member one of the goal places and moves others among the allowed places if need be. It returns the places
// that it has come by.
func (c *casting) move(member int, allowed, goal uint16) (seen uint16, ok bool) {
	var from [MaxRole]int8 // by place: the place from which its member would move there; -1 for none
	seen = c.members[member].places & allowed
	for fresh := seen; fresh != 0; fresh &= fresh - 1 {
		from[bits.TrailingZeros16(fresh)] = -1
	}
	for fresh := seen; fresh != 0; {
		if end := fresh & goal; end != 0 {
			to := bits.TrailingZeros16(end)
			for ; from[to] >= 0; to = int(from[to]) {
				c.at[to] = c.at[from[to]]
			}
			c.at[to] = member
			return seen, true
		}
		place := bits.TrailingZeros16(fresh)
		more := c.members[c.at[place]].places & allowed &^ seen
		for rest := more; rest != 0; rest &= rest - 1 {
			from[bits.TrailingZeros16(rest)] = int8(place)
		}
		seen |= more
		fresh = fresh&(fresh-1) | more
	}
	return seen, false
}

// assign gives each member in turn the first place in the squad's list that it can fill such that the others can be placed.
func (c *casting) assign() {
	open := uint16(1<<len(c.members) - 1)
	for i := range c.members {
		m := &c.members[i]
		old := slices.Index(c.at[:len(c.members)], i)
		for options := m.places & open; options != 0; options &= options - 1 {
			place := bits.TrailingZeros16(options)
			if other := c.at[place]; other != i {
				if _, ok := c.move(other, open&^(1<<place), 1<<old); !ok {
					continue
				}
				c.at[place] = i
			}
			m.place = place
			break
		}
		open &^= 1 << m.place
	}
}
