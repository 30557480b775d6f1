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
	if q.length == 0 {
		return false
	}
	if q.bracketed || !q.mergeable || !q.shut(r.flags, r.context.Stimuli.Flags()) {
		if done := r.walkQuick(h, q); done {
			return true
		}
	}
	n := &t.nodes[leaf]
	r.running, r.call = leaf, inTick
	r.context.BehaviorFlags = n.behaviorFlags
	st := behavior.Running
	if n.tick != nil {
		st = n.tick(&r.context)
	} else if n.tickBlock != nil {
		st = n.tickBlock(&r.context, r.blockOf(leaf))
	}
	if st != behavior.Running {
		r.leaveQuick(h)
		r.settle(leaf, r.checked(st))
	}
	return true
}

// walkQuick ticks group behaviors and asks candidates from the root down to the leaf. It reports whether that
// has changed the path, and so done the tick.
func (r *runner[A]) walkQuick(h *header, q *quick) bool {
	t := r.tree
	c := &r.context
	c.BehaviorFlags = 0 // of every candidate that is asked here; the others are asked in full
	flags := r.flags
	for _, p := range t.paths[q.path:][:q.length] {
		b := &t.befores[p]
		if q.bracketed {
			group := t.nodes[p].parent
			if n := &t.nodes[group]; n.tick != nil || n.tickBlock != nil {
				if st := r.tickBehavior(group, n); st != behavior.Running {
					r.leaveQuick(h)
					r.tear(p, behavior.Cancelled)
					r.settle(group, st)
					return true
				}
				c.BehaviorFlags = 0
			}
		}
		if b.first == p || b.mergeable && b.shut(flags, c.Stimuli.Flags()) {
			continue
		}
		at := nowhere
		group := t.nodes[p].parent
		if t.nodes[group].policy == PrioritizedList {
			at = r.firstQuick(t.asks[b.first:p], b.first)
		} else {
			at = r.challenger(group, p)
			c.BehaviorFlags = 0
		}
		if at != nowhere {
			r.leaveQuick(h)
			r.settle(group, r.react(group, r.change(group, p, at)))
			return true
		}
	}
	return false
}

// firstQuick is the first of the candidates that accepts; nowhere for none. None of them is masked.
func (r *runner[A]) firstQuick(candidates []ask[A], first place) place {
	c := &r.context
	flags := r.flags
	r.call = inDecide
	for i := range candidates {
		a := &candidates[i]
		if !a.passes(flags, c.Stimuli.Flags()) {
			continue
		}
		at := first + place(i)
		switch a.kind {
		case askAccept:
			return at
		case askDecide:
			r.running = at
			v := a.decide(c)
			if v > 0 && v <= math.MaxFloat64 && !r.failed {
				return at
			}
			if !(v >= -math.MaxFloat64 && v <= 0) || r.failed {
				r.judge(v) // records what is wrong with it
			}
		case askFull:
			if r.ask(at) > 0 {
				return at
			}
			c.BehaviorFlags = 0
			r.call = inDecide
		}
	}
	return nowhere
}

// leaveQuick prepares for the ordinary routines in the middle of a quick tick.
func (r *runner[A]) leaveQuick(h *header) {
	h.leaf = nowhere
	r.entries = 0
	r.forced = nowhere
}
