package see

import (
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/state"
)

// This file shows what a group has stored about its children: whose turn is over, how children of a Concurrent group have
// ended, and which child the group waits for.

// turnOf returns the turn of p in its group.
func turnOf(r *tick.Runner, p program.Place) state.Turn {
	group := r.Tree.Spots[p].Parent
	if group == program.Nowhere {
		return state.TurnNone
	}
	n := &r.Tree.Spots[group]
	active := r.IsActive(group) && !r.Rests(group) // a group that rests begins anew
	if active && r.IsActive(p) || !active && n.Policy != declaration.Shuffle {
		return state.TurnNone
	}
	if active && (p == awaited(r, group) || n.Policy == declaration.Concurrent && r.UnbegunBy(group).Has(int(p-n.First))) {
		return state.TurnAwaited
	}
	i := p - n.First
	switch n.Policy {
	case declaration.Sequence:
		if i < r.Frame(group).Cursor {
			return state.TurnDone
		}
	case declaration.Selector:
		if i < r.Frame(group).Cursor {
			return state.TurnFailed
		}
	case declaration.Sequential, declaration.SequentialLooping:
		if i < r.Frame(group).Cursor {
			return state.TurnOver
		}
	case declaration.OneOff:
		if r.Spent(group).Has(int(i)) {
			return state.TurnOver
		}
	case declaration.Shuffle:
		if !r.Bag(group).Has(int(i)) {
			return state.TurnOver
		}
	}
	return state.TurnNone
}

// groupState fills in what a group has stored about its children.
func groupState(r *tick.Runner, p program.Place, s *state.Decider) {
	n := &r.Tree.Spots[p]
	if n.Policy == declaration.Shuffle {
		s.TurnsLeft = r.Bag(p).Count()
	}
	if !s.Active || s.Resting {
		return
	}
	switch n.Policy {
	case declaration.Sequential, declaration.SequentialLooping:
		s.TurnsLeft = max(0, n.Children()-int(r.Frame(p).Cursor))
	case declaration.OneOff:
		s.TurnsLeft = n.Children() - r.Spent(p).Count()
	case declaration.Concurrent:
		t := r.Tally(p)
		s.Accepted, s.Succeeded, s.Failed = int(t.Accepted), int(t.Succeeded), int(t.Failed)
	}
	child := awaited(r, p)
	if child == program.Nowhere {
		return
	}
	s.Waiting.Child = r.Tree.Facts[child].Label
	at := claimant(r, child)
	if at == program.Nowhere {
		at = waiter(r, child)
	}
	if at == program.Nowhere {
		return
	}
	switch c := r.Tree.Condition(at); {
	case c.Squad >= 0 && (c.Gate < 0 || r.Membership(at).State != program.Member):
		s.Waiting.Squad = r.Tree.Squads[c.Squad].Squad.Name
	default:
		s.Waiting.Gate = r.Tree.Gates[c.Gate].Gate.Name
	}
}

// awaited returns the child that the active group p, which does not rest, waits for (RULES R33), or Nowhere.
func awaited(r *tick.Runner, p program.Place) program.Place {
	n := &r.Tree.Spots[p]
	switch {
	case n.Policy == declaration.Concurrent:
		return r.NextOf(p, r.UnbegunBy(p), n.First)
	case r.ChildOf(p) != program.Nowhere:
		return program.Nowhere
	}
	f := r.Frame(p)
	from, to := n.First, n.Last
	switch n.Policy {
	case declaration.ReactiveSequence:
		return f.Cursor
	case declaration.Random, declaration.Shuffle:
		if f.Cursor == 0 || int(f.Cursor) > n.Children() { // only a forged recording has more
			return program.Nowhere
		}
		return n.First + f.Cursor - 1
	case declaration.Sequential, declaration.SequentialLooping, declaration.Sequence, declaration.Selector:
		from = n.First + f.Cursor
		to = min(to, from+1)
	}
	for _, holds := range [...]func(*tick.Runner, program.Place) program.Place{claimant, waiter} {
		for q := from; q < to; q++ {
			if n.Policy == declaration.OneOff && r.Spent(p).Has(int(q-n.First)) {
				continue
			}
			if holds(r, q) != program.Nowhere {
				return q
			}
		}
	}
	return program.Nowhere
}

// claimant returns the first place among p and the deciders whose answers count for p that has claimed a gate or wants a
// squad, or Nowhere.
func claimant(r *tick.Runner, p program.Place) program.Place {
	return amongAsked(r, p, false, func(r *tick.Runner, p program.Place) bool {
		c := r.Tree.Condition(p)
		return c.Squad >= 0 && r.Membership(p).State != program.NoMember && !r.Membership(p).Inside ||
			c.Gate >= 0 && r.Pass(p).State != program.NoPass && !r.Pass(p).Inside
	})
}

// waiter returns the first of these places that has the option Wait, or Nowhere.
func waiter(r *tick.Runner, p program.Place) program.Place {
	return amongAsked(r, p, false, func(r *tick.Runner, p program.Place) bool { return r.Tree.Spots[p].Options&declaration.Wait != 0 })
}

// amongAsked returns the first place that is so among p, the children that it delegates to, and for a Jump its target with the
// groups on the way; Nowhere for none. Jumps do not chain.
func amongAsked(r *tick.Runner, p program.Place, targeting bool, is func(*tick.Runner, program.Place) bool) program.Place {
	n, c := &r.Tree.Spots[p], r.Tree.Condition(p)
	switch {
	case c.Jump >= 0 && targeting:
	case c.Jump >= 0:
		j := &r.Tree.Jumps[c.Jump]
		for q := r.Tree.Spots[j.To].Parent; q != j.Common; q = r.Tree.Spots[q].Parent {
			if !r.IsActive(q) && is(r, q) {
				return q
			}
		}
		return amongAsked(r, j.To, true, is)
	case is(r, p):
		return p
	case r.Tree.PartsOf(p).Chosen >= 0:
		for q := n.First; q < n.Last; q++ {
			if found := amongAsked(r, q, targeting, is); found != program.Nowhere {
				return found
			}
		}
	}
	return program.Nowhere
}
