package decidertest

import (
	"fmt"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/engine"
)

// code is the user code that runs at a moment: what the Context answers from.
type code[A any] struct {
	place    *place[A]
	call     string     // "Decide", "Activate", "Tick", "Deactivate"
	asking   *asking[A] // of a Decide
	reason   behavior.Reason
	duration float64
}

// run calls user code.
func (r *Reference[A]) run(c code[A], call func(*behavior.Context[A])) {
	if c.place.active {
		c.duration = r.in.Time - c.place.start
	}
	outer, flags := r.code, r.context.BehaviorFlags
	r.code, r.context.BehaviorFlags = c, c.place.decider.BehaviorFlags
	call(&r.context)
	r.code, r.context.BehaviorFlags = outer, flags
}

// activate hands over the DBlock, makes the block as new and calls Activate (R5).
func (r *Reference[A]) activate(p *place[A]) behavior.Status {
	if !p.acts {
		return behavior.Running
	}
	b := p.behavior
	if b.Block.Clear != nil {
		b.Block.Clear(p.block)
	}
	r.tellAbout(p, decider.Event{Kind: decider.Activated})
	var status behavior.Status
	switch {
	case b.Activate != nil:
		r.run(code[A]{place: p, call: "Activate"}, func(c *behavior.Context[A]) { status = b.Activate(c) })
	case b.ActivateBlock != nil:
		r.run(code[A]{place: p, call: "Activate"}, func(c *behavior.Context[A]) { status = b.ActivateBlock(c, p.block) })
	case b.ActivateTaking != nil:
		r.run(code[A]{place: p, call: "Activate"}, func(c *behavior.Context[A]) { status = b.ActivateTaking(c, p.dblock, p.block) })
		p.handover.DBlock.Clear(p.dblock) // R24
	default:
		return behavior.Running
	}
	return r.returned(p, "Activate", status)
}

// tickBehavior calls Tick, where there is a behavior.
func (r *Reference[A]) tickBehavior(p *place[A]) behavior.Status {
	if !p.acts {
		return behavior.Running
	}
	b, status := p.behavior, behavior.Running // nil runs for ever
	r.tellAbout(p, decider.Event{Kind: decider.Ticking})
	switch {
	case b.Tick != nil:
		r.run(code[A]{place: p, call: "Tick"}, func(c *behavior.Context[A]) { status = b.Tick(c) })
	case b.TickBlock != nil:
		r.run(code[A]{place: p, call: "Tick"}, func(c *behavior.Context[A]) { status = b.TickBlock(c, p.block) })
	}
	return r.returned(p, "Tick", status)
}

// returned takes what Activate or Tick returned; what is no Status counts as Failure and is an error (R1).
func (r *Reference[A]) returned(p *place[A], call string, status behavior.Status) behavior.Status {
	if status < behavior.Running || status > behavior.Failure {
		r.erred(p, call, fmt.Errorf("%w, not %d", decider.ErrStatus, status))
		status = behavior.Failure
	}
	r.tellAbout(p, decider.Event{Kind: decider.Returned, Status: status, Activating: call == "Activate"})
	return status
}

// deactivate calls Deactivate, once for each activation (R18).
func (r *Reference[A]) deactivate(p *place[A], reason behavior.Reason, duration float64) {
	if !p.acts {
		return
	}
	r.tellAbout(p, decider.Event{Kind: decider.Deactivated, Reason: reason, Duration: duration})
	c := code[A]{place: p, call: "Deactivate", reason: reason, duration: duration}
	switch b := p.behavior; {
	case b.Deactivate != nil:
		r.run(c, func(c *behavior.Context[A]) { b.Deactivate(c) })
	case b.DeactivateBlock != nil:
		r.run(c, func(c *behavior.Context[A]) { b.DeactivateBlock(c, p.block) })
	}
}

// loop is thrown by the loop guard.
type loop[A any] struct {
	place *place[A] // that was not entered
	err   error
}

// guardLoop refuses the entry that would be one too many for a tick (R8).
func (r *Reference[A]) guardLoop(p *place[A]) {
	const told = 16
	limit := 2*len(r.places) + 16
	if len(r.entered) == limit {
		turns := names(r.entered[limit-told:])
		panic(loop[A]{p, &decider.LoopError{Limit: limit, Turns: turns}})
	}
	r.entered = append(r.entered, p)
}

// guarded runs a part of a tick that user code or the loop guard may end. It returns why what is active must
// go down now, 0 if nothing of the kind happened.
func (r *Reference[A]) guarded(part func()) (trouble behavior.Reason) {
	defer func() {
		thrown := recover()
		if thrown == nil {
			return
		}
		at := r.code
		r.code, r.unwind, r.descent = code[A]{}, nil, nil
		if l, looped := thrown.(loop[A]); looped {
			r.erred(l.place, "engine", l.err)
			trouble = behavior.Cancelled
			return
		}
		if at.place == nil {
			panic(thrown) // not user code: a fault of the reference itself
		}
		r.erred(at.place, at.call, &decider.PanicError{Value: thrown})
		trouble = behavior.Panicked
	}()
	part()
	return 0
}

// host answers for the Context.
type host[A any] struct{ r *Reference[A] }

var _ engine.Host = host[any]{}

func (h host[A]) Duration() float64   { return h.r.code.duration }
func (h host[A]) Reason() uint8       { return uint8(h.r.code.reason) }
func (h host[A]) Draw() uint64        { return h.r.random(h.r.code.place) }
func (h host[A]) Tree() any           { return nil }
func (h host[A]) DeciderName() string { return h.r.code.place.decider.Name }

// TEMPORARY
func (h host[A]) Value(uint32) (unsafe.Pointer, error) { return nil, decider.ErrKey }
func (h host[A]) Plug(slot, tree any) error            { return decider.ErrNoSlot }
func (h host[A]) ResetBelow(string) error              { return decider.ErrNoDecider }

func (h host[A]) Fail(err error) {
	c := h.r.code
	if c.asking != nil {
		c.asking.failed = true
	}
	h.r.erred(c.place, c.call, err)
}

// DelegateDecide asks the children of the group whose Decide runs; for an active child of a Scored group it is
// what its own active child is worth (R9, R15).
func (h host[A]) DelegateDecide() float64 {
	a := h.r.code.asking
	switch {
	case a == nil || !a.place.isGroup():
		return 0
	case a.again:
		return h.r.worthOfChild(a.place)
	}
	h.r.delegate(a)
	return a.worth
}
