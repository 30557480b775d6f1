package decider

import "github.com/decidertree/decidertree/behavior"

// This file is reference deciders: "a third kind of decider that can cause a jump from one part of the tree to
// another" (Spore, footnote 2; RULES R16).

// leap takes the Jump from, which group p has chosen. The switch happens in the deepest group on the way to
// the target that is active, so the walk goes up to the common group first if p lies below it.
func (r *runner[A]) leap(p, from place) behavior.Status {
	i := r.tree.infos[from].jump
	j := &r.tree.jumps[i]
	if r.level >= 2 {
		r.tellJumped(from)
	}
	r.spend(p, from)
	r.forced, r.jumping = j.to, i
	if j.common != p {
		return leaping
	}
	return r.stepToward(p)
}

// stepToward replaces choosing in a group on the way to a Jump's target: its child on the way is entered
// unasked, or visited if it is active.
func (r *runner[A]) stepToward(p place) behavior.Status {
	next := r.tree.toward(p, r.forced)
	f := r.frame(p)
	switch active := f.child; active {
	case next:
		f.state &^= waits
		if r.level >= 4 {
			r.tellContinued(next)
		}
		return r.visit(next)
	case nowhere:
	default:
		if r.departs(p, active, next, place(r.jumping)) {
			return behavior.Running
		}
	}
	return r.enter(next)
}

// considerTarget goes on asking a Jump whose own conditions hold and whose value is own: it is rejected if the
// target or a group on the way is masked, or if the target rejects. A Jump that is met while another one's
// target is asked (a group that delegates to it) is rejected: Jumps do not chain, so asking has an end.
func (r *runner[A]) considerTarget(p place, own float64) (float64, Verdict) {
	t := r.tree
	j := &t.jumps[t.infos[p].jump]
	for q := j.to; q != j.common; q = t.nodes[q].parent {
		if r.masked.has(int(q)) {
			return 0, FailedTarget
		}
	}
	if r.targeting {
		return 0, FailedTarget
	}
	r.targeting = true
	value := r.ask(j.to)
	r.targeting = false
	switch {
	case !(value > 0), !r.passWay(j, t.nodes[j.to].parent):
		return 0, FailedTarget
	case t.asks[p].decide != nil || t.infos[p].weighted:
		value = own
	}
	return value, Accepted
}

// passWay asks for the squads and gates of the groups from a Jump's common group down to p that are not active: they
// are entered unasked otherwise.
func (r *runner[A]) passWay(j *jump, p place) bool {
	n := &r.tree.nodes[p]
	return p == j.common || r.passWay(j, n.parent) &&
		(n.marks&shared == 0 || r.isActive(p) || r.passShared(p, &r.tree.infos[p]) == Accepted)
}

// leapedFrom reports whether p is no candidate because of a Jump in it: it is a Jump whose target is active or
// pending, or the branch from which a Jump entered what is active now in a sibling's. While that is pending, the
// branch is what leaves, and is not asked at all.
func (r *runner[A]) leapedFrom(p place) bool {
	t := r.tree
	if i := t.infos[p].jump; i >= 0 {
		to := t.jumps[i].to
		if r.isPending(to) || r.isActive(to) {
			return true
		}
	}
	for _, i := range t.infos[p].leaps {
		to := t.jumps[i].to
		if r.frame(to).jump == place(i) && r.isActive(to) {
			return true
		}
	}
	return false
}

// isPending reports whether a place waits for a Leave: chosen by its group, or as the target of a Jump.
func (r *runner[A]) isPending(p place) bool {
	t := r.tree
	if t.nodes[0].marks&lingering == 0 {
		return false
	}
	for q := t.nodes[p].parent; q != nowhere; q = t.nodes[q].parent {
		if w := r.waiting(q); w != nil && (w.child == p || w.jump != nowhere && t.jumps[w.jump].to == p) {
			return true
		}
	}
	return false
}

// onPendingWay reports whether p is pending as a group on the way to a Jump's target, which is unasked.
func (r *runner[A]) onPendingWay(p place) bool {
	w := r.waiting(r.tree.nodes[p].parent)
	return w != nil && w.jump != nowhere && r.tree.jumps[w.jump].to != p
}
