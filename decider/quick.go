package decider

import (
	"math"

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
	c.BehaviorFlags, r.call = 0, inDecide // candidates with BehaviorFlags are asked in full
	for i := range q.steps {
		s := &q.steps[i]
		p := s.first
		if s.decide != nil {
			r.running = p
			if v := s.decide(c); v == 0 || !r.acceptQuick(v) {
				continue
			}
		} else {
			if s.bracketed && !r.tickBracket(h, s.group) {
				return false
			}
			if p = r.firstQuick(s); p == nowhere {
				continue
			}
		}
		r.leaveQuick(h)
		r.settle(s.group, r.react(s.group, r.change(s.group, r.frame(s.group).child, p)))
		return false
	}
	return true
}

// firstQuick is the first candidate of a row that accepts; nowhere for none.
func (r *runner[A]) firstQuick(s *step[A]) place {
	if !s.mergeable || !s.shut(r.flags, r.context.Stimuli.Flags()) {
		for p := s.first; p < s.at; p++ {
			if r.ask(p) > 0 {
				return p
			}
		}
	}
	r.context.BehaviorFlags, r.call = 0, inDecide
	return nowhere
}

// acceptQuick judges what a Decide returned that is not 0.
func (r *runner[A]) acceptQuick(v float64) bool {
	if v < 0 && v >= -math.MaxFloat64 {
		return false
	}
	return r.judge(v) > 0
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
}
