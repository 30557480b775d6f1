package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/program"
)

// The quick way is for what nearly every tick is: the active path is a single line of deciders down to a leaf,
// nobody watches, and nothing changes. It does what tickWhole would do, from tables made for that leaf, and as
// soon as a candidate accepts or a behavior ends it goes on in the ordinary routines at that very point, so
// nothing is asked or ticked twice.

// walkQuick ticks group behaviors and asks candidates, from the root down to the leaf. It reports whether the
// leaf goes on; if not, the tick has been done.
func (r *Runner) walkQuick(h *program.Header, q *program.Quick) bool {
	c := r.Context
	c.BehaviorFlags = 0 // candidates with BehaviorFlags are asked in full
	for i := range q.Steps {
		s := &q.Steps[i]
		if s.Decide != nil {
			r.Running, r.Call = s.First, inDecide
			if v := s.Decide(c); v == 0 && r.taking == nil || !(r.judge(r.gaveValue(v)) > 0) {
				continue
			}
			r.switchTo(h, s.Group, s.First)
			return false
		}
		if s.Bracketed && !r.tickBracket(h, s.Group) {
			return false
		}
		if s.Mergeable && s.Shut(r.Flags, c.Stimuli.Flags()) {
			continue
		}
		p, _ := r.firstOf(s.First, s.At)
		c.BehaviorFlags = 0
		if p != program.Nowhere {
			r.switchTo(h, s.Group, p)
			return false
		}
	}
	return true
}

// switchTo goes on in the ordinary routines: a candidate of a group has accepted.
func (r *Runner) switchTo(h *program.Header, group, p program.Place) {
	r.leaveQuick(h)
	r.settle(group, r.react(group, r.change(group, r.Frame(group).Child, p)))
}

// tickBracket ticks the behavior of a group on the quick way. It reports whether that goes on; if not, the
// tick has been done.
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
}
