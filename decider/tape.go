package decider

import (
	"encoding/binary"
	"errors"
	"fmt"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/stimuli"
)

// This file is how ticks are taken down, so that they can be executed again without user code (RULES R32): what a tick
// was given, what user functions and the world answered in it, and the agent's bytes afterwards.

// Recorder records agents: a *history.Recorder.
type Recorder interface {
	// Sink is for the packages of this module.
	Sink(engine.Key, tape.Source) (tape.Sink, error)
}

// taping is a runner's recording.
type taping struct {
	rec     Recorder
	sink    tape.Sink
	take    tape.Take // reused
	answers tape.Writer
	plugged []byte
	stimuli stimuli.Flags // as they were told last
	known   map[uint64]bool
	asked   bool // who is wanted of the word
	word    uint64
	wanted  uint64
}

// Record has everything that happens to this agent recorded from now on, by a *history.Recorder; nil ends that. Only one
// Recorder records an agent. Its error is the Recorder's, or that of a memory that is not sound. Call it between ticks.
func (m *Memory[A]) Record(rec Recorder) error {
	if err := m.fit(); err != nil {
		return err
	}
	if m.phase == ticking {
		return ErrReentrant
	}
	return m.record(rec, "")
}

// record begins or ends a runner's recording.
func (r *runner[A]) record(rec Recorder, crowd string) error {
	defer r.setSeen()
	r.recording, r.tape = nil, nil
	if rec == nil {
		return nil
	}
	t := r.tree
	sink, err := rec.Sink(key, tape.Source{
		Crowd: crowd, World: r.world, Fingerprint: t.fingerprint(), Size: int(t.layout.size), Describe: func() any { return t.Describe() },
	})
	if err != nil {
		return err
	}
	r.recording = &taping{rec: rec, sink: sink, known: map[uint64]bool{}}
	if crowd == "" {
		r.takeStill()
	}
	return nil
}

// setSeen has ticks ask for observer and recording, or not.
func (r *runner[A]) setSeen() { r.seen = r.observer != nil || r.recording != nil }

// takeStill records the agent as it is: what the takes after it build upon.
func (r *runner[A]) takeStill() {
	r.recording.asked = false
	r.beginTake(tape.Restored)
	r.wants &^= wantTape
	r.endTake()
}

// beginTake begins to take down a tick, or something done between ticks, if this agent is one of those that are recorded.
// Agents of a crowd come by in the order of their IDs, mostly, so its sink is asked for one in 64.
func (r *runner[A]) beginTake(marks tape.Marks) {
	t, id := r.recording, uint64(r.context.ID)
	if !t.asked || id/64 != t.word || !r.crowd {
		t.asked, t.word, t.wanted = true, id/64, t.sink.Wants(id/64)
	}
	if t.wanted>>(id%64)&1 == 0 {
		return
	}
	r.tape = t
	r.wants |= wantTape
	if r.heldTo != nil {
		r.obeyHolds()
	}
	if r.crowd {
		marks |= tape.Crowd
	}
	if r.world == nil {
		marks |= tape.Alone
	}
	if r.broken {
		marks |= tape.Broken
	}
	if r.letPanics {
		marks |= tape.LetPanics
	}
	t.stimuli = r.context.Stimuli.Flags()
	t.answers.Bytes = t.answers.Bytes[:0]
	if behind := uint32(r.frameNumber()) - r.tickCount; behind != 0 { // a single agent in a world counts its own ticks
		t.answers.Number(tape.Behind, uint64(behind))
	}
	t.take = tape.Take{
		Agent: id, Frame: r.frameNumber(), Time: r.toldTime(), DT: r.dt, Flags: uint64(r.flags),
		Stimuli: uint64(t.stimuli), Marks: marks,
	}
	if r.heldTo != nil {
		for _, h := range r.heldTo.Deciders {
			t.answers.Number(tape.Hold, uint64(h.Override))
			t.answers.RawText(h.Name)
		}
	}
}

// endTake hands over what was taken down.
func (r *runner[A]) endTake() {
	t := r.tape
	if t == nil {
		return
	}
	r.tape = nil
	t.take.Answers = t.answers.Bytes
	t.take.Image = unsafe.Slice((*byte)(r.base), r.tree.layout.size)
	t.plugged = t.plugged[:0]
	if r.plugged() {
		t.plugged = r.appendPlugs(t.plugged, t)
	}
	t.take.Plugged = t.plugged
	t.sink.Take(&t.take)
}

