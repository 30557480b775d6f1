package reference

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/world"
)

// squadAndKey is a squad and one of the keys that divide it.
type squadAndKey struct {
	squad *world.Squad
	key   uint64
}

// squadState is the world's state of a squad declaration: the wants and the squads formed (R27).
type squadState struct {
	wants     map[uint64]map[world.AgentID]*want // by key and agent
	instances []*squadInstance                   // squads with members that have not left, oldest first
	told      bool                               // it was reported that the squad is too large
}

// want is an agent's want for a squad.
type want struct {
	since    uint64 // the frame since which it has stood
	standing bool   // of an agent of a crowd: it lasts
	filed    bool   // since the last Advance; a want that does not last ends if it is not filed again
	roles    world.RoleSet
}

// squadInstance is one squad that was formed.
type squadInstance struct {
	squadAndKey
	number  uint64 // 1 for the first in the world
	members []*member
	broken  bool            // a member has left too soon: the others are told at the next Advance
	left    world.SquadLeft // the member that was the first to leave too soon
	named   bool            // an Advance has been since
}

// member is an agent of a squad.
type member struct {
	id       world.AgentID
	role     world.Role
	standing bool // an agent of a crowd, whose invitation does not lapse if it is not ticked
	joined   bool // has accepted the invitation
	left     bool
	expelled bool   // another member has left too soon, so this one is reset
	at       uint32 // ID of the barrier that it has reached; 0 for none
	released bool   // the barrier is open for it
}

// know returns the state of a squad, and adds it to the order the first time.
func (w *ReferenceWorld) know(s *world.Squad) *squadState {
	if w.squads[s] == nil {
		w.squads[s] = &squadState{wants: map[uint64]map[world.AgentID]*want{}}
		w.order = append(w.order, s)
	}
	return w.squads[s]
}

// wantSquad files an agent's want for a squad, until the next Advance or, if standing, until it is dropped.
func (w *ReferenceWorld) wantSquad(c squadAndKey, id world.AgentID, standing bool, roles world.RoleSet) {
	m := w.know(c.squad)
	if m.wants[c.key] == nil {
		m.wants[c.key] = map[world.AgentID]*want{}
	}
	wants := m.wants[c.key]
	if wants[id] == nil {
		wants[id] = &want{since: w.frame}
	}
	wants[id].standing, wants[id].filed, wants[id].roles = standing, true, roles
}

// renewWant files a want again as it was.
func (w *ReferenceWorld) renewWant(c squadAndKey, id world.AgentID) {
	if old := w.know(c.squad).wants[c.key][id]; old != nil {
		old.filed = true
	}
}

// dropWant withdraws a want or declines its invitation.
func (w *ReferenceWorld) dropWant(c squadAndKey, id world.AgentID) {
	delete(w.know(c.squad).wants[c.key], id)
	if p := w.instanceOf(c, id); p != nil && !p.member(id).joined {
		w.leaveSquad(p, id, 0)
	}
}

// instanceOf returns the squad that an agent is in or invited to, or nil.
func (w *ReferenceWorld) instanceOf(c squadAndKey, id world.AgentID) *squadInstance {
	for _, p := range w.know(c.squad).instances {
		if p.key == c.key && p.member(id) != nil {
			return p
		}
	}
	return nil
}

// joinSquad records that an agent has accepted an invitation.
func (w *ReferenceWorld) joinSquad(p *squadInstance, id world.AgentID) {
	if m := p.member(id); m != nil {
		m.joined = true
	}
}

// member returns the agent's entry, or nil if it is not a member or has left.
func (p *squadInstance) member(id world.AgentID) *member {
	for _, m := range p.members {
		if m.id == id && !m.left {
			return m
		}
	}
	return nil
}

// hasExpelled reports whether an agent is in a squad that is being dissolved.
func (p *squadInstance) hasExpelled(id world.AgentID) bool {
	m := p.member(id)
	return m != nil && m.expelled
}

// leaveSquad ends an agent's part. Unless the part is done or the squad has KeepOthers, the others are reset.
func (w *ReferenceWorld) leaveSquad(p *squadInstance, id world.AgentID, reason behavior.Reason) {
	m := p.member(id)
	if m == nil {
		return
	}
	m.left = true
	done := reason == behavior.Succeeded
	if !done && !p.named && (p.left.Agent == 0 || id < p.left.Agent) {
		p.left = world.SquadLeft{Agent: id, Role: m.role, Reason: uint8(reason)}
	}
	switch {
	case done:
		w.Happened["a member was done"]++
	case p.squad.KeepOthers:
		w.Happened["a member left a squad that goes on"]++
	default:
		p.broken = true
	}
}

// advanceSquads is the squads' part of Advance: invited agents that have not joined are out, barriers open, squads are
// dissolved, and new ones are formed.
func (w *ReferenceWorld) advanceSquads() error {
	var all error
	for _, s := range w.order {
		m := w.squads[s]
		for _, p := range m.instances {
			for _, member := range p.members {
				if !member.joined && !member.standing {
					w.leaveSquad(p, member.id, 0)
				}
			}
			p.named = p.left.Agent != 0
			w.openBarrier(p)
			w.dissolve(p)
		}
		m.instances = slices.DeleteFunc(m.instances, func(p *squadInstance) bool { return len(p.present()) == 0 })
		all = errors.Join(all, w.makeUp(s))
	}
	return all
}

// present returns the members that have not left.
func (p *squadInstance) present() []*member {
	return slices.DeleteFunc(slices.Clone(p.members), func(m *member) bool { return m.left })
}

