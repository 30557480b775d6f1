package tick

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/shared"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/stimuli"
)

// This file is how ticks are taken down, so that they can be executed again without user code (RULES R32): what a tick
// was given, what user functions and the world answered in it, and the agent's bytes afterwards.

// Recorder records agents: a decider.Recorder.
type Recorder interface {
	// Sink is for the packages of this module.
	Sink(engine.Key, tape.Source) (tape.Sink, error)
}

// taping is a runner's recording.
type taping struct {
	Rec       Recorder
	sink      tape.Sink
	take      tape.Take // reused
	answers   tape.Writer
	plugged   []byte
	stimuli   stimuli.Flags // as they were told last
	known     map[uint64]bool
	answersOf shared.Recorded // the environment while a take is open
	Asked     bool            // who is wanted of the word
	word      uint64
	wanted    uint64
}

// record begins or ends a runner's recording.
func (r *Runner) RecordWith(rec Recorder, crowd string) error {
	if r.taking = nil; r.ears != nil {
		r.ears.recording = nil
	}
	defer r.forgetListeners()
	if rec == nil {
		return nil
	}
	t := r.Tree
	sink, err := rec.Sink(engine.Key{}, tape.Source{
		Crowd: crowd, World: r.Context.World, Fingerprint: t.Fingerprint(), Size: int(t.Size), Describe: func() any { return t.Describe() },
	})
	if err != nil {
		return err
	}
	r.listener().recording = &taping{Rec: rec, sink: sink, known: map[uint64]bool{}}
	if crowd == "" {
		r.TakeStill()
	}
	return nil
}

// recording is what the agent is recorded with; nil for nothing.
func (r *Runner) Recording() *taping {
	if r.ears == nil {
		return nil
	}
	return r.ears.recording
}

// takeStill records the agent as it is: what the takes after it build upon.
func (r *Runner) TakeStill() {
	r.ears.recording.Asked = false
	r.BeginTake(tape.Restored)
	r.Wants &^= memory.WantTape
	r.endTake()
}

// beginTake begins to take down a tick, or something done between ticks, if this agent is one of those that are recorded.
// Agents of a crowd come by in the order of their IDs, mostly, so its sink is asked for one in 64.
func (r *Runner) BeginTake(marks tape.Marks) {
	t, id := r.ears.recording, uint64(r.Context.ID)
	if !t.Asked || id/64 != t.word || !r.InCrowd {
		t.Asked, t.word, t.wanted = true, id/64, t.sink.Wants(id/64)
	}
	if t.wanted>>(id%64)&1 == 0 {
		return
	}
	r.taking = t
	t.answersOf = shared.Recorded{Environment: r.Env, Answers: &t.answers}
	r.Env = &t.answersOf
	r.Wants |= memory.WantTape
	if r.Held() != nil {
		r.obeyHolds()
	}
	if r.InCrowd {
		marks |= tape.Crowd
	}
	if r.Alone {
		marks |= tape.Alone
	}
	if r.Broken {
		marks |= tape.Broken
	}
	if r.PanicsThrough {
		marks |= tape.LetPanics
	}
	t.stimuli = r.Context.Stimuli.Flags()
	t.answers.Bytes = t.answers.Bytes[:0]
	if behind := uint32(r.FrameNumber()) - r.Ticks; behind != 0 { // a single agent in a world counts its own ticks
		t.answers.Number(tape.Behind, uint64(behind))
	}
	t.take = tape.Take{
		Agent: id, Frame: r.FrameNumber(), Time: r.ToldTime(), DT: r.Dt, Flags: uint64(r.Flags),
		Stimuli: uint64(t.stimuli), Marks: marks,
	}
	if r.Held() != nil {
		for _, h := range r.Held().Deciders {
			t.answers.Number(tape.Hold, uint64(h.Override))
			t.answers.RawText(h.Name)
		}
	}
}

// endTake hands over what was taken down.
func (r *Runner) endTake() {
	t := r.taking
	if t == nil {
		return
	}
	r.taking = nil
	r.Env = t.answersOf.Environment
	t.take.Answers = t.answers.Bytes
	t.take.Image = r.All()
	t.plugged = t.plugged[:0]
	if r.Plugged() {
		t.plugged = r.AppendPlugs(t.plugged, t.fingerprint)
	}
	t.take.Plugged = t.plugged
	t.sink.Take(&t.take)
}

// fingerprint is that of a tree, which the sink is told of.
func (t *taping) fingerprint(of *program.Tree) uint64 {
	f := of.Fingerprint()
	if !t.known[f] {
		t.known[f] = true
		t.sink.Tree(f, func() any { return of.Describe() })
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
func (r *Runner) gave(st uint8) behavior.Status {
	if t := r.taking; t != nil {
		t.gave(st, r.Context.Stimuli)
	}
	return behavior.Status(st)
}

func (t *taping) gave(st uint8, set *stimuli.Set) { t.after(set).Status(st) }

// gaveDone takes down that a user function without result has returned.
func (r *Runner) gaveDone() {
	if r.taking != nil {
		r.did(tape.Done)
	}
}

// gaveValue takes down what a Decide has returned.
func (r *Runner) gaveValue(v float64) float64 {
	if t := r.taking; t != nil {
		t.gaveValue(v, r.Context.Stimuli)
	}
	return v
}

func (t *taping) gaveValue(v float64, set *stimuli.Set) { t.after(set).Value(v) }

// gaveKey takes down what a GateKey or SquadKey has returned.
func (r *Runner) gaveKey(k uint64) uint64 {
	if t := r.taking; t != nil {
		t.after(r.Context.Stimuli).Number(tape.Number, k)
	}
	return k
}

// gaveBool takes down a yes or no.
func (r *Runner) gaveBool(yes bool) bool {
	if t := r.taking; t != nil {
		t.answers.Bool(yes)
	}
	return yes
}

// did takes down what a user function does before it returns.
func (r *Runner) did(op tape.Op) {
	if t := r.taking; t != nil {
		t.after(r.Context.Stimuli).Op(op)
	}
}

// didFail takes down a Fail.
func (r *Runner) didFail(err error) {
	if t := r.taking; t != nil {
		t.answers.Text(tape.Failed, textOf(err))
	}
}

// didPanic takes down that the user function that runs has not returned.
func (r *Runner) didPanic(value any) {
	t := r.taking
	switch {
	case t == nil:
	case value == nil:
		t.after(r.Context.Stimuli).Op(tape.Exited)
	default:
		t.after(r.Context.Stimuli).Text(tape.Panicked, textOf(value))
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
func (r *Runner) didRequest(o *Op) {
	t := r.taking
	if t == nil {
		return
	}
	w := &t.answers
	w.Number(tape.Request, uint64(o.Kind))
	switch o.Kind {
	case OpClose, OpRemove:
		t.take.Marks |= tape.Gone
	case OpResetBelow:
		w.RawText(o.Name)
	case OpExchange:
		way, ok := r.Outermost().WayTo(o.In, nil)
		if !ok {
			way = nil
		}
		w.RawNumber(uint64(len(way)))
		for _, i := range way {
			w.RawNumber(uint64(i))
		}
		w.RawNumber(uint64(o.Index))
		if o.Plug == nil {
			w.RawNumber(0)
			return
		}
		w.RawNumber(1)
		w.RawWord(t.fingerprint(o.Plug.Tree))
	}
}
