package world

import (
	"cmp"
	"slices"
	"sync"
)

// desk holds the requests of one system in one world, from launch to result (RULES R28).
//
// Agents tick in any order and concurrently, and requests must not depend on that order. So a tick only adds notes
// here and marks slots of its own agent. When all have ticked, settle handles the notes in the order of (agent,
// sequence); only settle gives slots and tokens to new requests and queues them.
type desk[Req, Res any] struct {
	mu     sync.Mutex // guards all fields, except for the reads of arrived
	closed bool
	notes  []note[Req] // of the ticks since the last settle; the notes of one agent are in their order
	sorted []noteAt    // the notes by agent, for settle; stale unless as long as notes

	slots     []slot[Req, Res]
	free      queue[uint32] // slots to be reused, longest free first, so that old tokens stay known for long
	launched  line          // requests to be handed to the system
	cancelled line          // cancellations to be handed to the system

	completed []Token // with results that arrive at the next Advance
	late      []Token // completed after they were cancelled
	granted   []Token // tokens for new requests, for settle
	given     []givenToken
	woken     []AgentID // agents whose result has arrived, for advance
}

// slot holds a request until its agent has taken the result, or its system has received the cancellation.
type slot[Req, Res any] struct {
	agent      AgentID
	generation uint32
	phase      phase
	dropped    bool // its agent has cancelled it since the last settle
	arrived    bool // its agent may take the result
	request    Req
	outcome    outcome[Res]
	cancelled  uint64 // the ends of its last 64 tokens, the latest in bit 0: 1 for cancelled without a result
}

// outcome is the answer of a system.
type outcome[Res any] struct {
	result Res
	err    error
	failed bool
}

// phase is the progress of a request.
type phase uint8

const (
	unused    phase = iota
	queued          // waits for the system
	handed          // the system has it
	completed       // has its result, or got it after it was cancelled
	withdrawn       // cancelled while the system has it; the system does not know yet
)

// note is a change that a tick makes to a request.
type note[Req any] struct {
	kind    noteKind
	agent   AgentID
	at      *Token // launching, withdrawing: the address for the token; nil for a launch that was restored, until rejoin
	token   Token  // cancelling, taking; launching: what stands at the address until then
	request Req    // launching
}

// givenToken is a token for a launch that was restored, and whose agent was not yet. Until the next Advance it may come.
type givenToken struct {
	agent          AgentID
	instead, token Token // instead is what the agent's memory has in its place
}

type noteKind uint8

const (
	launching   noteKind = iota
	withdrawing          // cancels a request that has no token yet
	cancelling
	taking  // the result has been taken
	nothing // it was launched and withdrawn
)

// noteAt is a note by its index.
type noteAt struct {
	agent AgentID
	index int
}

func (d *desk[Req, Res]) note(n note[Req]) {
	d.mu.Lock()
	if !d.closed {
		d.notes = append(d.notes, n)
	}
	d.mu.Unlock()
}

// slotOf returns the slot of a token; nil for a token that was never given.
func (d *desk[Req, Res]) slotOf(t Token) *slot[Req, Res] {
	if i := t.slot(); uint(i) < uint(len(d.slots)) {
		return &d.slots[i]
	}
	return nil
}

// in reports whether a token is valid and its request is in the phase.
func (d *desk[Req, Res]) in(t Token, p phase) bool {
	s := d.slotOf(t)
	return s != nil && s.generation == t.generation() && s.phase == p
}

// arrived returns the slot of an agent's request whose result has arrived; nil until then. It needs no lock: the fields
// that it reads change only between ticks.
func (d *desk[Req, Res]) arrived(agent AgentID, t Token) *slot[Req, Res] {
	if s := d.slotOf(t); s != nil && s.generation == t.generation() && s.arrived && s.agent == agent {
		return s
	}
	return nil
}

// cancel marks a request as dropped and adds a note. It reports whether a result that had not arrived yet became stale.
func (d *desk[Req, Res]) cancel(agent AgentID, t Token) (stale bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.slotOf(t)
	if s == nil || s.generation != t.generation() || s.phase == unused || s.dropped || s.agent != agent {
		return false
	}
	s.dropped = true
	d.notes = append(d.notes, note[Req]{kind: cancelling, agent: agent, token: t})
	return s.phase == completed && !s.arrived
}

// complete stores a result. It may be called at any time, also while agents tick.
func (d *desk[Req, Res]) complete(t Token, o outcome[Res]) (stale bool, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.slotOf(t)
	if s == nil || t.generation() > s.generation {
		return false, ErrToken
	}
	if age := s.generation - t.generation(); age > 0 {
		return s.completePast(age - 1)
	}
	switch s.phase {
	case handed:
		s.phase = completed
		if s.dropped {
			return true, nil
		}
		s.outcome = o
		d.completed = append(d.completed, t)
		return false, nil
	case withdrawn:
		s.phase = completed
		d.cancelled.dead++
		d.late = append(d.late, t)
		return true, nil
	case completed:
		return false, ErrCompleted
	}
	return false, ErrToken
}

// completePast takes a result for an earlier token of a slot; age 0 is the previous one. The ends of older tokens are
// not known, and count as cancelled.
func (s *slot[Req, Res]) completePast(age uint32) (stale bool, err error) {
	if age >= 64 {
		return true, nil
	}
	if bit := uint64(1) << age; s.cancelled&bit != 0 {
		s.cancelled &^= bit
		return true, nil
	}
	return false, ErrCompleted
}

// nextLaunched returns the oldest waiting request.
func (d *desk[Req, Res]) nextLaunched() (t Token, request Req, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for {
		oldest := d.launched.oldest()
		if oldest == nil {
			return 0, request, false
		}
		t = *oldest
		d.launched.pop()
		if d.in(t, queued) {
			s := d.slotOf(t)
			s.phase = handed
			return t, s.request, true
		}
		d.launched.dead--
	}
}

// nextCancelled returns the next cancelled request that the system does not know of.
func (d *desk[Req, Res]) nextCancelled() (t Token, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for {
		oldest := d.cancelled.oldest()
		if oldest == nil {
			return 0, false
		}
		t = *oldest
		d.cancelled.pop()
		if d.in(t, withdrawn) {
			d.release(t, 1)
			return t, true
		}
		d.cancelled.dead--
	}
}

// advance makes the results since the last Advance arrive, in the order of their tokens.
func (d *desk[Req, Res]) advance(w *World) {
	d.mu.Lock()
	d.giveUpAdrift()
	d.settle()
	slices.Sort(d.completed) // goroutines add to it in any order
	for _, t := range d.completed {
		if d.in(t, completed) { // otherwise it has been cancelled
			s := d.slotOf(t)
			s.arrived = true
			d.woken = append(d.woken, s.agent)
		}
	}
	d.completed = d.completed[:0]
	d.mu.Unlock()
	for _, agent := range d.woken {
		w.wake(agent)
	}
	d.woken = d.woken[:0]
}

func (d *desk[Req, Res]) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	d.notes, d.sorted, d.slots, d.completed, d.late = nil, nil, nil, nil, nil
	d.free, d.launched, d.cancelled = queue[uint32]{}, line{}, line{}
}

// line is a queue of tokens, some of which may have become invalid.
type line struct {
	queue[Token]
	dead int // number of invalid tokens
}

// byAgent compares notes by (agent, sequence).
func byAgent(a, b noteAt) int {
	return cmp.Or(cmp.Compare(a.agent, b.agent), cmp.Compare(a.index, b.index))
}