// appendPlugs tells what is plugged in: for each slot 0, or 1, the tree's fingerprint and what is plugged into that. t has
// the trees described; nil for nobody.
func (in *instance[A]) appendPlugs(b []byte, t *taping) []byte {
	for _, pl := range in.plugs {
		if pl == nil {
			b = append(b, 0)
			continue
		}
		b = append(b, 1)
		b = binary.LittleEndian.AppendUint64(b, pl.tree.known(t))
		b = pl.appendPlugs(b, t)
	}
	return b
}

// known is the tree's fingerprint, and has the sink know the tree.
func (t *Tree[A]) known(to *taping) uint64 {
	f := t.fingerprint()
	if to != nil && !to.known[f] {
		to.known[f] = true
		to.sink.Tree(f, func() any { return t.Describe() })
	}
	return f
}

// after is where to take down what user code has come to, behind what it has done to the stimuli; for a take that is open.
func (t *taping) after(set *stimuli.Set) *tape.Writer {
	if now := set.Flags(); now != t.stimuli {
		t.stimuli = now
		t.answers.Number(tape.Stimuli, uint64(now))
	}
	return &t.answers
}

// gave takes down the status that a user function has returned.
func (r *runner[A]) gave(st behavior.Status) behavior.Status {
	if r.tape != nil {
		r.tape.status(r.context.Stimuli, st)
	}
	return st
}

// status and value are kept out of gave and gaveValue, so that these are inlined on the quick way.
//
//go:noinline
func (t *taping) status(set *stimuli.Set, st behavior.Status) { t.after(set).Status(uint8(st)) }

//go:noinline
func (t *taping) value(set *stimuli.Set, v float64) { t.after(set).Value(v) }

// gaveDone takes down that a user function without result has returned.
func (r *runner[A]) gaveDone() {
	if t := r.tape; t != nil {
		t.after(r.context.Stimuli).Op(tape.Done)
	}
}

// gaveValue takes down what a Decide has returned.
func (r *runner[A]) gaveValue(v float64) float64 {
	if r.tape != nil {
		r.tape.value(r.context.Stimuli, v)
	}
	return v
}

// gaveKey takes down what a GateKey or SquadKey has returned.
func (r *runner[A]) gaveKey(k uint64) uint64 {
	if t := r.tape; t != nil {
		t.after(r.context.Stimuli).Number(tape.Number, k)
	}
	return k
}

// gaveBool takes down a yes or no.
func (r *runner[A]) gaveBool(yes bool) bool {
	if t := r.tape; t != nil {
		t.answers.Bool(yes)
	}
	return yes
}

// did takes down what a user function does before it returns.
func (r *runner[A]) did(op tape.Op) {
	if t := r.tape; t != nil {
		t.after(r.context.Stimuli).Op(op)
	}
}

// didFail takes down a Fail.
func (r *runner[A]) didFail(err error) {
	if t := r.tape; t != nil {
		t.answers.Text(tape.Failed, textOf(err))
	}
}

// didPanic takes down that the user function that runs has not returned.
func (r *runner[A]) didPanic(value any) {
	t := r.tape
	switch {
	case t == nil:
	case value == nil:
		t.after(r.context.Stimuli).Op(tape.Exited)
	default:
		t.after(r.context.Stimuli).Text(tape.Panicked, textOf(value))
	}
}

// errLetThrough stands for what was panicked with where the panic goes on to the caller.
var errLetThrough = errors.New("a panic that was let through")

// textOf is the text of an error or of what was panicked with, whose own code may panic.
func textOf(value any) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("(%T)", value)
		}
	}()
	return fmt.Sprint(value)
}

// didRequest takes down an op.
func (r *runner[A]) didRequest(o *op[A]) {
	t := r.tape
	if t == nil {
		return
	}
	w := &t.answers
	w.Number(tape.Request, uint64(o.kind))
	switch o.kind {
	case opClose, opRemove:
		t.take.Marks |= tape.Gone
	case opResetBelow:
		w.RawText(o.name)
	case opExchange:
		way, ok := r.outermost().wayTo(o.in, nil)
		if !ok {
			way = nil
		}
		w.RawNumber(uint64(len(way)))
		for _, i := range way {
			w.RawNumber(uint64(i))
		}
		w.RawNumber(uint64(o.index))
		if o.plug == nil {
			w.RawNumber(0)
			return
		}
		w.RawNumber(1)
		w.RawWord(o.plug.tree.known(t))
	}
}

// wayTo are the slots through which a tree is reached that is plugged in, or will be; nil is the agent's own.
func (in *instance[A]) wayTo(target *plug[A], way []int) ([]int, bool) {
	if target == nil {
		return way, true
	}
	for i, pl := range in.plans {
		if pl == nil {
			continue
		}
		if pl == target {
			return append(way, i), true
		}
		if found, ok := pl.wayTo(target, append(way, i)); ok {
			return found, true
		}
	}
	return nil, false
}
