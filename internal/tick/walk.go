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

// Ready reports whether the agent can be ticked with these times: it is at rest, the Runner is no copy, and the clock
// does not run backwards.
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

// Tick ticks the Runner's current agent: alone, in a crowd, or played back. Ready has returned true, and the Context
// has the agent.
//
// The caller of a Guarded Runner calls EndBroken when user code panics or ends the goroutine. A crowd's worker defers
// that call once for many agents, because one deferred call costs as much as a tick in which nothing changes.
func (r *Runner) Tick(time, dt float64, flags declaration.DecisionFlags, set *stimuli.Set) (err error) {
	if !r.Guarded {
		r.Ticks++
		defer func() {
			switch {
			case r.Phase != Ticking:
			case r.PanicsThrough:
				r.LeaveBroken()
			default:
				r.EndBroken(recover(), &err)
			}
		}()
	}
	c := r.Context
	r.Phase, r.Time, r.Dt, r.Flags = Ticking, time, dt, flags
	c.Time, c.DT, c.DecisionFlags = time, dt, uint64(flags)
	if c.Stimuli != set {
		r.Listen(set)
	}
	if h := r.Header(); r.listeners != nil && r.beginHeard() || h.Leaf == program.Nowhere || h.Open {
		r.tickWhole(h)
	} else if q := &r.Tree.Quicks[h.Leaf]; q.Mergeable && q.Shut(flags, set.Flags()) || r.walkQuick(h, q) {
		if q.Tick != nil || q.TickBlock != nil {
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

// endQuick handles the status of the leaf of a quick way, if the tick is recorded or the leaf has ended.
func (r *Runner) endQuick(h *program.Header, st uint8) {
	leaf := h.Leaf
	if st := r.gave(st); st != behavior.Running {
		r.leaveQuick(h)
		r.settle(leaf, r.checked(st))
	}
}

// beginShared begins the tick of an agent that has state in gates or squads.
func (r *Runner) beginShared() {
	r.Wants |= memory.WantShared | memory.WantLapse
	r.Each(func() { r.Regroup(r.resetPlace) })
}

// tickWhole does every tick that the quick way cannot: the path may change, or the tick is observed.
func (r *Runner) tickWhole(h *program.Header) {
	if r.Held() != nil {
		r.obeyHolds()
	}
	if r.TellsTicks() {
		r.tellStart()
	}
	if h.Open {
		r.beginShared()
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

// settle passes the status of the visited place p up the path as long as groups end with it, and ends the tick.
func (r *Runner) settle(p program.Place, st behavior.Status) {
	h := r.Header()
	for p != 0 && st != behavior.Running {
		p = r.Tree.Spots[p].Parent
		st = r.react(p, st)
	}
	switch st {
	case behavior.Running: // endedEarly has stored the leaf
	case aborted:
		r.abort()
		st = behavior.Failure
	default:
		r.leave(0, reasonOf(st))
	}
	h.State = uint8(st)
}

// Finish does the work that Wants lists, ends the tick and returns its errors.
func (r *Runner) Finish() error {
	if r.Wants&^(memory.WantTape|memory.WantUnmask|memory.WantTidy) == 0 { // the common case
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
		r.undecided = 0
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
