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
	for i := range q.steps {
		s := &q.steps[i]
		if s.mergeable && s.shut(r.flags, r.context.Stimuli.Flags()) {
			continue
		}
		if s.bracketed && !r.tickBracket(h, s) {
			return false
		}
		if p := r.firstQuick(s.candidates, s.first); p != nowhere {
			r.leaveQuick(h)
			r.settle(s.group, r.react(s.group, r.change(s.group, s.active, p)))
			return false
		}
	}
	return true
}

// firstQuick is the first of a row of candidates that accepts; nowhere for none. None of them is masked, and
// none has been asked before in this tick.
func (r *runner[A]) firstQuick(candidates []ask[A], first place) place {
	r.context.BehaviorFlags = 0 // those with BehaviorFlags are asked in full
	r.call = inDecide
	for i := range candidates {
		a := &candidates[i]
		if a.kind == askDecide {
			r.running = first + place(i)
			if v := a.decide(&r.context); v != 0 && r.acceptQuick(v) {
				return r.running
			}
		} else if r.ask(first+place(i)) > 0 {
			return first + place(i)
		} else {
			r.context.BehaviorFlags = 0
			r.call = inDecide
		}
	}
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
func (r *runner[A]) tickBracket(h *header, s *step[A]) bool {
	st := r.tickBehavior(s.group, &r.tree.nodes[s.group])
	if st != behavior.Running {
		r.leaveQuick(h)
		r.settle(s.group, r.endedEarly(s.group, st))
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
