package history

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"sync"

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

// stateReads are the last states that were read from a part. Pages ask for the frames of the present, and now and then for
// some before: reading goes on from the nearest state before, instead of from the beginning of the part.
type stateReads struct {
	mu   sync.Mutex
	last [2]stateRead // the one that was used last is first
}

// stateRead is the state up to an offset in a part.
type stateRead struct {
	offset int
	frame  uint64 // of the last change
	until  uint64 // the frame that was asked for
	now    *stateNow
}

// begin is the read before the first change.
func (p *statePart) begin() stateRead {
	return stateRead{frame: p.first, now: &stateNow{gates: map[unit]world.GateState{}, squads: map[unit]world.SquadState{}}}
}

// at calls use with the state at the end of a frame, and reports whether it is known. use must not keep it.
func (l *stateList) at(frame uint64, use func(*stateNow)) bool {
	part := len(l.parts) - 1
	for part >= 0 && l.parts[part].first > frame {
		part--
	}
	if part < 0 {
		return false
	}
	p := &l.parts[part]
	if p.read == nil {
		p = &statePart{first: p.first, bytes: p.bytes, read: &stateReads{}}
	}
	reads := p.read
	reads.mu.Lock()
	defer reads.mu.Unlock()
	at := -1
	for i := range reads.last {
		if r := &reads.last[i]; r.now != nil && r.until <= frame && r.offset <= len(p.bytes) && (at < 0 || r.until > reads.last[at].until) {
			at = i
		}
	}
	if at < 0 {
		at = len(reads.last) - 1
		reads.last[at] = p.begin()
	}
	reads.last[0], reads.last[at] = reads.last[at], reads.last[0]
	r := &reads.last[0]
	if l.read(p, r, frame) != nil {
		*r = stateRead{}
		return false
	}
	use(r.now)
	return true
}

// read goes on with a part up to the end of a frame.
func (l *stateList) read(p *statePart, r *stateRead, until uint64) error {
	c := &stateCursor{cursor: cursor{data: p.bytes[r.offset:]}, list: l}
	for len(c.data) > 0 {
		r.offset = len(p.bytes) - len(c.data)
		gap, left := c.uint(math.MaxUint64), c.uint(uint64(len(c.data)))
		if r.frame+gap < gap {
			c.fail()
		}
		if r.frame+gap > until {
			r.until = until
			return c.err
		}
		r.frame += gap
		for ; left > 0 && c.err == nil; left-- {
			c.unit(r.now)
		}
	}
	r.offset, r.until = len(p.bytes), until
	if c.err != nil {
		return errState
	}
	return nil
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
	ok = rec.state.at(frame, func(now *stateNow) {
		for _, g := range now.gates {
			all = append(all, g)
		}
	})
	slices.SortFunc(all, func(a, b world.GateState) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Key, b.Key)) })
	return all, ok
}

// Squads returns the world's squads at the end of a frame, by name, key and number. ok is false if that is not
// recorded.
func (rec *Recording) Squads(frame uint64) (all []world.SquadState, ok bool) {
	ok = rec.state.at(frame, func(now *stateNow) {
		for _, s := range now.squads {
			all = append(all, s)
		}
	})
	slices.SortFunc(all, func(a, b world.SquadState) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Instance, b.Instance))
	})
	return all, ok
}
