package world

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"unsafe"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/snapshot"
)

// This file has the requests of systems in snapshots. Requests and results have the user's types: a type without
// pointers is written as its bytes, another one by its MarshalBinary. Errors keep their text only.

// ErrRequestLost is wrapped by the error of a deferred behavior whose request or result could not be restored.
var ErrRequestLost = errors.New("world: the request could not be restored")

// knows reports whether a token belongs to a request of the agent. Like arrived it reads only fields that change between
// ticks: a Complete may be changing the phase. A free slot has another generation and no agent.
func (d *desk[Req, Res]) knows(agent AgentID, t Token) bool {
	s := d.slotOf(t)
	return s != nil && s.generation == t.generation() && s.agent == agent
}

// ValueError names the request or result type of a system that cannot be put into a snapshot.
type ValueError struct {
	Type string
	Err  error // the cause
}

func (e *ValueError) Error() string {
	return "a " + e.Type + " cannot be put into a snapshot: " + e.Err.Error()
}

func (e *ValueError) Unwrap() error { return e.Err }

// savedDesk is a system's requests in a snapshot. What was asked and answered stays bytes until the system is known.
type savedDesk struct {
	name                         string
	slots                        []savedSlot
	free                         []uint32
	launched, cancelled, results []Token
	pending
	awaited bool // single agents may still come back to its requests
}

type savedSlot struct {
	agent      AgentID
	generation uint32
	phase      phase
	arrived    bool
	failed     bool
	withError  bool
	err        string
	value      savedValue // the request of a queued one, the result of a completed one
	cancelled  uint64
}

// savedValue is a value of a user's type.
type savedValue struct {
	form uint64
	data []byte
}

// saveValue returns the bytes of a value, or the value's memory.
func saveValue[T any](value *T) (savedValue, error) {
	t := reflect.TypeFor[T]()
	v := savedValue{form: snapshot.Form(t)}
	if !engine.HasPointers(t) {
		v.data = unsafe.Slice((*byte)(unsafe.Pointer(value)), t.Size())
		return v, nil
	}
	var err error
	if v.data, err = snapshot.Marshal(t, unsafe.Pointer(value)); err != nil {
		return v, &ValueError{Type: t.String(), Err: err}
	}
	return v, nil
}

// loadValue sets a value; not ok for one of another form.
func loadValue[T any](v savedValue, value *T) (ok bool) {
	t := reflect.TypeFor[T]()
	if engine.HasPointers(t) {
		return snapshot.Unmarshal(t, unsafe.Pointer(value), v.data) == nil
	}
	if v.form != snapshot.Form(t) || uintptr(len(v.data)) != t.Size() {
		return false
	}
	copy(unsafe.Slice((*byte)(unsafe.Pointer(value)), t.Size()), v.data)
	return snapshot.Bools(t, unsafe.Pointer(value))
}

func (d *desk[Req, Res]) save(out *snapshot.Writer) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	slices.Sort(d.completed) // they came from any goroutine
	to := savedDesk{free: d.free.all(), launched: d.launched.all(), cancelled: d.cancelled.all(), results: d.completed}
	if err := d.savePending(&to.pending); err != nil {
		return err
	}
	ends := to.ends()
	for i := range d.slots {
		s := &d.slots[i]
		c := savedSlot{agent: s.agent, generation: s.generation, phase: s.phase, arrived: s.arrived, cancelled: s.cancelled}
		var err error
		switch {
		case ends[i]: // nobody asks for its request or result
		case s.phase == queued:
			c.value, err = saveValue(&s.request)
		case s.phase == completed:
			c.value, err = saveValue(&s.outcome.result)
			c.failed, c.withError = s.outcome.failed, s.outcome.err != nil
			if c.withError {
				c.err = s.outcome.err.Error()
			}
		}
		if err != nil {
			return err
		}
		to.slots = append(to.slots, c)
	}
	to.save(out)
	return nil
}

func (d *savedDesk) save(out *snapshot.Writer) {
	out.Uint(uint64(len(d.slots)))
	for i := range d.slots {
		s := &d.slots[i]
		out.Uint(uint64(s.generation))
		out.Word(s.cancelled)
		out.Uint(uint64(s.phase))
		if s.phase == unused {
			continue
		}
		out.Uint(uint64(s.agent))
		out.Bool(s.arrived)
		if s.phase == completed {
			out.Bool(s.failed)
			out.Bool(s.withError)
			if s.withError {
				out.String(s.err)
			}
		}
		if s.hasValue() {
			out.Word(s.value.form)
			out.Bytes(s.value.data)
		}
	}
	out.Uint(uint64(len(d.free)))
	for _, i := range d.free {
		out.Uint(uint64(i))
	}
	for _, tokens := range [][]Token{d.launched, d.cancelled, d.results} {
		out.Uint(uint64(len(tokens)))
		for _, t := range tokens {
			out.Word(uint64(t))
		}
	}
	d.pending.save(out)
}

