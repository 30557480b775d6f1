package decider

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
)

// This file is where user behaviors are called. Before each call, running and call say whose code runs, so
// that the Context's methods, errors and panics find their decider.

// activate begins p's behavior.
func (r *runner[A]) activate(p place, n *node[A]) behavior.Status {
	in := &r.tree.infos[p]
	c := &r.context
	if r.level >= 1 {
		r.tellActivated(p)
	}
	if n.marks&patient != 0 && in.ticked != 0 {
		*r.due(in.ticked) = never
	}
	r.running, r.call = p, inActivate
	c.BehaviorFlags = n.behaviorFlags
	calls := &in.calls
	var st behavior.Status
	switch {
	case calls.Block.New == nil:
		if calls.Activate == nil {
			return behavior.Running
		}
		st = r.gave(calls.Activate(c))
	default:
		block := r.blockOf(p)
		calls.Block.Clear(block)
		switch {
		case calls.ActivateTaking != nil:
			d := r.handed[in.handed]
			st = r.gave(calls.ActivateTaking(c, d, block))
			in.dblock.Clear(d)
		case calls.ActivateBlock != nil:
			st = r.gave(calls.ActivateBlock(c, block))
		default:
			return behavior.Running
		}
	}
	st = r.checked(st)
	if r.level >= 3 {
		r.tellReturned(p, st)
	}
	return st
}

// tickBehavior ticks p's behavior.
func (r *runner[A]) tickBehavior(p place, n *node[A]) behavior.Status {
	c := &r.context
	if n.marks&patient != 0 && !r.dueToTick(p, n) {
		return behavior.Running
	}
	if r.level >= 3 {
		r.tellTicking(p)
	}
	st := behavior.Running
	if n.tick != nil || n.tickBlock != nil || r.level >= 3 {
		r.running, r.call = p, inTick
		c.BehaviorFlags = n.behaviorFlags
		switch {
		case n.marks&patient != 0:
			st = r.checked(r.tickPatiently(p, n))
		case n.tick != nil:
			st = r.checked(r.gave(n.tick(c)))
		case n.tickBlock != nil:
			st = r.checked(r.gave(n.tickBlock(c, r.blockOf(p))))
		}
	}
	if r.level >= 3 {
		r.tellReturned(p, st)
	}
	return st
}

// callLeave has p's behavior wind itself down.
func (r *runner[A]) callLeave(p place, n *node[A], reason behavior.Reason) behavior.Status {
	calls := &r.tree.infos[p].calls
	c := &r.context
	if r.level >= 3 {
		r.tellEnding(Leaving, p, reason)
	}
	r.running, r.call = p, inLeave
	r.reason = reason
	c.BehaviorFlags = n.behaviorFlags
	var st behavior.Status
	if calls.Leave != nil {
		st = r.gave(calls.Leave(c))
	} else {
		st = r.gave(calls.LeaveBlock(c, r.blockOf(p)))
	}
	st = r.checked(st)
	if r.level >= 3 {
		r.tellReturned(p, st)
	}
	r.reason = 0
	return st
}

// deactivate ends p's behavior.
func (r *runner[A]) deactivate(p place, n *node[A], reason behavior.Reason) {
	calls := &r.tree.infos[p].calls
	c := &r.context
	if r.level >= 2 {
		r.tellEnding(Deactivated, p, reason)
	}
	r.running, r.call = p, inDeactivate
	r.reason = reason
	c.BehaviorFlags = n.behaviorFlags
	switch {
	case calls.Deactivate != nil:
		calls.Deactivate(c)
		r.gaveDone()
	case calls.DeactivateBlock != nil:
		calls.DeactivateBlock(c, r.blockOf(p))
		r.gaveDone()
	}
	r.reason = 0
}

// checked turns an invalid status into Failure, and an error.
func (r *runner[A]) checked(st behavior.Status) behavior.Status {
	if st >= behavior.Running && st <= behavior.Failure {
		return st
	}
	return r.badStatus(st)
}

func (r *runner[A]) badStatus(st behavior.Status) behavior.Status {
	r.report(r.running, r.call, fmt.Errorf("%w, not %d", ErrStatus, st))
	return behavior.Failure
}

// report records an error of the tick.
func (r *runner[A]) report(p place, in call, err error) {
	r.wants |= wantReport
	e := &TickError{Agent: r.context.ID, Time: r.toldTime(), Path: r.path(p), Call: in.String(), Err: err}
	r.errs = append(r.errs, e)
	if r.level >= 1 {
		r.tellError(p, e)
	}
}
