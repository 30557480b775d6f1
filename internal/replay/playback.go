package replay

import (
	"errors"
	"runtime"

	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/shared"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/internal/usercode"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// This file holds the stand-ins for user functions and the world in a tick that is executed again: each repeats what the
// original did, as recorded on the tape, and returns the recorded result.

// playback is the tape of the take being played. It is the environment of the agent, and its methods stand in for user
// functions; they ignore the Context.
type playback struct {
	in      *tape.Reader
	frame   uint64
	seed    uint64
	runner  *tick.Runner
	tree    func(fingerprint uint64) (*program.Tree, error) // finds a tree that may be plugged in
	stimuli stimuli.Set
}

var _ shared.Environment = (*playback)(nil)

// next repeats what the next recorded function did, and reads its result.
func (pb *playback) next() tape.Op {
	h := (*tick.Host)(pb.runner)
	for {
		switch op := pb.in.Op(); op {
		case tape.Failed:
			h.Fail(errors.New(pb.in.Text()))
		case tape.Drew:
			h.Draw()
		case tape.Asked:
			h.DelegateDecide()
		case tape.Stimuli:
			pb.stimuli.Pretend(engine.Key{}, stimuli.StimuliFlags(pb.in.Number()))
		case tape.Request:
			pb.request()
		case tape.Panicked:
			panic(playedPanic{text: pb.in.Text()})
		case tape.PanickedAt:
			at := pb.in.Text()
			panic(playedPanic{at, pb.in.Text()})
		case tape.Exited:
			runtime.Goexit()
		default:
			return op
		}
		if pb.in.Err != nil {
			pb.unfit()
		}
	}
}

// playedPanic is the value with which a stand-in panics where the original did.
type playedPanic struct{ at, text string }

func (p playedPanic) String() string { return p.text }

// PlayedAt returns the position of the original's panic.
func (p playedPanic) PlayedAt(engine.Key) string { return p.at }

// unfit gives up: the recorded answers do not belong to this tree and memory.
func (pb *playback) unfit() {
	pb.in.Fail()
	panic(tape.ErrAnswers)
}

func (pb *playback) status(*usercode.Context) uint8 {
	switch op := pb.next(); op {
	case tape.Running, tape.Success, tape.Failure:
		return uint8(op)
	case tape.Odd:
		return pb.in.Byte()
	}
	pb.unfit()
	return 0
}

func (pb *playback) value(*usercode.Context) float64 {
	switch pb.next() {
	case tape.Zero:
		return 0
	case tape.One:
		return 1
	case tape.Value:
		return pb.in.Float()
	}
	pb.unfit()
	return 0
}

func (pb *playback) number(*usercode.Context) uint64 {
	pb.expect(tape.Number)
	return pb.in.Number()
}

func (pb *playback) roles(*usercode.Context) uint16 { return uint16(pb.number(nil)) }

func (pb *playback) done(*usercode.Context) { pb.expect(tape.Done) }

func (pb *playback) expect(op tape.Op) {
	if pb.next() != op {
		pb.unfit()
	}
}

// yes reads the answer of the world or of a deferred behavior's Idle.
func (pb *playback) yes() bool {
	switch pb.in.Op() {
	case tape.Yes:
		return true
	case tape.No:
		return false
	}
	pb.unfit()
	return false
}

// Frame is the frame of the take.
func (pb *playback) Frame() uint64 { return pb.frame }

// Seed is the seed of the recorded world.
func (pb *playback) Seed() uint64 { return pb.seed }

func (pb *playback) TryGate(engine.Key, *world.Gate, uint64, world.AgentID) bool { return pb.yes() }
func (pb *playback) Granted(engine.Key, *world.Gate, uint64, world.AgentID) bool { return pb.yes() }
func (pb *playback) Released(engine.Key, uint64, world.AgentID) bool             { return pb.yes() }
func (pb *playback) Dissolved(engine.Key, uint64, world.AgentID) bool            { return pb.yes() }

func (pb *playback) Invited(engine.Key, *world.Squad, uint64, world.AgentID) (instance uint64, role world.Role, ok bool) {
	if !pb.yes() {
		return 0, 0, false
	}
	for _, to := range []func(uint64){func(n uint64) { instance = n }, func(n uint64) { role = world.Role(n) }} {
		if pb.in.Op() != tape.Number {
			pb.unfit()
		}
		to(pb.in.Number())
	}
	return instance, role, true
}

// request repeats a recorded request.
func (pb *playback) request() {
	o, ok := pb.op()
	if !ok {
		pb.unfit()
	}
	pb.runner.Request(o)
}

// op reads the operation that follows a Request.
func (pb *playback) op() (o tick.Op, ok bool) {
	r := pb.runner
	o.Kind = tick.OpKind(min(pb.in.Number(), uint64(tick.OpClear)+1))
	switch o.Kind {
	case tick.OpReset, tick.OpClose, tick.OpRemove, tick.OpClear:
		return o, pb.in.Err == nil
	case tick.OpResetBelow:
		o.Name = pb.in.Text()
		return o, pb.in.Err == nil && r.Knows(o.Name)
	case tick.OpExchange:
	default:
		return o, false
	}
	in := r.Outermost()
	for range min(pb.in.Number(), declaration.MaxPlaces) {
		i := pb.in.Number()
		if pb.in.Err != nil || i >= uint64(len(in.Plans)) || in.Plans[i] == nil {
			return o, false
		}
		o.In = in.Plans[i]
		in = &o.In.Instance
	}
	i := pb.in.Number()
	if pb.in.Err != nil || i >= uint64(len(in.Plans)) {
		return o, false
	}
	o.Index = int(i)
	switch pb.in.Number() {
	case 0:
		return o, pb.in.Err == nil
	case 1:
		tree, err := pb.tree(pb.in.Word())
		if err != nil || int(tree.Size) > in.Tree.Slots[i].Reserve {
			return o, false
		}
		o.Plug = r.NewPlug(in, o.Index, tree)
		return o, true
	}
	return o, false
}
