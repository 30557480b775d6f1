package history

import (
	"encoding/binary"
	"hash/maphash"
	"math"

	"github.com/decidertree/decidertree/world"
)

// This file keeps a log of the changes of gates and squads, frame by frame, in parts. Each part starts with the
// complete state, so the oldest can be dropped. Written bytes are never overwritten, so recordings share them.

const (
	stateParts     = 8
	stateEachLeast = 1 << 13 // bytes of a part, at least
)

// stateLog has the last changes.
type stateLog struct {
	parts []*statePart
	most  int // bytes of a part, unless its first state is larger
	named names
	told  map[unit]uint64 // a hash of the last state of each unit that is not idle
	seed  maphash.Seed
	b     []byte
}

// statePart has successive changes.
type statePart struct {
	first, last uint64 // frames
	bytes       []byte
	read        *stateReads // shared by all recordings of the log; nil for none
}

// unit is the subject of a change: a key of a gate, the agents that want a squad of a key, or a squad, whose key is
// its number.
type unit struct {
	kind unitKind
	of   int32 // index of its name; 0 for a squad
	key  uint64
}

type unitKind uint8

const (
	unitGate unitKind = iota
	unitWanting
	unitSquad
	unitLacking // in bytes alone: a unitWanting for which SquadState.Lacking follows
	unitKinds
)

// names are gates and squads, numbered in the order of their first use. The list only grows, so recordings share it.
type names struct {
	all []named
	at  map[nameKey]int32
}

// nameKey is a gate or a squad: in a world no two of a kind have the same name.
type nameKey struct {
	squad bool
	name  string
}

// named is a gate, of so many agents at most, or a squad of so many.
type named struct {
	Squad bool
	Name  string
	Count int
}

func (l *stateLog) init(frames int) {
	l.most = max(frames*16/stateParts, stateEachLeast)
	l.told = map[unit]uint64{}
	l.named.at = map[nameKey]int32{}
	l.seed = maphash.MakeSeed()
}

// number is the index of a gate or a squad.
func (n *names) number(new named) int32 {
	of := nameKey{new.Squad, new.Name}
	i, found := n.at[of]
	if !found {
		i = int32(len(n.all))
		n.at[of] = i
		n.all = append(n.all, new)
	}
	return i
}

// add appends changes. all returns the complete state, for the start of a part.
func (l *stateLog) add(n *world.Notes, all func() *world.Notes) {
	if n.Whole {
		clear(l.told)
	}
	b, changed := l.append(l.b[:0], n)
	l.b = b
	if changed == 0 && len(l.parts) > 0 && !n.Whole {
		return
	}
	if last := len(l.parts) - 1; n.Whole || last < 0 || len(l.parts[last].bytes)+len(b)+2*binary.MaxVarintLen64 > cap(l.parts[last].bytes) {
		if !n.Whole {
			clear(l.told)
			b, changed = l.append(l.b[:0], all())
			l.b = b
		}
		l.begin(n.Frame, len(b))
	}
	p := l.parts[len(l.parts)-1]
	p.bytes = binary.AppendUvarint(p.bytes, n.Frame-p.last)
	p.bytes = binary.AppendUvarint(p.bytes, uint64(changed))
	p.bytes = append(p.bytes, b...)
	p.last = n.Frame
}

// begin starts a part whose first change takes n bytes.
func (l *stateLog) begin(frame uint64, bytes int) {
	if len(l.parts) == stateParts {
		copy(l.parts, l.parts[1:])
		l.parts = l.parts[:stateParts-1]
	}
	l.parts = append(l.parts, &statePart{first: frame, last: frame, read: &stateReads{}, bytes: make([]byte, 0, max(l.most, 2*bytes+64))})
}

