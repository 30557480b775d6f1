package decider

import (
	"github.com/decidertree/decidertree/behavior"
)

// The quick way is for what nearly every tick is: the active path is a single line of deciders down to a leaf,
// nobody watches, and nothing changes. It does what tickWhole would do, from tables made for that leaf, and as
// soon as a candidate accepts or a behavior ends it goes on in the ordinary routines at that very point, so
// nothing is asked or ticked twice.

// walkQuick ticks group behaviors and asks candidates, from the root down to the leaf. It reports whether the
// leaf goes on; if not, the tick has been done.
func (r *runner[A]) walkQuick(h *header, q *quick[A]) bool {
	c := &r.context
	c.BehaviorFlags = 0 // candidates with BehaviorFlags are asked in full
	for i := range q.steps {
		s := &q.steps[i]
		p := s.first
		if s.decide != nil {
			r.running, r.call = p, inDecide
			if v := r.gaveValue(s.decide(c)); v == 0 || !(r.judge(v) > 0) {
				continue
			}
		} else {
			if s.bracketed && !r.tickBracket(h, s.group) {
				return false
			}
			p = nowhere
			if !s.mergeable || !s.shut(r.flags, c.Stimuli.Flags()) {
				p, _ = r.firstOf(s.first, s.at)
			}
			c.BehaviorFlags = 0
			if p == nowhere {
				continue
			}
		}
		r.leaveQuick(h)
		r.settle(s.group, r.react(s.group, r.change(s.group, r.frame(s.group).child, p)))
		return false
	}
	return true
}

// tickBracket ticks the behavior of a group on the quick way. It reports whether that goes on; if not, the
// tick has been done.
func (r *runner[A]) tickBracket(h *header, group place) bool {
	st := r.tickBehavior(group, &r.tree.nodes[group])
	if st != behavior.Running {
		r.leaveQuick(h)
		r.settle(group, r.endedEarly(group, st))
		return false
	}
	return true
}

// leaveQuick prepares for the ordinary routines in the middle of a quick tick.
func (r *runner[A]) leaveQuick(h *header) {
	h.leaf = nowhere
	r.entries = 0
	r.forced = nowhere
	r.targeting = false
}
