package decider

import (
	"errors"
	"runtime"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/tape"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// This file is what stands in for user functions and the world where a tick is executed again: each does what the
// original did, as the tape has it, and returns what that returned.

// playback is the tape of the take that is played.
type playback struct {
	in      *tape.Reader
	frame   uint64
	seed    uint64
	alone   bool // without a world
	player  *Player
	stimuli stimuli.Set
}

// next does what the function whose turn it is did, and reads what it returned.
func (pb *playback) next(c *actor) tape.Op {
	r := &pb.player.memory.runner
	h := (*host[nobody])(r)
	for {
		switch op := pb.in.Op(); op {
		case tape.Failed:
			h.Fail(errors.New(pb.in.Text()))
		case tape.Drew:
			h.Draw()
		case tape.Asked:
			h.DelegateDecide()
		case tape.Stimuli:
			pb.stimuli.Pretend(engine.Key{}, stimuli.Flags(pb.in.Number()))
		case tape.Request:
			pb.request(r)
		case tape.Panicked:
			panic(playedPanic(pb.in.Text()))
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

// playedPanic is what a stand-in panics with where the original did.
type playedPanic string

func (p playedPanic) String() string { return string(p) }

// unfit gives up: the answers are not those of this tree and memory.
func (pb *playback) unfit() {
	pb.in.Fail()
	panic(tape.ErrAnswers)
}

func (pb *playback) status(c *actor) behavior.Status {
	switch op := pb.next(c); op {
	case tape.Running, tape.Success, tape.Failure:
		return behavior.Status(op)
	case tape.Odd:
		return behavior.Status(pb.in.Byte())
	}
	pb.unfit()
	return 0
}

func (pb *playback) value(c *actor) float64 {
	switch pb.next(c) {
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

func (pb *playback) number(c *actor) uint64 {
	pb.expect(c, tape.Number)
	return pb.in.Number()
}

func (pb *playback) expect(c *actor, op tape.Op) {
	if pb.next(c) != op {
		pb.unfit()
	}
}

// yes is what the world, or a deferred behavior's Idle, has answered.
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

func (pb *playback) invitation() (instance uint64, role world.Role, ok bool) {
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

// request asks for what the original asked for.
func (pb *playback) request(r *runner[nobody]) {
	o, ok := pb.op(r)
	if !ok {
		pb.unfit()
	}
	r.request(o)
}

// op reads what was asked for, behind its Request.
func (pb *playback) op(r *runner[nobody]) (o op[nobody], ok bool) {
	o.kind = opKind(min(pb.in.Number(), uint64(opExchange)+1))
	switch o.kind {
	case opReset, opClose, opRemove:
		return o, pb.in.Err == nil
	case opResetBelow:
		o.name = pb.in.Text()
		return o, pb.in.Err == nil && r.knows(o.name)
	case opExchange:
	default:
		return o, false
	}
	in := r.outermost()
	for range min(pb.in.Number(), MaxPlaces) {
		i := pb.in.Number()
		if pb.in.Err != nil || i >= uint64(len(in.plans)) || in.plans[i] == nil {
			return o, false
		}
		o.in = in.plans[i]
		in = &o.in.instance
	}
	i := pb.in.Number()
	if pb.in.Err != nil || i >= uint64(len(in.plans)) {
		return o, false
	}
	o.index = int(i)
	switch pb.in.Number() {
	case 0:
		return o, pb.in.Err == nil
	case 1:
		tree, err := pb.player.tree(pb.in.Word())
		if err != nil || int(tree.layout.size) > in.tree.slots[i].Reserve {
			return o, false
		}
		o.plug = r.newPlug(in, o.index, tree)
		return o, true
	}
	return o, false
}
