package world

import (
	"errors"
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

func (d *desk[Req, Res]) settled() {
	d.mu.Lock()
	d.settle()
	d.mu.Unlock()
}

// knows reports whether a token belongs to a request of the agent. Like arrived it reads only fields that change between
// ticks: a Complete may be changing the phase. A free slot has another generation and no agent.
func (d *desk[Req, Res]) knows(agent AgentID, t Token) bool {
	s := d.slotOf(t)
	return s != nil && s.generation == t.generation() && s.agent == agent
}

// saveValue writes a value.
func saveValue[T any](out *snapshot.Writer, value *T) error {
	t := reflect.TypeFor[T]()
	out.Word(snapshot.Form(t))
	if !engine.HasPointers(t) {
		out.Bytes(unsafe.Slice((*byte)(unsafe.Pointer(value)), t.Size()))
		return nil
	}
	data, err := snapshot.Marshal(t, unsafe.Pointer(value))
	if err != nil {
		return &ValueError{Type: t.String(), Err: err}
	}
	out.Bytes(data)
	return nil
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

// loadValue reads a value; it is not ok for a value of another form.
func loadValue[T any](in *snapshot.Reader, value *T) (ok bool) {
	t := reflect.TypeFor[T]()
	form, data := in.Word(), in.Bytes(1<<30, "a request")
	if engine.HasPointers(t) {
		return in.Err() == nil && snapshot.Unmarshal(t, unsafe.Pointer(value), data) == nil
	}
	if form != snapshot.Form(t) || uintptr(len(data)) != t.Size() {
		return false
	}
	copy(unsafe.Slice((*byte)(unsafe.Pointer(value)), t.Size()), data)
	return snapshot.Bools(t, unsafe.Pointer(value))
}

func (d *desk[Req, Res]) save(out *snapshot.Writer) error {
	d.mu.Lock()
	defer d.mu.Unlock()
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
		if s.phase == queued {
			if err := saveValue(out, &s.request); err != nil {
				return err
			}
		}
		if s.phase == completed {
			out.Bool(s.outcome.failed)
			out.Bool(s.outcome.err != nil)
			if s.outcome.err != nil {
				out.String(s.outcome.err.Error())
			}
			if err := saveValue(out, &s.outcome.result); err != nil {
				return err
			}
		}
	}
	slices.Sort(d.completed) // goroutines add to it in any order
	free := d.free.all()
	out.Uint(uint64(len(free)))
	for _, i := range free {
		out.Uint(uint64(i))
	}
	for _, tokens := range [][]Token{d.launched.all(), d.cancelled.all(), d.completed} {
		out.Uint(uint64(len(tokens)))
		for _, t := range tokens {
			out.Word(uint64(t))
		}
	}
	return nil
}

func (d *desk[Req, Res]) load(in *snapshot.Reader) (commit func(), lost []AgentID) {
	to := &desk[Req, Res]{}
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		to.loadSlot(in)
	}
	listed := make([]bool, len(to.slots))
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		i := in.Below(uint64(len(to.slots)), "a slot")
		if in.Err() == nil && (listed[i] || to.slots[i].phase != unused) {
			in.Fail("a slot of a system is not free")
		} else if in.Err() == nil {
			listed[i] = true
			to.free.push(uint32(i))
		}
	}
	to.loadTokens(in, queued, to.launched.push)
	to.loadTokens(in, withdrawn, to.cancelled.push)
	to.loadTokens(in, completed, func(t Token) {
		if !to.slotOf(t).arrived {
			to.completed = append(to.completed, t)
		}
	})
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.slots, d.free, d.launched, d.cancelled, d.completed = to.slots, to.free, to.launched, to.cancelled, to.completed
		d.woken = to.woken
	}, to.woken
}

// loadTokens reads a line of tokens and pushes those whose request is in the phase. A saved line may hold others, too.
func (d *desk[Req, Res]) loadTokens(in *snapshot.Reader, p phase, push func(Token)) {
	seen := map[Token]bool{}
	for left := in.Uint(); left > 0 && in.Err() == nil; left-- {
		if t := Token(in.Word()); d.in(t, p) && !seen[t] {
			seen[t] = true
			push(t)
		}
	}
}

func (d *desk[Req, Res]) loadSlot(in *snapshot.Reader) {
	s := slot[Req, Res]{generation: uint32(in.Below(1<<32, "a generation")), cancelled: in.Word()}
	s.phase = phase(in.Below(uint64(withdrawn)+1, "a phase"))
	if s.phase != unused {
		s.agent, s.arrived = AgentID(in.Uint()), in.Bool()
	}
	ok := true
	switch s.phase {
	case queued:
		ok = loadValue(in, &s.request)
	case completed:
		s.outcome.failed = in.Bool()
		if in.Bool() {
			s.outcome.err = errors.New(in.String())
		}
		ok = loadValue(in, &s.outcome.result)
	}
	if s.arrived && s.phase != completed {
		in.Fail("a result has arrived that there is not")
	}
	if !ok { // its behavior fails in the next tick
		var none outcome[Res]
		none.failed, none.err = true, ErrRequestLost
		s.phase, s.arrived, s.outcome = completed, true, none
		d.woken = append(d.woken, s.agent) // at the next Advance
		var empty Req
		s.request = empty
	}
	d.slots = append(d.slots, s)
}