// openBarrier releases the members if all that are left have reached the same barrier and all have passed it since it was
// last opened.
func (w *ReferenceWorld) openBarrier(p *squadInstance) {
	present := p.present()
	for _, m := range present {
		if m.at == 0 || m.at != present[0].at || m.released {
			return
		}
	}
	if len(present) == 0 {
		return
	}
	for _, m := range present {
		m.released = true
	}
	w.Happened[fmt.Sprintf("a barrier opened for %d", len(present))]++
}

// standAt puts an agent at a barrier, 0 for none. A barrier that it is at already stays open for it.
func (w *ReferenceWorld) standAt(p *squadInstance, id world.AgentID, barrier uint32) {
	if m := p.member(id); m != nil && m.at != barrier {
		m.at, m.released = barrier, false
	}
}

// isOpen reports whether a barrier at which an agent is has opened for it.
func (p *squadInstance) isOpen(id world.AgentID, barrier uint32) bool {
	m := p.member(id)
	return m != nil && m.at == barrier && m.released
}

// dissolve expels the remaining members if the squad has lost a member too soon. Invited agents that have not joined are out
// of it.
func (w *ReferenceWorld) dissolve(p *squadInstance) {
	if !p.broken {
		return
	}
	for _, m := range p.present() {
		if !m.expelled {
			w.Happened["a member of a dissolved squad was told"]++
		}
		m.expelled, m.left = m.joined, !m.joined
	}
}

// makeUp forms squads of the agents that want one, for each key: first of those whose wants have stood for longest, then in
// the order of their IDs. Surplus agents wait.
func (w *ReferenceWorld) makeUp(s *world.Squad) (err error) {
	m := w.squads[s]
	for _, key := range slices.Sorted(maps.Keys(m.wants)) {
		wants := m.wants[key]
		maps.DeleteFunc(wants, func(_ world.AgentID, x *want) bool { return !x.standing && !x.filed })
		if len(wants) > 0 && s.Agents > w.agents() && !m.told {
			m.told = true
			err = fmt.Errorf("%w: %s", world.ErrSquadTooLarge, s.Name)
		}
		for {
			ids := bySince(wants, func(x *want) uint64 { return x.since })
			places := cast(s, wants, ids, nil)
			if places == nil {
				break
			}
			w.formed++
			p := &squadInstance{squadAndKey: squadAndKey{s, key}, number: w.formed}
			for _, at := range places {
				id := at.agent
				p.members = append(p.members, &member{id: id, role: roleAt(s, at.place), standing: wants[id].standing})
				delete(wants, id)
			}
			slices.SortFunc(p.members, func(a, b *member) int { return cmp.Compare(a.id, b.id) })
			if !slices.IsSorted(ids[:s.Agents]) {
				w.Happened["an older want came before one of a lower ID"]++
			}
			for i, at := range places {
				if at.agent != ids[i] {
					w.Happened["an agent was passed over for the roles it can play"]++
					break
				}
			}
			if !slices.IsSortedFunc(places, func(a, b placed) int { return cmp.Compare(a.place, b.place) }) {
				w.Happened["an agent got a later role for the sake of another"]++
			}
			m.instances = append(m.instances, p)
			w.Happened[fmt.Sprintf("a squad of %d was made up", s.Agents)]++
		}
		for _, x := range wants {
			x.filed = false
		}
	}
	return err
}

// placed is an agent with the place in its squad's list of roles.
type placed struct {
	agent world.AgentID
	place int
}

func roleAt(s *world.Squad, place int) world.Role {
	if len(s.Roles) > 0 {
		return s.Roles[place]
	}
	return world.Role(place + 1)
}

// cast adds agents to some, by trial: the first in order with whom a squad can be made up, each in the first place that it
// can fill so that the others can be placed. nil if that cannot be.
func cast(s *world.Squad, wants map[world.AgentID]*want, ids, chosen []world.AgentID) []placed {
	if len(chosen) == s.Agents {
		return castRoles(s, wants, chosen, nil)
	}
	for i, id := range ids {
		if all := cast(s, wants, ids[i+1:], append(slices.Clone(chosen), id)); all != nil {
			return all
		}
	}
	return nil
}

// castRoles gives the rest of the chosen agents their places.
func castRoles(s *world.Squad, wants map[world.AgentID]*want, chosen []world.AgentID, before []placed) []placed {
	if len(before) == len(chosen) {
		return before
	}
	id := chosen[len(before)]
	for place := range s.Agents {
		taken := slices.ContainsFunc(before, func(p placed) bool { return p.place == place })
		if roles := wants[id].roles; !taken && (roles == world.AllRoles || roles.Has(roleAt(s, place))) {
			if all := castRoles(s, wants, chosen, append(slices.Clone(before), placed{id, place})); all != nil {
				return all
			}
		}
	}
	return nil
}

// SquadOf returns the members of the squad that an agent is in or invited to, as "agent/role" in the order of their IDs, or
// nil.
func (w *ReferenceWorld) SquadOf(s *world.Squad, key uint64, id world.AgentID) []string {
	if p := w.instanceOf(squadAndKey{s, key}, id); p != nil {
		return p.names()
	}
	return nil
}

// LeftOf returns the member that was the first to leave that squad too soon.
func (w *ReferenceWorld) LeftOf(s *world.Squad, key uint64, id world.AgentID) (left world.SquadLeft) {
	if p := w.instanceOf(squadAndKey{s, key}, id); p != nil {
		left = p.left
	}
	return left
}

// names returns the members that have not left as text.
func (p *squadInstance) names() (all []string) {
	for _, m := range p.present() {
		all = append(all, fmt.Sprintf("%d/%d", m.id, m.role))
	}
	return all
}
