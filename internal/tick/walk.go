package tick

import (
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/stimuli"
)

// Ready reports whether the agent can be ticked so: it is at rest, it is no copy, and the clock does not run backwards.
func (r *Runner) Ready(time, dt float64) bool {
	if r.Debug.Enter() != nil {
		return false
	}
	if r.Phase == Idle && r.Self == r && dt >= 0 && dt <= math.MaxFloat64 && time >= r.Time && time <= math.MaxFloat64 {
		return true
	}
	r.Debug.Leave()
	return false
}

// Tick is one tick of the agent that the runner is at: one that lives alone, one of a crowd, or one that is played back.
// It is ready, and the Context has it.
//
// A runner that is guarded is ticked by somebody who calls EndBroken where user code panics, or ends the goroutine: a
// crowd's worker, for many agents at once, since a deferred call costs as much as deciding for one that stays as it is.
func (r *Runner) Tick(time, dt float64, flags declaration.DecisionFlags, set *stimuli.Set) (err error) {
	if !r.Guarded {
		r.Ticks++
		defer func() {
			switch {
			case r.Phase != Ticking:
			case r.PanicsThrough:
				r.LeaveBroken()
			default:
				err = r.EndBroken(recover())
			}
		}()
	}
	c := r.Context
	r.Phase, r.Time, r.Dt, r.Flags = Ticking, time, dt, flags
	c.Time, c.DT, c.DecisionFlags = time, dt, uint64(flags)
	if c.Stimuli != set {
		r.Listen(set)
	}
	if h := r.Header(); r.ears != nil && r.beginHeard() || h.Leaf == program.Nowhere || h.Open {
		r.tickWhole(h)
	} else if q := &r.Tree.Quicks[h.Leaf]; q.Mergeable && q.Shut(flags, set.Flags()) || r.walkQuick(h, q) {
		if q.Ticks {
			r.Running, r.Call = h.Leaf, inTick
			c.BehaviorFlags = q.Flags
			var st uint8
			if q.Tick != nil {
				st = q.Tick(c)
			} else {
				st = q.TickBlock(c, r.BlockOf(h.Leaf))
			}
			if st != uint8(behavior.Running) || r.taking != nil {
				r.endQuick(h, st)
			}
		}
	}
	if r.Wants != 0 {
		err = r.Finish()
	} else {
		r.Phase = Idle
	}
	r.Debug.Leave()
	return err
}

// endQuick is what the behavior at the end of a quick way has returned, if somebody listens or it has ended.
func (r *Runner) endQuick(h *program.Header, st uint8) {
	leaf := h.Leaf
	if st := r.gave(st); st != behavior.Running {
		r.leaveQuick(h)
		r.settle(leaf, r.checked(st))
	}
}

// attend begins the tick of an agent that has something of gates or squads.
func (r *Runner) attend() {
	r.Wants |= memory.WantShared | memory.WantLapse
	r.Each(func() { r.Regroup(r.resetPlace) })
}

// tickWhole is a tick that may change the path, or that is observed: everything the quick way is not.
func (r *Runner) tickWhole(h *program.Header) {
	if r.Held() != nil {
		r.obeyHolds()
	}
	if r.TellsTicks() {
		r.tellStart()
	}
	if h.Open {
		r.attend()
	}
	r.ClearAway()
	r.leaveQuick(h)
	if h.Up {
		r.settle(0, r.visit(0))
	} else {
		r.settle(0, r.enter(0))
	}
	if r.TellsTicks() {
		r.tellFinish()
	}
}

// settle takes the status of p, which was visited, up the path as far as it ends groups, and ends the tick.
func (r *Runner) settle(p program.Place, st behavior.Status) {
	h := r.Header()
	for p != 0 && st != behavior.Running {
		p = r.Tree.Spots[p].Parent
		st = r.react(p, st)
	}
	switch st {
	case behavior.Running: // endedEarly has noted the leaf
	case aborted:
		r.abort()
		st = behavior.Failure
	default:
		r.leave(0, reasonOf(st))
	}
	h.State = uint8(st)
}

// finish does what the tick still has to do, ends it and returns its errors.
func (r *Runner) Finish() error {
	if r.Wants&^(memory.WantTape|memory.WantUnmask|memory.WantTidy) == 0 { // mostly there is nothing else
		if r.Wants != memory.WantTape {
			r.TidyAll()
		}
		r.Wants, r.Phase = 0, Idle
		if r.taking != nil {
			r.endTake()
		}
		return nil
	}
	if r.Wants&memory.WantOps != 0 {
		r.carryOut()
	}
	if r.Wants&memory.WantShared != 0 {
		r.SettleShared()
	}
	if r.Wants&(memory.WantUnmask|memory.WantTidy) != 0 {
		r.TidyAll()
	}
	r.Phase = Idle
	if r.Wants&memory.WantClosed != 0 {
		r.Phase = Closed
		if w := r.Context.World; w != nil && !r.InCrowd {
			w.Leave(engine.Key{}, r.Context.ID)
		}
	}
	r.endTake()
	return r.TakeErrors()
}
