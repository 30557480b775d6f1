package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/program"
)

// The quick way does the common tick: the active path is a single line of deciders down to a leaf, no observer wants
// this tick, and nothing changes. It has the result of tickWhole, from tables made for that leaf. As soon as a candidate
// accepts or a behavior ends, the ordinary routines continue at that point, so nothing is asked or ticked twice.

// walkQuick ticks group behaviors and asks candidates, from the root down to the leaf. It reports whether the leaf is
// to be ticked; if not, the tick is complete.
func (r *Runner) walkQuick(h *program.Header, q *program.Quick) bool {
	c := r.Context
	c.BehaviorFlags = 0 // candidates with BehaviorFlags are asked in full
	steps, rest := r.Tree.Above(q), r.Tree.Beside(q)
	for {
		for i := range steps {
			s := &steps[i]
			if s.Decide != nil {
				r.Running, r.Call = s.First, inDecide
				if v := s.Decide(c); (v != 0 || r.taking != nil) && r.checkedValue(r.gaveValue(v)) > 0 {
					r.switchTo(h, s.Group, s.First)
					return false
				}
				continue
			}
			if s.Bracketed() { // the step has no row
				if !r.tickBracket(h, s.Group) {
					return false
				}
				c.BehaviorFlags = 0
				continue
			}
			if s.Mergeable && s.Shut(r.Flags, c.Stimuli.Flags()) {
				continue
			}
			if p, _ := r.firstOf(s.First, s.At); p != program.Nowhere {
				r.switchTo(h, s.Group, p)
				return false
			}
		}
		if len(rest) == 0 {
			return true
		}
		steps, rest = rest, nil
	}
}

// switchTo continues in the ordinary routines after a candidate of a group accepted.
func (r *Runner) switchTo(h *program.Header, group, p program.Place) {
	r.leaveQuick(h)
	r.settle(group, r.react(group, r.change(group, r.Frame(group).Child, p)))
}

// tickBracket ticks the behavior of a group on the quick way. It reports whether the behavior still runs; if not, the
// tick is complete.
func (r *Runner) tickBracket(h *program.Header, group program.Place) bool {
	st := r.tickBehavior(group)
	if st != behavior.Running {
		r.leaveQuick(h)
		r.settle(group, r.endedEarly(group, st))
		return false
	}
	return true
}

// leaveQuick prepares for the ordinary routines in the middle of a quick tick.
func (r *Runner) leaveQuick(h *program.Header) {
	h.Leaf = program.Nowhere
	r.Entries = 0
	r.Forced = program.Nowhere
	r.Targeting = false
	r.undecided = 0 // something ran, so nothing waited
}
