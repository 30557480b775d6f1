package tick

import (
	"math"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/program"
)

// This file ticks behaviors that skip ticks: those with a Period, and deferred ones, which wait for the result of
// another system.

// dueToTick reports whether p's behavior is to be ticked now.
func (r *Runner) dueToTick(p program.Place) bool {
	if r.Tree.Act(p).Idle != nil && r.gaveBool(r.Tree.Act(p).Idle(r.Context, r.BlockOf(p))) {
		return false
	}
	return r.Tree.PartsOf(p).Ticked == 0 || !r.before(*r.Due(r.Tree.PartsOf(p).Ticked)+r.Tree.Act(p).Period)
}

// tickPatiently ticks a behavior that is due. With a Period, DT is the time since its last Tick.
func (r *Runner) tickPatiently(p program.Place) behavior.Status {
	c := r.Context
	if o := r.Tree.PartsOf(p).Ticked; o != 0 {
		dt := c.DT
		defer func() { c.DT = dt }()
		if last := *r.Due(o); !math.IsInf(last, -1) {
			c.DT = r.Now() - last
		}
		*r.Due(o) = r.Now()
	}
	if r.Tree.Codes[p].Tick != nil {
		return r.gave(r.Tree.Codes[p].Tick(c))
	}
	if r.Tree.Codes[p].TickBlock != nil {
		return r.gave(r.Tree.Codes[p].TickBlock(c, r.BlockOf(p)))
	}
	return behavior.Running
}
