package why

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// missedIn explains why a group that was visited did not ask its child p.
func (s *narrative) missedIn(p, group at, tell teller) {
	switch d := s.decider(group); {
	case d.Policy == decider.Concurrent:
		s.missedConcurrent(group, tell)
	case d.Policy >= decider.Sequence:
		s.missedInOrder(p, group, tell)
	default:
		s.missedChoice(p, group, tell)
	}
}

// missedConcurrent: children are asked only when the group is entered.
func (s *narrative) missedConcurrent(group at, tell teller) {
	name := s.name(group)
	if len(s.events(group, event.Entered)) > 0 || s.ownEnd(group) >= 0 {
		s.missedEnd(group, tell)
		return
	}
	tell(missDeclined, group, "%s asks its children when it is entered, and this one said no then or has ended since", name)
}

// missedInOrder: children of run-first groups take turns.
func (s *narrative) missedInOrder(p, group at, tell teller) {
	d, name := s.decider(group), s.name(group)
	touched, at, runs := nothing, -1, false
	for i := range s.m.Events {
		e, q := &s.m.Events[i], s.where(i)
		if i >= s.over || q == nothing || s.parent(q) != group || s.isRoot(q) {
			continue
		}
		switch e.Kind {
		case event.Asked, event.Entered, event.Continued, event.Visited, event.Erred, event.Left:
			if e.Kind == event.Asked && s.isMonitorAsked(q, i) || e.Kind == event.Left && e.Reason == behavior.Cancelled {
				continue
			}
			touched, at = q, i
		}
	}
	if touched == nothing {
		s.missedEnd(group, tell)
		return
	}
	runs = s.activeAt(touched, s.over)
	word := map[bool]string{true: "said no or failed", false: "succeeded"}[d.Policy == decider.Sequence || d.Policy == decider.ReactiveSequence]
	e := &s.m.Events[at]
	switch before := s.index(p) < s.index(touched); {
	case before && d.Policy == decider.Sequence:
		tell(missDone, touched, "it is done already, and %s, a Sequence, does not do it again", name)
	case before:
		tell(missDone, touched, "it has failed or said no already, and %s, a Selector, does not try it again", name)
	case s.after(group) != nil && s.after(group).Waiting.Child.Name == s.name(touched):
		tell(missNotYet, touched, "its turn in %s comes after %s, and %s waits%s to enter that one", name, s.name(touched), name, forWhat(&s.after(group).Waiting))
	case runs:
		tell(missNotYet, touched, "its turn in %s comes after %s, which runs", name, s.name(touched))
	case e.Kind == event.Left && e.Reason == behavior.Panicked, e.Kind == event.Erred && s.isPanic(e):
		tell(missPanic, touched, "a panic took everything down when it was the turn of %s", s.name(touched))
	default:
		if i := s.stopped(0); i >= 0 {
			s.missedEnd(group, tell)
			return
		}
		tell(missGroupEnded, touched, "%s %s, which ended %s, a %v, before its turn", s.name(touched), word, name, d.Policy)
	}
}

// isMonitorAsked reports whether event i is the asking of a Monitor while another child of its Selector runs.
func (s *narrative) isMonitorAsked(p at, i int) bool {
	if s.decider(p).Options&decider.Monitor == 0 {
		return false
	}
	group := s.parent(p)
	for j := 0; ; j++ {
		q := s.child(group, j)
		if q == nothing {
			return false
		}
		if s.activeAt(q, i) {
			return true
		}
	}
}

// missedChoice: a decide-first group asks its children until it has chosen.
func (s *narrative) missedChoice(p, group at, tell teller) {
	d, name := s.decider(group), s.name(group)
	chose := s.last(group, event.Chose, len(s.m.Events))
	if chose < 0 {
		if runs := s.ran(group); runs != nothing && s.ownEnd(group) < 0 && s.activeAt(runs, s.over) {
			s.missedRuns(runs, group, tell)
			return
		}
		s.missedEnd(group, tell)
		return
	}
	chosen := s.child(group, s.m.Events[chose].Active)
	if chosen == nothing {
		if runs := s.ran(group); runs != nothing {
			chosen = runs
		}
	}
	if b := s.before(group); b != nil && b.Pending.Name != "" && s.m.Events[chose].Active < 0 {
		tell(missLeaving, nothing, "%s was chosen before in %s and waits until what runs has left; only what stands above it may take its place", b.Pending.Name, name)
		return
	}
	if left := s.events(group, event.Left); len(left) > 0 && left[len(left)-1] > chose && !s.activeAt(group, s.over) && s.m.Events[chose].Active < 0 {
		s.missedEnd(group, tell)
		return
	}
	switch {
	case d.Policy == decider.OneOff && (chosen == nothing || s.index(p) < s.index(chosen)):
		tell(missDone, nothing, "it has had its one turn in %s, a OneOff group", name)
	case d.Policy == decider.Sequential && (chosen == nothing || s.index(p) < s.index(chosen)):
		tell(missDone, nothing, "its turn in %s, a Sequential group, is over", name)
	case d.Policy == decider.Shuffle:
		tell(missDone, chosen, "it has had its turn in this round of %s, a Shuffle group", name)
	case chosen == nothing:
		s.missedEnd(group, tell)
	case s.m.Events[chose].Active < 0:
		s.missedRuns(chosen, group, tell)
	default:
		tell(missChosen, chosen, "%s, which %s before it, was chosen%s", s.name(chosen), s.stands(p, chosen), s.valueOf(chosen))
	}
}

// stands is "stands", or for a group that goes round "came".
func (s *narrative) stands(p, chosen at) string {
	if s.index(chosen) > s.index(p) {
		return "came"
	}
	return "stands"
}

// valueOf returns the answer of a chosen decider.
func (s *narrative) valueOf(p at) string {
	i := s.last(p, event.Asked, len(s.m.Events))
	if i < 0 || s.m.Events[i].Verdict != event.Accepted {
		return ""
	}
	return ", as " + s.asked(p, i).Words
}

// missedRuns explains that a running child could not be challenged.
func (s *narrative) missedRuns(runs, group at, tell teller) {
	d, name := s.decider(group), s.name(group)
	if d.Policy == decider.PrioritizedList || d.Policy == decider.OneOff {
		tell(missRuns, runs, "%s runs, and in %s only what stands above it may take its place", s.name(runs), name)
		return
	}
	tell(missRuns, runs, "%s runs, and %s, a %v group, asks nobody meanwhile", s.name(runs), name, d.Policy)
}

// ran is the child that was active when the group was visited, as far as the events show.
func (s *narrative) ran(group at) at {
	for i := range s.over {
		e, q := &s.m.Events[i], s.where(i)
		if e.Kind == event.Continued && s.parent(q) == group && !s.isRoot(q) {
			return q
		}
	}
	for i := 0; ; i++ {
		q := s.child(group, i)
		if q == nothing || s.wasActive(q) {
			return q
		}
	}
}
