package reference

import (
	"fmt"
	"runtime/debug"
	"unsafe"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/source"
	"github.com/decidertree/decidertree/internal/usercode"
)

// code is the running user code, for which the Context answers.
type code[A any] struct {
	place    *place[A]
	call     string     // "Decide", "Activate", "Tick", "Leave", "Deactivate"
	asking   *asking[A] // of a Decide, GateKey or SquadKey
	key      bool       // it is a GateKey or SquadKey
	reason   behavior.Reason
	duration float64
	dt       float64 // of a Tick: seconds since the previous one
}

// run calls user code.
func (r *Reference[A]) run(c code[A], call func(*usercode.Context)) {
	if c.place.active {
		c.duration = r.in.Time - c.place.start
	}
	if c.call != "Tick" {
		c.dt = r.in.DT
	}
	outer, flags, dt := r.code, r.context.BehaviorFlags, r.context.DT
	r.code, r.context.BehaviorFlags, r.context.DT = c, c.place.decider.BehaviorFlags, c.dt
	call(r.context.Plain(engine.Key{}))
	r.code, r.context.BehaviorFlags, r.context.DT = outer, flags, dt
}

// activate hands over the DBlock, makes the block as new and calls Activate (R5).
func (r *Reference[A]) activate(p *place[A]) behavior.Status {
	if !p.acts {
		return behavior.Running
	}
	b := p.behavior
	p.owes, p.ticked, p.tickedAt = true, b.Delayed, r.in.Time
	r.tellAbout(p, event.Event{Kind: event.Activated})
	if b.Block.Clear != nil {
		r.run(code[A]{place: p, call: "Activate"}, func(*usercode.Context) { b.Block.Clear(p.block) })
	}
	var status behavior.Status
	switch {
	case b.Activate != nil:
		r.run(code[A]{place: p, call: "Activate"}, func(c *usercode.Context) { status = behavior.Status(b.Activate(c)) })
	case b.ActivateBlock != nil:
		r.run(code[A]{place: p, call: "Activate"}, func(c *usercode.Context) { status = behavior.Status(b.ActivateBlock(c, p.block)) })
	case b.ActivateTaking != nil:
		if r.descent != nil {
			p.handover.DBlock.Clear(p.dblock) // R34: a Jump leads through this group, so it was not asked
		}
		r.run(code[A]{place: p, call: "Activate"}, func(c *usercode.Context) { status = behavior.Status(b.ActivateTaking(c, p.dblock, p.block)) })
		p.handover.DBlock.Clear(p.dblock) // R24
	default:
		return behavior.Running
	}
	return r.returned(p, "Activate", status, 0)
}

// tickBehavior calls Tick, where there is a behavior, unless its Period is not over or there is nothing to do for it.
func (r *Reference[A]) tickBehavior(p *place[A]) behavior.Status {
	if !p.acts || p.behavior.Tick == nil && p.behavior.TickBlock == nil {
		return behavior.Running // nil runs for ever
	}
	b, status := p.behavior, behavior.Running
	c := code[A]{place: p, call: "Tick", dt: r.in.DT}
	if p.ticked && b.Period > 0 {
		if r.in.Time < p.tickedAt+b.Period {
			return behavior.Running
		}
		c.dt = r.in.Time - p.tickedAt
	}
	if b.Idle != nil && r.isIdle(c) {
		return behavior.Running
	}
	p.ticked, p.tickedAt = true, r.in.Time
	r.tellAbout(p, event.Event{Kind: event.Ticking})
	switch {
	case b.Tick != nil:
		r.run(c, func(c *usercode.Context) { status = behavior.Status(b.Tick(c)) })
	case b.TickBlock != nil:
		r.run(c, func(c *usercode.Context) { status = behavior.Status(b.TickBlock(c, p.block)) })
	}
	return r.returned(p, "Tick", status, 0)
}

// isIdle reports whether a Tick would find nothing to do: its result has not arrived (R28).
func (r *Reference[A]) isIdle(c code[A]) (idle bool) {
	r.run(c, func(context *usercode.Context) { idle = c.place.behavior.Idle(context, c.place.block) })
	return idle
}

// returned checks the result of Activate, Tick or, with a reason, Leave. An invalid status counts as Failure and is an error (R1).
func (r *Reference[A]) returned(p *place[A], call string, status behavior.Status, reason behavior.Reason) behavior.Status {
	if status < behavior.Running || status > behavior.Failure {
		r.erred(p, call, fmt.Errorf("%w, not %d", decider.ErrStatus, status))
		status = behavior.Failure
	}
	r.tellAbout(p, event.Event{Kind: event.Returned, Status: status, Activating: call == "Activate", Reason: reason})
	return status
}

