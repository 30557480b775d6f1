package world

import (
	"cmp"
	"slices"
	"sync"
)

// desk is a system in one world: its requests, from launch to result (RULES R28).
//
// Agents tick in any order and side by side, and everything about requests must come out the same whatever that was.
// So a tick only makes notes here and marks what is its own agent's. When all have ticked, settle goes through the
// notes in the order of (agent, sequence); it alone gives slots and tokens to new requests and queues them.
type desk[Req, Res any] struct {
	mu     sync.Mutex // guards all of it but what arrived says
	closed bool
	notes  []note[Req] // of the ticks since the last settle. Those of one agent are in the order it made them
	sorted []noteAt    // settle's: the notes by agent

	slots     []slot[Req, Res]
	free      queue[uint32] // slots to be used again, longest free first, so that old tokens stay known for long
	launched  line          // waiting for the system
	cancelled line          // waiting for the system to be told

	completed []Token   // with results that arrive at the next Advance
	late      []Token   // completed after they were cancelled
	granted   []Token   // settle's: tokens for new requests
	woken     []AgentID // advance's: whose result has arrived
}

// slot is where a request lies until its result was taken, or its system knows that it is cancelled.
type slot[Req, Res any] struct {
	agent      AgentID
	generation uint32
	phase      phase
	dropped    bool // its agent has cancelled it, and that is not settled yet
	arrived    bool // its agent may take the result
	request    Req
	outcome    outcome[Res]
	cancelled  uint64 // the ends of its last 64 tokens, the latest in bit 0: 1 for cancelled without a result
}

// outcome is what a system has answered.
type outcome[Res any] struct {
	result Res
	err    error
	failed bool
}

// phase is how far a request is.
type phase uint8

const (
	unused    phase = iota
	queued          // waits for the system
	handed          // the system has it
	completed       // it has its result, or had one while it was cancelled
	withdrawn       // cancelled while the system has it; that is to be told
)

// note is what a tick has to say about a request.
type note[Req any] struct {
	kind    noteKind
	agent   AgentID
	at      *Token // launching, withdrawing: where the token will stand
	token   Token  // cancelling, taking
	request Req    // launching
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

// slotOf is the slot of a token; nil for one that was never given.
func (d *desk[Req, Res]) slotOf(t Token) *slot[Req, Res] {
	if i := t.slot(); uint(i) < uint(len(d.slots)) {
		return &d.slots[i]
	}
	return nil
}

// in reports whether a token is valid and in that phase.
func (d *desk[Req, Res]) in(t Token, p phase) bool {
	s := d.slotOf(t)
	return s != nil && s.generation == t.generation() && s.phase == p
}

// arrived is the slot of an agent's request whose result has arrived; nil while it has not. It needs no lock: what it
// reads changes between ticks only.
func (d *desk[Req, Res]) arrived(agent AgentID, t Token) *slot[Req, Res] {
	if s := d.slotOf(t); s != nil && s.generation == t.generation() && s.arrived && s.agent == agent {
		return s
	}
	return nil
}

// cancel marks a request as not wanted any more, and notes it. It reports whether a result that had not arrived yet
// went stale by that.
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

// complete takes a result. It is called at any time, also while agents tick.
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

// completePast takes a result for an earlier token of a slot, 0 for the one before this. Of those too long ago nobody
// knows how they ended; they count as cancelled.
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

// nextCancelled returns the next cancelled request that the system has not been told of.
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

// advance has the results that came since the last Advance arrive, in the order of their tokens.
func (d *desk[Req, Res]) advance(w *World) {
	d.mu.Lock()
	d.settle()
	slices.Sort(d.completed) // they came from any goroutine
	for _, t := range d.completed {
		if d.in(t, completed) { // else it was cancelled meanwhile
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
	d.notes, d.slots, d.completed, d.late = nil, nil, nil, nil
	d.free, d.launched, d.cancelled = queue[uint32]{}, line{}, line{}
}

// line are tokens that wait in order. Some may have become invalid.
type line struct {
	queue[Token]
	dead int // how many
}

// byAgent orders notes.
func byAgent(a, b noteAt) int {
	return cmp.Or(cmp.Compare(a.agent, b.agent), cmp.Compare(a.index, b.index))
}
