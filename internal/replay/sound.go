package replay

import (
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tick"
)

// Sound reports whether the agent's bytes, which may come from a forged file, lead from each active group to its own
// children, so that any walk through them ends.
func (p *Player) Sound() bool {
	r := &p.memory.Runner
	sound := true
	r.Each(func() {
		if r.Header().Up && !soundBelow(r, 0) {
			sound = false
		}
	})
	return sound
}

// soundBelow checks p, which is active, and the active places below it. Children have greater numbers than their group.
func soundBelow(r *tick.Runner, p program.Place) bool {
	n := &r.Tree.Spots[p]
	if !n.IsGroup() {
		return true
	}
	within := func(child program.Place) bool { return child == program.Nowhere || child >= n.First && child < n.Last }
	switch f := r.Frame(p); {
	case n.Policy == declaration.Concurrent:
		if r.Branches(p).Next(int(n.Last-n.First)) >= 0 || r.UnbegunBy(p).Next(int(n.Last-n.First)) >= 0 {
			return false
		}
	case !within(f.Child), n.Policy.Reactive() && !within(f.Cursor):
		return false
	}
	for q := r.ChildOf(p); q != program.Nowhere; q = r.NextChild(p, q+1) {
		if !soundBelow(r, q) {
			return false
		}
	}
	return true
}
