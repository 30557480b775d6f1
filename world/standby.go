package world

import (
	"cmp"
	"math/bits"
	"slices"
)

// standby holds the agents that wait, in the order in which they are served: by the frame since which they have waited
// without a gap, then by ID, so that nobody starves (RULES R26, R27). The order is kept as agents come and go. The zero
// standby is empty. Its idSet holds all agents in it, and is changed by the methods of standby alone.
type standby struct {
	idSet
	line  []turn // from head on, in order; turns of agents that have left are skipped
	head  int    // the turns before this one are gone
	messy bool   // the turns of the last frame in line are not in order yet
}

// turn is an agent's place in a line.
type turn struct {
	since uint64 // the frame since which it has waited
	id    AgentID
}

func (t turn) compare(other turn) int {
	return cmp.Or(cmp.Compare(t.since, other.since), cmp.Compare(t.id, other.id))
}

// at returns the frame since which an agent waits: a pointer into its page, which has one for each of its agents, in order.
func (s *idSet) at(id AgentID) (p *idPage, index int) {
	i, _ := s.page(id)
	p = &s.pages[i]
	word := int(id % PageSize / 64)
	for _, w := range p.bits[:word] {
		index += bits.OnesCount64(w)
	}
	return p, index + bits.OnesCount64(p.bits[word]&(1<<(id%64)-1))
}

// add lets an agent wait that has waited since a frame. It reports whether the agent is new; one that waits already keeps
// its place in line.
func (l *standby) add(id AgentID, since uint64) bool {
	if !l.idSet.add(id) {
		return false
	}
	p, i := l.at(id)
	p.since = slices.Insert(p.since, i, since)
	l.enqueue(turn{since, id})
	return true
}

// remove ends an agent's waiting and returns the frame since which it has waited; not ok if it did not wait.
func (l *standby) remove(id AgentID) (since uint64, ok bool) {
	if !l.has(id) {
		return 0, false
	}
	p, i := l.at(id)
	since = p.since[i]
	p.since = slices.Delete(p.since, i, i+1)
	l.idSet.remove(id)
	return since, true
}

// enqueue puts an agent into the line.
func (l *standby) enqueue(t turn) {
	if l.count == 1 { // alone: all turns are of agents that have left
		l.line, l.head, l.messy = l.line[:0], 0, false
	}
	if len(l.line) == cap(l.line) && 2*l.count < len(l.line) {
		l.compact()
	}
	last := len(l.line) - 1
	switch {
	case last < l.head || l.line[last].since < t.since:
		l.tidy()
		l.line = append(l.line, t)
	case l.line[last].since == t.since: // crowds tell their agents by ID, one crowd after the other
		l.messy = l.messy || t.id < l.line[last].id
		l.line = append(l.line, t)
	default:
		if i, found := slices.BinarySearchFunc(l.line[l.head:], t, turn.compare); !found {
			l.line = slices.Insert(l.line, l.head+i, t)
		}
	}
}

// tidy puts the turns of the last frame in line in order.
func (l *standby) tidy() {
	if l.messy {
		l.messy = false
		newest := l.line[len(l.line)-1].since
		i, _ := slices.BinarySearchFunc(l.line[l.head:], newest, func(t turn, since uint64) int { return cmp.Compare(t.since, since) })
		slices.SortFunc(l.line[l.head+i:], turn.compare)
	}
}

// compact removes the turns that are gone or skipped.
func (l *standby) compact() {
	l.tidy()
	kept := l.line[:0]
	for _, t := range l.line[l.head:] {
		if l.waits(t) && (len(kept) == 0 || kept[len(kept)-1] != t) {
			kept = append(kept, t)
		}
	}
	l.line, l.head = kept, 0
}

// waits reports whether a turn is that of an agent that still waits.
func (l *standby) waits(t turn) bool {
	if !l.has(t.id) {
		return false
	}
	p, i := l.at(t.id)
	return p.since[i] == t.since
}

// front returns the agent that is served first.
func (l *standby) front() (id AgentID, ok bool) {
	if !l.next(0) {
		return 0, false
	}
	return l.line[l.head].id, true
}

// next reports whether the line has another agent than those before an index, whose turn is line[head+index] then.
func (l *standby) next(index int) bool {
	l.tidy()
	from := l.head + index
	i := from
	for i < len(l.line) && (i > l.head && l.line[i-1] == l.line[i] || !l.waits(l.line[i])) { // twice: it left and came again in one frame
		i++
	}
	if skipped := i - from; skipped > 0 { // the few turns before move up, so that nobody skips these again
		copy(l.line[l.head+skipped:i], l.line[l.head:from])
		l.head += skipped
	}
	return i < len(l.line)
}

// reset empties the standby and keeps its memory.
func (l *standby) reset() {
	l.idSet.reset()
	l.line, l.head, l.messy = l.line[:0], 0, false
}
