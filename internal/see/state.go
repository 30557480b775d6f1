package see

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/agent"
	"github.com/decidertree/decidertree/internal/memory"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/internal/tick"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// StateAt is Memory.StateAt.
func StateAt(m *agent.Agent, cursor int, activeOnly bool) (s state.Decider, next int) {
	switch {
	case m == nil || m.Tree == nil || cursor < 0 || m.At != nil:
		return state.Decider{}, -1
	case activeOnly:
		if !m.Header().Up {
			return state.Decider{}, -1
		}
	case !m.Plugged():
		if cursor >= len(m.Tree.Order) {
			return state.Decider{}, -1
		}
		return stateOf(&m.Runner, m.Tree.Order[cursor]), cursor + 1
	}
	left := cursor
	if !stateAfter(&m.Runner, 0, &left, activeOnly, &s) {
		return state.Decider{}, -1
	}
	return s, cursor + 1
}

// stateAfter walks through p and the deciders below it, skips the first *left of them, and fills in the state of the next.
// It reports whether there is one.
func stateAfter(r *tick.Runner, p program.Place, left *int, activeOnly bool, s *state.Decider) (found bool) {
	if *left == 0 {
		*s = stateOf(r, p)
		return true
	}
	*left--
	if pl := r.PluggedAt(p); pl != nil {
		r.Into(pl)
		found = (!activeOnly || r.Header().Up) && stateAfter(r, 0, left, activeOnly, s)
		r.Out()
		return found
	}
	n := &r.Tree.Spots[p]
	if !activeOnly {
		for q := n.First; q < n.Last && !found; q++ {
			found = stateAfter(r, q, left, activeOnly, s)
		}
		return found
	}
	for q := r.ChildOf(p); q != program.Nowhere && !found; q = r.NextChild(p, q+1) {
		found = stateAfter(r, q, left, activeOnly, s)
	}
	return found
}

// stateOf returns the state of the decider at p.
func stateOf(r *tick.Runner, p program.Place) state.Decider {
	t := r.Tree
	n := &t.Spots[p]
	s := state.Decider{
		Place: int(p), Tree: t.Facts[0].Label, Depth: r.Depth + int(t.Facts[p].Depth), Index: t.Index(p), Decider: t.Facts[p].Label,
		Kind: t.KindOf(p), Policy: n.Policy, Options: n.Options, Children: int(n.Last - n.First), ActiveChild: -1,
		Behavior: t.Behavior(p), BehaviorFlags: behavior.BehaviorFlags(t.Codes[p].Flags), BlockSize: int(t.Act(p).Block.Size),
	}
	if t.Condition(p).Jump >= 0 {
		s.Target = t.Label(t.Jumps[t.Condition(p).Jump].To)
	} else if pl := r.PluggedAt(p); pl != nil {
		s.Target = pl.Tree.Facts[0].Label
	}
	s.Period = t.Act(p).Period
	if given := t.Act(p).Given; given != nil {
		s.Given = given.Text
	}
	if n.Cooldown != 0 {
		s.CooldownLeft = max(0, *r.Due(n.Cooldown)-r.Now())
	}
	if t.PartsOf(p).Every != 0 {
		s.EveryLeft = max(0, *r.Due(t.PartsOf(p).Every)-r.Now())
	}
	if t.PartsOf(p).Count != 0 {
		s.Entries, s.Limit = int(*r.Count(t.PartsOf(p).Count)), int(t.Condition(p).Limit)
	}
	if t.Condition(p).Gate >= 0 {
		s.Gate = gateView(r, p)
	}
	if t.Condition(p).Squad >= 0 {
		s.Squad = squadView(r, p)
	}
	if r.IsActive(p) {
		activeState(r, p, &s)
	}
	if n.IsGroup() {
		groupState(r, p, &s)
	}
	s.Turn = turnOf(r, p)
	return s
}

// activeState fills in the fields that only an active decider has.
func activeState(r *tick.Runner, p program.Place, s *state.Decider) {
	t := r.Tree
	n := &t.Spots[p]
	s.Active = true
	s.Duration = r.Now() - *r.Start(p)
	for child := r.ChildOf(p); child != program.Nowhere; child = r.NextChild(p, child+1) {
		i := t.Index(child)
		if s.ActiveCount++; s.ActiveCount == 1 {
			s.ActiveChild = i
		}
		if i < 64 {
			s.ActiveSet |= 1 << i
		}
	}
	s.LeaveLeft, s.Leaving = leaveLeft(r, p)
	if n.Marks&program.Timed != 0 {
		s.TimeoutLeft = max(0, *r.Start(p)+t.Modifier(p).Timeout-r.Now())
	}
	if n.Marks&program.Repeats != 0 {
		s.Iteration = int(r.Repetition(p).Ended) + 1
		s.Resting = r.Rests(p)
	}
	if n.IsGroup() && r.Frame(p).State&program.HasPending != 0 {
		s.Pending = t.Facts[r.Pending(p).Child].Label
	}

	if t.PartsOf(p).Ticked != 0 {
		s.NextTick = max(0, *r.Due(t.PartsOf(p).Ticked)+t.Act(p).Period-r.Now())
	}
	if t.Act(p).Waits != nil {
		system, token := t.Act(p).Waits(r.BlockOf(p))
		s.System, s.Token = system, world.Token(token)
	}
}

// leaveLeft returns how many seconds the Leave of the active place p may still take, and whether it is under way.
func leaveLeft(r *tick.Runner, p program.Place) (seconds float64, leaves bool) {
	n := &r.Tree.Spots[p]
	if n.Marks&program.HasLeave == 0 || !n.IsGroup() && r.Rests(p) || *r.Due(r.Tree.PartsOf(p).LeaveDue) == memory.NotLeaving {
		return 0, false
	}
	return max(0, *r.Due(r.Tree.PartsOf(p).LeaveDue)-r.Now()), true
}