func (s *savedSlot) hasValue() bool { return s.phase == queued || s.phase == completed }

func loadDesk(in *snapshot.Reader, name string) *savedDesk {
	d := &savedDesk{name: name, awaited: true}
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		d.slots = append(d.slots, loadSlot(in))
	}
	listed := make([]bool, len(d.slots))
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		i := in.Below(uint64(len(d.slots)), "a slot")
		if in.Err() == nil && (listed[i] || d.slots[i].phase != unused) {
			in.Fail("a slot of a system is not free")
		} else if in.Err() == nil {
			listed[i] = true
			d.free = append(d.free, uint32(i))
		}
	}
	for _, tokens := range []*[]Token{&d.launched, &d.cancelled, &d.results} {
		for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
			*tokens = append(*tokens, Token(in.Word()))
		}
	}
	return d
}

func loadSlot(in *snapshot.Reader) savedSlot {
	s := savedSlot{generation: uint32(in.Below(1<<32, "a generation")), cancelled: in.Word()}
	s.phase = phase(in.Below(uint64(withdrawn)+1, "a phase"))
	if s.phase != unused {
		s.agent, s.arrived = AgentID(in.Uint()), in.Bool()
	}
	if s.phase == completed {
		s.failed, s.withError = in.Bool(), in.Bool()
		if s.withError {
			s.err = in.String()
		}
	}
	if s.hasValue() {
		s.value = savedValue{in.Word(), in.Bytes(1<<30, "a request")}
	}
	if s.arrived && s.phase != completed {
		in.Fail("a result has arrived that there is not")
	}
	return s
}

// giveUp ends the requests of agents that do not live any more, as if they had cancelled them, and returns these agents.
func (d *savedDesk) giveUp(lives func(AgentID) bool) (gone []AgentID) {
	ends := d.ends()
	for i := range d.slots {
		s := &d.slots[i]
		if s.phase == unused || s.phase == withdrawn || lives(s.agent) || ends[i] {
			continue
		}
		gone = append(gone, s.agent)
		if s.phase == handed {
			s.phase = withdrawn // the system is to be told
			d.cancelled = append(d.cancelled, tokenOf(i, s.generation))
			continue
		}
		ended := savedSlot{generation: s.generation, cancelled: s.cancelled << 1}
		if s.phase == queued {
			ended.cancelled |= 1
		}
		if *s = ended; s.generation < math.MaxUint32 {
			s.generation++
			d.free = append(d.free, uint32(i))
		}
	}
	return append(gone, d.pending.giveUp(lives)...)
}

// unpack makes the contents of a desk. lost are the agents whose request or result cannot be read any more: their behaviors
// fail.
func (d *desk[Req, Res]) unpack(from *savedDesk) (commit func(), lost []AgentID) {
	to := &desk[Req, Res]{late: from.late}
	lost = to.loadNotes(from.notes)
	ends := from.ends()
	for i := range from.slots {
		c := &from.slots[i]
		s := slot[Req, Res]{agent: c.agent, generation: c.generation, phase: c.phase, arrived: c.arrived, cancelled: c.cancelled}
		ok := true
		switch {
		case ends[i]:
			s.dropped = true
		case c.phase == queued:
			ok = loadValue(c.value, &s.request)
		case c.phase == completed:
			s.outcome.failed = c.failed
			if c.withError {
				s.outcome.err = errors.New(c.err)
			}
			ok = loadValue(c.value, &s.outcome.result)
		}
		if !ok { // its behavior fails when it is ticked next
			var none outcome[Res]
			none.failed, none.err = true, ErrRequestLost
			s.phase, s.arrived, s.outcome = completed, true, none
			to.woken, lost = append(to.woken, s.agent), append(lost, s.agent) // woken at the next Advance
			var empty Req
			s.request = empty
		}
		to.slots = append(to.slots, s)
	}
	for _, i := range from.free {
		to.free.push(i)
	}
	to.loadTokens(from.launched, queued, to.launched.push)
	to.loadTokens(from.cancelled, withdrawn, to.cancelled.push)
	to.loadTokens(from.results, completed, func(t Token) {
		if !to.slotOf(t).arrived {
			to.completed = append(to.completed, t)
		}
	})
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.slots, d.free, d.launched, d.cancelled, d.completed = to.slots, to.free, to.launched, to.cancelled, to.completed
		d.notes, d.late, d.woken = to.notes, to.late, to.woken
	}, lost
}

// loadTokens passes on the tokens of a line that are in a phase. Some of a line that was saved may not be any more.
func (d *desk[Req, Res]) loadTokens(tokens []Token, p phase, push func(Token)) {
	seen := map[Token]bool{}
	for _, t := range tokens {
		if d.in(t, p) && !seen[t] {
			seen[t] = true
			push(t)
		}
	}
}
