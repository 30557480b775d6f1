package decider

import "github.com/decidertree/decidertree/internal/engine"

// Sound is for package history: reports whether the agent's bytes, which may come from a file that was tampered with, lead from
// each active group to children of its own. Whatever else they are, walking through them then comes to an end.
func (p *Player) Sound(engine.Key) bool {
	r := &p.memory.runner
	sound := true
	r.each(func() {
		if r.header().up && !r.soundBelow(0) {
			sound = false
		}
	})
	return sound
}

// soundBelow looks at p, which is active, and what is active below it. Children have greater numbers than their group.
func (r *runner[A]) soundBelow(p place) bool {
	n := &r.tree.nodes[p]
	if !n.isGroup() {
		return true
	}
	within := func(child place) bool { return child == nowhere || child >= n.first && child < n.last }
	switch f := r.frame(p); {
	case n.policy == Concurrent:
		if r.branches(p).next(int(n.last-n.first)) >= 0 {
			return false
		}
	case !within(f.child), n.policy.reactive() && !within(f.cursor):
		return false
	}
	for q := r.childOf(p); q != nowhere; q = r.nextChild(p, q+1) {
		if !r.soundBelow(q) {
			return false
		}
	}
	return true
}
