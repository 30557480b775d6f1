package tick

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
)

// This file calls user behaviors. Before each call, Running and Call are set to the code that runs, so that the
// Context's methods, errors and panics find their decider.

// activate calls Activate of p's behavior.
func (r *Runner) activate(p program.Place) behavior.Status {
	c, k := r.Context, &r.Tree.Codes[p]
	if r.tellsBeginnings() {
		r.tellActivated(p)
	}
	if r.Tree.Spots[p].Marks&program.Patient != 0 {
		if ticked := r.Tree.PartsOf(p).Ticked; ticked != 0 {
			*r.Due(ticked) = memory.Never
			if r.Tree.Act(p).Delayed {
				*r.Due(ticked) = r.Now()
			}
		}
	}
	r.Running, r.Call = p, inActivate
	c.BehaviorFlags = k.Flags
	var st behavior.Status
	switch {
	case k.Clear == nil:
		if k.Activate == nil {
			return behavior.Running
		}
		st = r.gave(k.Activate(c))
	default:
		block := r.BlockOf(p)
		k.Clear(block)
		switch i := r.Tree.Condition(p).Dblock; {
		case i >= 0 && r.Tree.Act(p).ActivateTaking != nil:
			if r.Forced != program.Nowhere { // a Jump leads through p, so p was not asked
				r.dropDBlock(p)
			}
			st = r.gave(r.Tree.Act(p).ActivateTaking(c, r.Handed[i], block))
			r.Tree.Dblocks[i].Block.Clear(r.Handed[i])
		case k.ActivateBlock != nil:
			st = r.gave(k.ActivateBlock(c, block))
		default:
			return behavior.Running
		}
	}
	st = r.checked(st)
	if r.TellsTicks() {
		r.tellReturned(p, st)
	}
	return st
}

// tickBehavior ticks p's behavior.
func (r *Runner) tickBehavior(p program.Place) behavior.Status {
	c, k, patiently := r.Context, &r.Tree.Codes[p], r.Tree.Spots[p].Marks&program.Patient != 0
	if patiently && !r.dueToTick(p) {
		return behavior.Running
	}
	if !k.Ticks() { // it runs for ever
		return behavior.Running
	}
	if r.TellsTicks() {
		r.tellTicking(p)
	}
	r.Running, r.Call = p, inTick
	c.BehaviorFlags = k.Flags
	var st behavior.Status
	switch {
	case patiently:
		st = r.checked(r.tickPatiently(p))
	case k.Tick != nil:
		st = r.checked(r.gave(k.Tick(c)))
	default:
		st = r.checked(r.gave(k.TickBlock(c, r.BlockOf(p))))
	}
	if r.TellsTicks() {
		r.tellReturned(p, st)
	}
	return st
}

// callLeave calls Leave of p's behavior.
func (r *Runner) callLeave(p program.Place, reason behavior.Reason) behavior.Status {
	act, c := r.Tree.Act(p), r.Context
	if r.TellsTicks() {
		r.tellEnding(event.Leaving, p, reason)
	}
	r.Running, r.Call = p, inLeave
	r.reason = reason
	c.BehaviorFlags = r.Tree.Codes[p].Flags
	var st behavior.Status
	if act.Leave != nil {
		st = r.gave(act.Leave(c))
	} else {
		st = r.gave(act.LeaveBlock(c, r.BlockOf(p)))
	}
	st = r.checked(st)
	if r.TellsTicks() {
		r.tellReturned(p, st)
	}
	r.reason = 0
	return st
}

// deactivate tells that p's behavior ends and calls its Deactivate, also where a panic of the observer is let through.
func (r *Runner) deactivate(p program.Place, reason behavior.Reason) {
	if r.tellsChanges() {
		defer r.callDeactivate(p, reason)
		r.tellEnding(event.Deactivated, p, reason)
		return
	}
	r.callDeactivate(p, reason)
}

// callDeactivate calls Deactivate of p's behavior.
func (r *Runner) callDeactivate(p program.Place, reason behavior.Reason) {
	k := &r.Tree.Codes[p]
	if k.Deactivate == nil && k.DeactivateBlock == nil {
		return
	}
	c := r.Context
	r.Running, r.Call = p, inDeactivate
	r.reason = reason
	c.BehaviorFlags = k.Flags
	if k.Deactivate != nil {
		k.Deactivate(c)
	} else {
		k.DeactivateBlock(c, r.BlockOf(p))
	}
	r.gaveDone()
	r.reason = 0
}

// checked turns an invalid status into Failure and an error.
func (r *Runner) checked(st behavior.Status) behavior.Status {
	if st >= behavior.Running && st <= behavior.Failure {
		return st
	}
	return r.badStatus(st)
}

func (r *Runner) badStatus(st behavior.Status) behavior.Status {
	r.report(r.Running, r.Call, fmt.Errorf("%w, not %d", event.ErrStatus, st))
	return behavior.Failure
}

// report records an error of the tick.
func (r *Runner) report(p program.Place, in call, err error) {
	r.Wants |= memory.WantReport
	e := &event.TickError{Agent: r.Context.ID, Time: r.ToldTime(), Path: r.Path(p), Call: in.String(), Err: err}
	late := r.Late()
	late.Errs = append(late.Errs, e)
	if r.tellsBeginnings() {
		r.tellError(p, e)
	}
}
