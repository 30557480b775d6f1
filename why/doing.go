package why

import (
	"fmt"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// wentOn describes a decider that was active and still is.
func (s *narrative) wentOn(p at, w *Place) string {
	now := s.after(p)
	text := fmt.Sprintf("It went on: it has been active for %s.", seconds(now.Duration))
	for _, more := range s.doing(p, now) {
		text = sentences(text, more)
	}
	if group := s.parent(p); group != nothing && !s.isRoot(p) {
		text = sentences(text, s.unchallenged(p, group))
	}
	return text
}

// doing describes timers, iterations and the like of an active decider.
func (s *narrative) doing(p at, now *state.Decider) (all []string) {
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	if given := s.given(p); given != "" {
		all = append(all, given)
	}
	m := &s.decider(p).Modifiers
	switch {
	case now.Leaving:
		add("It is leaving, which may take %s more.", seconds(now.LeaveLeft))
	case now.Pending.Name != "":
		add("%s was chosen in it and waits until what runs has left.", now.Pending.Name)
	}
	s.doingWithChildren(p, now, add)
	switch {
	case now.Iteration > 0 && m.Repeat == decider.Forever && now.Resting:
		add("Its iteration %d begins in the next tick.", now.Iteration)
	case now.Iteration > 0 && m.Repeat == decider.Forever:
		add("It is in iteration %d.", now.Iteration)
	case now.Iteration > 0 && now.Resting:
		add("Its iteration %d of %d begins in the next tick.", now.Iteration, m.Repeat)
	case now.Iteration > 0:
		add("It is in iteration %d of %d.", now.Iteration, m.Repeat)
	}
	if m.Timeout > 0 && !now.Leaving { // a leaving decider is not visited, so its Timeout is not tested
		add("Its Timeout ends it in %s.", seconds(now.TimeoutLeft))
	}
	if g := &now.Gate; g.Pass == state.PassInside {
		add("It is inside the gate %s, where %d of %d places are held by %s.", keyed(g.Name, g.Key), g.Held, g.Max, s.agents(g.Holders[:min(g.Held, world.Glanced)], 0))
	}
	s.doingInSquad(p, now, add)
	if now.Period > 0 {
		add("Its behavior is ticked again in %s.", seconds(now.NextTick))
	}
	if now.System != "" {
		add("Its behavior waits for a result of the system %s.", now.System)
	}
	return all
}

// doingWithChildren describes what a group has stored about its children.
func (s *narrative) doingWithChildren(p at, now *state.Decider, add func(string, ...any)) {
	switch policy := s.decider(p).Policy; {
	case now.TurnsLeft == now.Children:
	case policy == decider.Shuffle:
		add("%d of its %d children %s left in the bag.", now.TurnsLeft, now.Children, areOr(now.TurnsLeft))
	case policy.CountsTurns():
		add("The turn of %d of its %d children is still to come.", now.TurnsLeft, now.Children)
	}
	if now.Succeeded > 0 {
		add("%d of its %d children %s succeeded.", now.Succeeded, now.Accepted, hasOr(now.Succeeded))
	}
	if now.Failed > 0 {
		add("%d of its %d children %s failed.", now.Failed, now.Accepted, hasOr(now.Failed))
	}
	if now.Waiting != (state.Waiting{}) {
		add("It waits%s to enter %s.", forWhat(&now.Waiting), now.Waiting.Child.Name)
	}
}

// forWhat is " for the gate GRENADE", or the same with a squad.
func forWhat(w *state.Waiting) string {
	switch {
	case w.Gate != "":
		return " for the gate " + w.Gate
	case w.Squad != "":
		return " for the squad " + w.Squad
	}
	return ""
}

// doingInSquad describes an active decider's squad, or for a Barrier the squad above it.
func (s *narrative) doingInSquad(p at, now *state.Decider, add func(string, ...any)) {
	squad := &now.Squad
	barrier := s.decider(p).Options&decider.Barrier != 0
	if barrier {
		for q := s.parent(p); q != nothing && q.tree == p.tree; q = s.parent(q) {
			if up := s.after(q); up != nil && s.decider(q).Squad >= 0 {
				squad = &up.Squad
				break
			}
		}
	}
	name := keyed(squad.Name, squad.Key)
	switch {
	case squad.Instance == 0:
	case squad.Dissolved:
		add("Its squad %s is dissolved%s. It is reset in the next tick.", name, s.asLeft(squad.Left))
	case barrier:
		add("It waits for its squad %s: %d of %d members are at this Barrier.", name, squad.Arrived, squad.Size)
	default:
		add("It is in the squad %s with the role %d, beside %s.", name, squad.Role, s.others(squad))
		if squad.Barrier != 0 {
			add("It is at the Barrier %s with %d of %d members.", squad.At.Name, squad.Arrived, squad.Size)
		}
	}
}

// others lists the members of a squad, except the agent.
func (s *narrative) others(squad *state.Squad) string {
	var ids []world.AgentID
	for _, m := range squad.Members[:min(squad.Size, world.Glanced)] {
		ids = append(ids, m.Agent)
	}
	return s.agents(ids, s.m.Agent)
}

// seen returns the blackboard values that p's functions see, the widest scope first.
func (s *narrative) seen(p at) []Value {
	all := []Value{}
	t := s.trees[p.tree]
	for _, scope := range []declaration.KeyScope{declaration.AgentScope, declaration.TreeScope, declaration.DeciderScope} {
		for i := range s.values {
			v := &s.values[i]
			own := v.Tree.Name == t.name && v.Depth-s.depthOf(t, v.Place) == s.rootDepth(t)
			switch {
			case v.Scope != scope:
				continue
			case scope == declaration.AgentScope && s.declares(t, v.Key):
			case scope == declaration.TreeScope && own:
			case scope == declaration.DeciderScope && own && s.nearest(p, v.Key) == v.Place:
			default:
				continue
			}
			all = append(all, Value{Key: v.Key, Scope: v.Scope.String(), Decider: v.Decider.Name, Text: string(v.AppendText(nil))})
		}
	}
	return all
}

// depthOf is the depth of a place in its tree.
func (s *narrative) depthOf(t *tree, place int) int {
	if place < 0 || place >= len(t.told.Places) {
		return 0
	}
	return t.told.Places[place].Depth
}

// rootDepth is the depth of a tree's root below the agent's.
func (s *narrative) rootDepth(t *tree) int {
	for _, states := range [][]*state.Decider{t.after, t.before} {
		if len(states) > 0 && states[0] != nil {
			return states[0].Depth
		}
	}
	return 0
}

// declares reports whether a tree declares a key.
func (s *narrative) declares(t *tree, key string) bool {
	for i := range t.told.Keys {
		if t.told.Keys[i].Name == key {
			return true
		}
	}
	return false
}

// nearest is the place of the nearest decider at or above p that declares a key; -1 for none.
func (s *narrative) nearest(p at, key string) int {
	t := s.trees[p.tree].told
	for place := p.place; place >= 0; place = t.Places[place].Parent {
		for _, k := range t.Deciders[t.Places[place].Decider].Keys {
			if k >= 0 && t.Keys[k].Name == key {
				return place
			}
		}
	}
	return -1
}
