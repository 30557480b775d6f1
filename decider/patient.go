package decider

import (
	"math"

	"github.com/decidertree/decidertree/behavior"
)

// This file is behaviors that are not ticked every time: those with a Period, and deferred ones, which wait for what
// another system works out.

// dueToTick reports whether p's behavior is to be ticked now.
func (r *runner[A]) dueToTick(p place, n *node[A]) bool {
	in := &r.tree.infos[p]
	if in.calls.Idle != nil && r.gaveBool(in.calls.Idle(&r.context, r.blockOf(p))) {
		return false
	}
	return in.ticked == 0 || !r.before(*r.due(in.ticked)+in.period)
}

// tickPatiently ticks a behavior that is due. With a Period, DT is the time since it was ticked last.
func (r *runner[A]) tickPatiently(p place, n *node[A]) behavior.Status {
	c := &r.context
	if o := r.tree.infos[p].ticked; o != 0 {
		dt := c.DT
		defer func() { c.DT = dt }()
		if last := *r.due(o); !math.IsInf(last, -1) {
			c.DT = r.now() - last
		}
		*r.due(o) = r.now()
	}
	if n.tick != nil {
		return r.gave(n.tick(c))
	}
	if n.tickBlock != nil {
		return r.gave(n.tickBlock(c, r.blockOf(p)))
	}
	return behavior.Running
}
