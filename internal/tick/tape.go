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

// This file records ticks, so that they can be executed again without user code (RULES R32). A take holds the inputs
// of a tick, the answers of user functions and of the world, and the agent's bytes afterwards.

// Recorder records agents; it is a decider.Recorder.
type Recorder interface {
	// Sink is for the packages of this module.
	Sink(engine.Key, tape.Source) (tape.Sink, error)
}

// taping is the recording of a Runner.
type taping struct {
	Rec       Recorder
	sink      tape.Sink
	take      tape.Take // reused
	answers   tape.Writer
	plugged   []byte
	stimuli   stimuli.StimuliFlags // as recorded last
	known     map[uint64]bool      // fingerprints of the trees that the sink has
	answersOf shared.Recorded      // the environment while a take is open
	Asked     bool                 // wanted holds the sink's answer for word
	word      uint64               // agent IDs 64*word to 64*word+63
	wanted    uint64               // of these, a bit for each agent to be recorded
}

// RecordWith begins the recording of a Runner, or ends it for a nil Recorder.
func (r *Runner) RecordWith(rec Recorder, crowd string) error {
	if r.taking = nil; r.listeners != nil {
		r.listeners.recording = nil
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

// Recording returns the agent's recording; nil without one.
func (r *Runner) Recording() *taping {
	if r.listeners == nil {
		return nil
	}
	return r.listeners.recording
}

// TakeStill records the agent's current bytes, upon which the later takes build.
func (r *Runner) TakeStill() {
	r.listeners.recording.Asked = false
	r.BeginTake(tape.Restored)
	r.Wants &^= memory.WantTape
	r.endTake()
}

// BeginTake begins the take of a tick, or of a request between ticks, if this agent is recorded. A crowd's agents mostly
// follow in the order of their IDs, so the sink is asked once for 64 IDs.
func (r *Runner) BeginTake(marks tape.Marks) {
	t, id := r.listeners.recording, uint64(r.Context.ID)
	if !t.Asked || id/64 != t.word || !r.InCrowd {
		t.Asked, t.word, t.wanted = true, id/64, t.sink.Wants(id/64)
	}
	if t.wanted>>(id%64)&1 == 0 {
		return
	}
	r.taking = t
	frame := r.FrameNumber()
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
	if r.isStrict() {
		marks |= tape.Strict
	}
	t.stimuli = r.Context.Stimuli.Flags()
	t.answers.Bytes = t.answers.Bytes[:0]
	if behind := uint32(frame) - r.Ticks; behind != 0 { // an agent alone in a world counts its own ticks
		t.answers.Number(tape.Behind, uint64(behind))
	}
	to := &t.take // endTake sets the rest
	to.Agent, to.Frame, to.Time, to.DT = id, frame, r.ToldTime(), r.Dt
	to.Flags, to.Stimuli, to.Marks = uint64(r.Flags), uint64(t.stimuli), marks
	if r.Held() != nil {
		for _, h := range r.Held().Deciders {
			t.answers.Number(tape.Hold, uint64(h.Override))
			t.answers.RawText(h.Name)
		}
	}
}

// endTake passes the take to the sink.
func (r *Runner) endTake() {
	t := r.taking
	if t == nil {
		return
	}
	r.taking = nil
	r.Env = t.answersOf.Environment
	t.take.Answers = t.answers.Bytes
	r.Mirror()
	t.take.Image = r.All()
	t.plugged = t.plugged[:0]
	if r.Plugged() {
		t.plugged = r.AppendPlugs(t.plugged, t.fingerprint)
	}
	t.take.Plugged = t.plugged
	t.sink.Take(&t.take)
}

// fingerprint returns the fingerprint of a tree, and passes the tree to the sink at its first use.
func (t *taping) fingerprint(of *program.Tree) uint64 {
	f := of.Fingerprint()
	if !t.known[f] {
		t.known[f] = true
		t.sink.Tree(f, func() any { return of.Describe() })
	}
	return f
}

// after returns the writer for an answer of user code, and first records the change that this code made to the stimuli.
// A take must be open.
func (t *taping) after(set *stimuli.Set) *tape.Writer {
	if now := set.Flags(); now != t.stimuli {
		t.stimuli = now
		t.answers.Number(tape.Stimuli, uint64(now))
	}
	return &t.answers
}

// gave records the status that a user function returned.
func (r *Runner) gave(st uint8) behavior.Status {
	if t := r.taking; t != nil {
		t.gave(st, r.Context.Stimuli)
	}
	return behavior.Status(st)
}

func (t *taping) gave(st uint8, set *stimuli.Set) { t.after(set).Status(st) }

// gaveDone records that a user function without a result returned.
func (r *Runner) gaveDone() {
	if r.taking != nil {
		r.did(tape.Done)
	}
}

// gaveValue records the result of a Decide.
func (r *Runner) gaveValue(v float64) float64 {
	if t := r.taking; t != nil {
		t.gaveValue(v, r.Context.Stimuli)
	}
	return v
}

func (t *taping) gaveValue(v float64, set *stimuli.Set) { t.after(set).Value(v) }

// gaveKey records the result of a GateKey, SquadKey or CanPlay.
func (r *Runner) gaveKey(k uint64) uint64 {
	if t := r.taking; t != nil {
		t.after(r.Context.Stimuli).Number(tape.Number, k)
	}
	return k
}

// gaveBool records a yes or no.
func (r *Runner) gaveBool(yes bool) bool {
	if t := r.taking; t != nil {
		t.answers.Bool(yes)
	}
	return yes
}

// did records an action of a user function before it returns.
func (r *Runner) did(op tape.Op) {
	if t := r.taking; t != nil {
		t.after(r.Context.Stimuli).Op(op)
	}
}

// didFail records a call of Fail.
func (r *Runner) didFail(err error) {
	if t := r.taking; t != nil {
		t.answers.Text(tape.Failed, textOf(err))
	}
}

// didPanic records that the user function that runs did not return. A position may be empty. Where the observer has not
// returned, the tick cannot be executed again, so that the state it leaves is recorded instead.
func (r *Runner) didPanic(value any, at string) {
	t := r.taking
	observing := r.listeners != nil && r.listeners.telling
	if observing {
		r.listeners.telling = false
	}
	switch {
	case t == nil:
	case observing:
		t.take.Marks |= tape.Restored
	case value == nil:
		t.after(r.Context.Stimuli).Op(tape.Exited)
	case at == "":
		t.after(r.Context.Stimuli).Text(tape.Panicked, textOf(value))
	default:
		t.after(r.Context.Stimuli).Text(tape.PanickedAt, at)
		t.answers.RawText(textOf(value))
	}
}

// errLetThrough stands for the value of a panic that goes on to the caller.
var errLetThrough = errors.New("a panic that was let through")

// textOf returns the text of an error or of the value of a panic, whose own code may panic.
func textOf(value any) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("(%T)", value)
		}
	}()
	return fmt.Sprint(value)
}

// didRequest records a request.
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