// append appends units that have changed.
func (l *stateLog) append(b []byte, n *world.Notes) ([]byte, int) {
	changed := 0
	for i := range n.Gates {
		g := &n.Gates[i]
		u := unit{unitGate, l.named.number(named{false, g.Name, g.Max}), g.Key}
		at := len(b)
		b = appendGate(b, u, g)
		if l.tell(u, b[at:], g.Idle()) {
			changed++
		} else {
			b = b[:at]
		}
	}
	for i := range n.Squads {
		s := &n.Squads[i]
		u := unit{kind: unitSquad, key: s.Instance}
		if s.Name != "" {
			u.of = l.named.number(named{true, s.Name, s.Needed})
		}
		if s.Instance == 0 {
			u.kind, u.key = unitWanting, s.Key
		}
		at := len(b)
		b = appendSquad(b, u, s)
		if u.kind == unitSquad {
			u.of = 0
		}
		if l.tell(u, b[at:], s.Idle()) {
			changed++
		} else {
			b = b[:at]
		}
	}
	return b, changed
}

// tell notes the state of a unit and reports whether it has changed.
func (l *stateLog) tell(u unit, what []byte, empty bool) bool {
	before, was := l.told[u]
	if empty {
		delete(l.told, u)
		return was
	}
	now := maphash.Bytes(l.seed, what)
	l.told[u] = now
	return !was || now != before
}

// bytes is the size of the log.
func (l *stateLog) bytes() int {
	n := cap(l.b) + 64*len(l.told)
	for _, p := range l.parts {
		n += cap(p.bytes)
	}
	return n
}

func appendUnit(b []byte, u unit) []byte {
	b = append(b, byte(u.kind))
	b = binary.AppendUvarint(b, uint64(u.of))
	return binary.AppendUvarint(b, u.key)
}

// appendGate appends a key of a gate.
func appendGate(b []byte, u unit, g *world.GateState) []byte {
	b = appendUnit(b, u)
	counts := [...]int{g.Held, g.Kept, g.Claims, g.Cooling}
	for i, list := range [][]world.AgentID{g.Holders, g.Granted, g.Waiting, g.Cold} {
		b = binary.AppendUvarint(b, uint64(counts[i]))
		b = appendAgents(b, list)
	}
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(g.Shut))
}

// appendSquad appends a squad, or the agents that want one.
func appendSquad(b []byte, u unit, s *world.SquadState) []byte {
	if s.Lacking != 0 {
		u.kind = unitLacking
	}
	b = appendUnit(b, u)
	b = binary.AppendUvarint(b, uint64(s.Wants+s.Size))
	switch u.kind {
	case unitLacking:
		return binary.AppendUvarint(appendAgents(b, s.Wanting), uint64(s.Lacking))
	case unitWanting:
		return appendAgents(b, s.Wanting)
	}
	b = binary.AppendUvarint(b, s.Key)
	if s.Left.Agent == 0 {
		b = append(b, bits8(s.Broken, s.Dissolved))
	} else {
		b = append(b, bits8(s.Broken, s.Dissolved)|squadLeft)
		b = binary.AppendUvarint(b, uint64(s.Left.Agent))
		b = append(b, byte(s.Left.Role), s.Left.Reason)
	}
	b = binary.AppendUvarint(b, uint64(len(s.Members)))
	for i := range s.Members {
		m := &s.Members[i]
		b = binary.AppendUvarint(b, uint64(m.Agent))
		b = append(b, byte(m.Role), bits8(m.Joined, m.Released))
		b = binary.AppendUvarint(b, uint64(m.Barrier))
	}
	return b
}

// squadLeft is the flag of a squad for which SquadState.Left follows.
const squadLeft = 4

func bits8(first, second bool) (b byte) {
	if first {
		b = 1
	}
	if second {
		b |= 2
	}
	return b
}

// appendAgents appends IDs in ascending order.
func appendAgents(b []byte, ids []world.AgentID) []byte {
	b = binary.AppendUvarint(b, uint64(len(ids)))
	before := world.AgentID(0)
	for _, id := range ids {
		b = binary.AppendUvarint(b, uint64(id-before))
		before = id
	}
	return b
}
