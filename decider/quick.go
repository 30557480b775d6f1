package decider

import (
	"math"

	"github.com/decidertree/decidertree/behavior"
)

// The quick way is for what nearly every tick is: the active path is a single line of deciders down to a leaf,
// nobody watches, and nothing changes. It does what tickWhole would do, from tables made for that leaf, and as
// soon as a candidate accepts or a behavior ends it goes on in the ordinary routines at that very point, so
// nothing is asked or ticked twice.

// tickQuick reports whether it has done the tick.
func (r *runner[A]) tickQuick(h *header) bool {
	leaf := h.leaf
	if leaf == nowhere {
		return false
	}
	t := r.tree
	q := &t.quicks[leaf]
	if !q.able {
		return false
	}
	c := &r.context
	if !q.mergeable || !q.shut(r.flags, c.Stimuli.Flags()) {
		c.BehaviorFlags = 0 // of every candidate asked here; the others are asked in full
		for _, s := range t.steps[q.steps:][:q.count] {
			switch {
			case s.kind&bracketed != 0 && !r.tickBracket(h, s):
				return true
			case s.kind&merged != 0 && t.befores[s.at].shut(r.flags, c.Stimuli.Flags()):
				continue
			}
			if p := r.firstQuick(t.asks[s.first:s.at], s); p != nowhere {
				r.leaveQuick(h)
				r.settle(s.group, r.react(s.group, r.change(s.group, s.at, p)))
				return true
			}
		}
	}
	n := &t.nodes[leaf]
	r.running, r.call = leaf, inTick
	c.BehaviorFlags = n.behaviorFlags
	st := behavior.Running
	if n.tick != nil {
		st = n.tick(c)
	} else if n.tickBlock != nil {
		st = n.tickBlock(c, r.blockOf(leaf))
	}
	if st != behavior.Running {
		r.leaveQuick(h)
		r.settle(leaf, r.checked(st))
	}
	return true
}

// firstQuick is the candidate that is to interrupt the active child in a step; nowhere for none.
func (r *runner[A]) firstQuick(candidates []ask[A], s step) place {
	c := &r.context
	r.call = inDecide
	p := s.first
	for i := range candidates {
		a := &candidates[i]
		if a.kind == askDecide {
			r.running = p
			if v := a.decide(c); v != 0 && r.acceptQuick(v) {
				return p
			}
		} else if r.askQuick(a, p) {
			return p
		}
		p++
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

// askQuick asks a candidate whose Decide cannot simply be called.
func (r *runner[A]) askQuick(a *ask[A], p place) bool {
	if a.kind != askFull && !a.passes(r.flags, r.context.Stimuli.Flags()) {
		return false
	}
	switch a.kind {
	case askAccept:
		return true
	case askChecked:
		r.running = p
		return r.acceptQuick(a.decide(&r.context))
	}
	v := r.ask(p)
	r.context.BehaviorFlags = 0
	r.call = inDecide
	return v > 0
}

// tickBracket ticks the behavior of a group on the quick way. It reports whether that goes on; if not, the
// tick has been done.
func (r *runner[A]) tickBracket(h *header, s step) bool {
	st := r.tickBehavior(s.group, &r.tree.nodes[s.group])
	if st != behavior.Running {
		r.leaveQuick(h)
		r.settle(s.group, r.endedEarly(s.group, st))
		return false
	}
	r.context.BehaviorFlags = 0
	return true
}

// leaveQuick prepares for the ordinary routines in the middle of a quick tick.
func (r *runner[A]) leaveQuick(h *header) {
	h.leaf = nowhere
	r.entries = 0
	r.forced = nowhere
}
