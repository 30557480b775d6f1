package decider

// This file is what is active: a path in most trees; below Concurrent groups, and for a moment below reactive
// ones, several.

// rootIfUp is the root if it is active, else nowhere.
func (r *runner[A]) rootIfUp() place {
	if r.header().up {
		return 0
	}
	return nowhere
}

// childOf is the active child of p, which is active; of several the first in order. It is nowhere for a leaf and
// for a group that waits.
func (r *runner[A]) childOf(p place) place {
	n := &r.tree.nodes[p]
	switch {
	case !n.isGroup():
		return nowhere
	case n.policy == Concurrent:
		return r.nextBranch(p, n.first)
	case n.policy.reactive():
		f := r.frame(p)
		return min(f.child, f.cursor) // nowhere is the greatest place
	}
	return r.frame(p).child
}

// lastChild is the child of p that was activated last of those active: the one that goes down first.
func (r *runner[A]) lastChild(p place) place {
	n := &r.tree.nodes[p]
	switch {
	case !n.isGroup():
		return nowhere
	case n.policy == Concurrent:
		if i := r.branches(p).last(); i >= 0 {
			return n.first + place(i)
		}
		return nowhere
	case n.policy.reactive():
		if f := r.frame(p); f.cursor != nowhere {
			return f.cursor
		}
	}
	return r.frame(p).child
}

// nextChild is the next active child of p from q on, in order; nowhere for none.
func (r *runner[A]) nextChild(p, q place) place {
	n := &r.tree.nodes[p]
	switch {
	case !n.isGroup():
		return nowhere
	case n.policy == Concurrent:
		return r.nextBranch(p, q)
	}
	f := r.frame(p)
	first, second := f.child, nowhere
	if n.policy.reactive() {
		first, second = min(f.child, f.cursor), max(f.child, f.cursor)
	}
	if f.child == nowhere && !n.policy.reactive() {
		return nowhere
	}
	switch {
	case first != nowhere && q <= first:
		return first
	case second != nowhere && q <= second:
		return second
	}
	return nowhere
}

// isActive reports whether p is on the active path.
func (r *runner[A]) isActive(p place) bool {
	parent := r.tree.nodes[p].parent
	if parent == nowhere {
		return r.header().up
	}
	if !r.isActive(parent) {
		return false
	}
	switch n, f := &r.tree.nodes[parent], r.frame(parent); {
	case n.policy == Concurrent:
		return r.branches(parent).has(int(p - n.first))
	case n.policy.reactive():
		return f.child == p || f.cursor == p
	default:
		return f.child == p
	}
}

// join makes p one of its group's active children.
func (r *runner[A]) join(group, p place) {
	n, f := &r.tree.nodes[group], r.frame(group)
	switch {
	case n.policy == Concurrent:
		r.branches(group).set(int(p - n.first))
	case n.policy.reactive() && f.child != nowhere:
		f.cursor = p // beside the one that ran before
	default:
		f.child = p
	}
}

// unlink makes p active no more.
func (r *runner[A]) unlink(p place) {
	group := r.tree.nodes[p].parent
	if group == nowhere {
		r.header().up = false
		return
	}
	n, f := &r.tree.nodes[group], r.frame(group)
	switch {
	case n.policy == Concurrent:
		r.branches(group).unset(int(p - n.first))
	case !n.policy.reactive():
		f.child = nowhere
	default:
		if f.child == p {
			f.child = f.cursor
		}
		f.cursor = nowhere
	}
}

// eachActive calls f for what is active at and below p, in the order of the declaration, inside the tree it is in.
func (r *runner[A]) eachActive(p place, f func(place)) {
	if p == nowhere {
		return
	}
	f(p)
	if pl := r.pluggedAt(p); pl != nil {
		r.into(pl)
		r.eachActive(r.rootIfUp(), f)
		r.out()
	}
	for q := r.childOf(p); q != nowhere; q = r.nextChild(p, q+1) {
		r.eachActive(q, f)
	}
}

// pluggedAt is what is plugged in at p; nil where it is no slot, or an empty one.
func (r *runner[A]) pluggedAt(p place) *plug[A] {
	if r.tree.nodes[p].marks&connected == 0 {
		return nil
	}
	return r.plugs[r.tree.infos[p].slot]
}