// leaveBehavior calls Leave (R19). An invalid status is an error and ends the Leave.
func (r *Reference[A]) leaveBehavior(p *place[A], reason behavior.Reason) (status behavior.Status) {
	r.tellAbout(p, event.Event{Kind: event.Leaving, Reason: reason})
	switch b := p.behavior; {
	case b.Leave != nil:
		r.run(code[A]{place: p, call: "Leave", reason: reason}, func(c *usercode.Context) { status = behavior.Status(b.Leave(c)) })
	default:
		r.run(code[A]{place: p, call: "Leave", reason: reason}, func(c *usercode.Context) { status = behavior.Status(b.LeaveBlock(c, p.block)) })
	}
	return r.returned(p, "Leave", status, reason)
}

// deactivate calls Deactivate, once for each activation (R18).
func (r *Reference[A]) deactivate(p *place[A], reason behavior.Reason, duration float64) {
	r.tellAbout(p, event.Event{Kind: event.Deactivated, Reason: reason, Duration: duration})
	c := code[A]{place: p, call: "Deactivate", reason: reason, duration: duration}
	switch b := p.behavior; {
	case b.Deactivate != nil:
		r.run(c, func(c *usercode.Context) { b.Deactivate(c) })
	case b.DeactivateBlock != nil:
		r.run(c, func(c *usercode.Context) { b.DeactivateBlock(c, p.block) })
	}
}

// entersTooMany reports whether an entry would exceed the limit of a tick (R8), which ends the tick.
func (r *Reference[A]) entersTooMany(p *place[A]) bool {
	const told = 16
	places := 0
	for _, t := range r.trees() {
		places += len(t.places)
	}
	limit := 2*places + 16
	if len(r.entered) == limit {
		r.erred(p, "engine", &decider.LoopError{Limit: limit, Turns: names(r.entered[limit-told:])})
		r.looped, r.descent = true, nil
		return true
	}
	r.entered = append(r.entered, p)
	return false
}

// guarded runs a part of a tick and reports whether a panic of user code has ended it. The active path must go down then.
func (r *Reference[A]) guarded(part func()) (panicked bool) {
	defer func() {
		thrown := recover()
		if thrown == nil {
			return
		}
		at := r.code
		r.code, r.unwind, r.descent = code[A]{}, nil, nil
		if at.place == nil {
			panic(thrown) // a bug of the reference, not of user code
		}
		stack := debug.Stack()
		r.erred(at.place, at.call, &decider.PanicError{Value: thrown, Stack: stack, At: source.Panicked(stack, source.Program())})
		panicked = true
	}()
	part()
	return false
}

// host answers for the Context.
type host[A any] struct{ r *Reference[A] }

var _ usercode.Host = host[any]{}

// Duration implements usercode.Host.
func (h host[A]) Duration() float64 { return h.r.code.duration }

// Reason implements usercode.Host.
func (h host[A]) Reason() uint8 { return uint8(h.r.code.reason) }

// Draw implements usercode.Host.
func (h host[A]) Draw() uint64 { return h.r.random(h.r.code.place) }

// DeciderName implements usercode.Host.
func (h host[A]) DeciderName() string { return h.r.code.place.decider.Name }

// Squad is the agent's role in the squad its code stands in. The squad's number means nothing to package world, whose
// Context.Squad is empty therefore: see [Reference.Squad].
func (h host[A]) Squad() (instance uint64, role uint8) {
	if group := h.r.code.place.squadGroup(); group != nil && group.membership.state == joined {
		role = uint8(h.r.role(group))
	}
	return 0, role
}

// Tree implements usercode.Host.
func (h host[A]) Tree() any {
	if tree := h.r.compiled[h.r.code.place.tree.declared]; tree != nil {
		return tree.Plain(engine.Key{})
	}
	return nil
}

// Value implements usercode.Host.
func (h host[A]) Value(id uint32) (unsafe.Pointer, error) { return h.r.value(id, h.r.code.place) }

// ResetBelow implements usercode.Host.
func (h host[A]) ResetBelow(name string) error { return h.r.ResetBelow(name) }

// Plug implements usercode.Host.
func (h host[A]) Plug(slot, tree any) error {
	return h.r.exchange(decider.Unplain[A](engine.Key{}, slot, tree))
}

// Fail implements usercode.Host.
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
	case a == nil || h.r.code.key || !a.place.decidesFirst():
		return 0
	case a.again:
		return h.r.worthOfChild(a.place)
	}
	context := h.r.context.Plain(engine.Key{})
	err := context.Err
	h.r.delegate(a)
	context.Err = err // what the children have failed with is theirs
	return a.worth
}
