package history

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/decidertree/decidertree/world"
)

// This file reads back the log of gates and squads.

// stateList has the changes of a recording.
type stateList struct {
	named []named
	parts []statePart
}

// share returns the changes so far, as an immutable list.
func (l *stateLog) share() stateList {
	to := stateList{named: l.named.all[:len(l.named.all):len(l.named.all)], parts: make([]statePart, len(l.parts))}
	for i, p := range l.parts {
		to.parts[i] = *p
	}
	return to
}

// stateNow is the state at a frame.
type stateNow struct {
	gates  map[unit]world.GateState
	squads map[unit]world.SquadState
}

var errState = errors.New("what gates and squads held cannot be read")

// at returns the state at the end of a frame; nil if it is not known.
func (l *stateList) at(frame uint64) *stateNow {
	part := len(l.parts) - 1
	for part >= 0 && l.parts[part].first > frame {
		part--
	}
	if part < 0 {
		return nil
	}
	now, err := l.read(&l.parts[part], frame)
	if err != nil {
		return nil
	}
	return now
}

// read reads a part up to the end of a frame.
func (l *stateList) read(p *statePart, until uint64) (*stateNow, error) {
	now := &stateNow{gates: map[unit]world.GateState{}, squads: map[unit]world.SquadState{}}
	c := &stateCursor{cursor: cursor{data: p.bytes}, list: l}
	for frame := p.first; len(c.data) > 0; {
		gap, left := c.uint(math.MaxUint64), c.uint(uint64(len(c.data)))
		if frame += gap; frame < gap {
			c.fail()
		}
		if frame > until {
			break
		}
		for ; left > 0 && c.err == nil; left-- {
			c.unit(now)
		}
	}
	if c.err != nil {
		return nil, errState
	}
	return now, nil
}

// stateCursor goes through changes.
type stateCursor struct {
	cursor
	list *stateList
}

// unit reads a change.
func (c *stateCursor) unit(now *stateNow) {
	kind := unitKind(c.byte())
	lacks := kind == unitLacking
	if lacks {
		kind = unitWanting
	}
	u := unit{kind, int32(c.uint(math.MaxInt32)), c.uint(math.MaxUint64)}
	if kind >= unitKinds || kind != unitSquad && (int(u.of) >= len(c.list.named) || c.list.named[u.of].Squad != (kind == unitWanting)) ||
		kind == unitSquad && len(c.list.named) > 0 && int(u.of) >= len(c.list.named) {
		c.fail()
		return
	}
	if kind == unitGate {
		c.gate(u, now)
		return
	}
	c.squad(u, lacks, now)
}

func (c *stateCursor) gate(u unit, now *stateNow) {
	of := c.list.named[u.of]
	g := world.GateState{Name: of.Name, Key: u.key, Max: of.Count}
	empty := true
	for i, list := range []*[]world.AgentID{&g.Holders, &g.Granted, &g.Waiting, &g.Cold} {
		n := int(c.uint(math.MaxInt32))
		*[]*int{&g.Held, &g.Kept, &g.Claims, &g.Cooling}[i] = n
		*list = c.agents()
		empty = empty && n == 0
	}
	if g.Shut = c.float(); g.Shut == 0 && empty {
		delete(now.gates, u)
		return
	}
	now.gates[u] = g
}

func (c *stateCursor) squad(u unit, lacks bool, now *stateNow) {
	s := world.SquadState{Key: u.key}
	count := int(c.uint(math.MaxInt32))
	if u.kind == unitWanting {
		s.Wanting, s.Wants = c.agents(), count
		if lacks {
			s.Lacking = world.RoleSet(c.uint(uint64(world.AllRoles)))
		}
	} else {
		s.Instance, s.Key, s.Size = u.key, c.uint(math.MaxUint64), count
		flags := c.byte()
		s.Broken, s.Dissolved = flags&1 != 0, flags&2 != 0
		if flags&squadLeft != 0 {
			s.Left = world.SquadLeft{Agent: world.AgentID(c.uint(math.MaxUint64)), Role: world.Role(c.byte()), Reason: c.byte()}
		}
		for left := c.uint(uint64(len(c.data))); left > 0 && c.err == nil; left-- {
			m := world.MemberState{Agent: world.AgentID(c.uint(math.MaxUint64)), Role: world.Role(c.byte())}
			flags := c.byte()
			m.Joined, m.Released = flags&1 != 0, flags&2 != 0
			m.Barrier = uint32(c.uint(math.MaxUint32))
			s.Members = append(s.Members, m)
		}
	}
	of := u.of
	if u.kind == unitSquad {
		u.of = 0
	}
	if count == 0 && s.Left.Agent == 0 {
		delete(now.squads, u)
		return
	}
	if int(of) >= len(c.list.named) {
		c.fail()
		return
	}
	s.Name, s.Needed = c.list.named[of].Name, c.list.named[of].Count
	now.squads[u] = s
}

// agents reads IDs.
func (c *stateCursor) agents() []world.AgentID {
	var ids []world.AgentID
	before := uint64(0)
	for left := c.uint(uint64(len(c.data))); left > 0 && c.err == nil; left-- {
		before += c.uint(math.MaxUint64)
		ids = append(ids, world.AgentID(before))
	}
	return ids
}

// Gates returns the state of the world's gates at the end of a frame, after all agents had ticked, by name and key;
// idle keys are left out. ok is false if that is not recorded.
func (rec *Recording) Gates(frame uint64) (all []world.GateState, ok bool) {
	now := rec.state.at(frame)
	if now == nil {
		return nil, false
	}
	for _, g := range now.gates {
		all = append(all, g)
	}
	slices.SortFunc(all, func(a, b world.GateState) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Key, b.Key)) })
	return all, true
}

// Squads returns the world's squads at the end of a frame, by name, key and number. ok is false if that is not
// recorded.
func (rec *Recording) Squads(frame uint64) (all []world.SquadState, ok bool) {
	now := rec.state.at(frame)
	if now == nil {
		return nil, false
	}
	for _, s := range now.squads {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b world.SquadState) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Instance, b.Instance))
	})
	return all, true
}
