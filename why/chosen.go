package why

import (
	"fmt"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// notChosen explains why p, which accepted when it was last asked, was not entered.
func (s *narrative) notChosen(p at, last *Asked) string {
	i := s.last(p, event.Asked, len(s.m.Events))
	yes := "It said yes, as " + last.Words
	group := s.parent(p)
	if last.As == asTarget {
		return yes + ", as " + last.By + " asked, which leads to it, and was not taken."
	}
	if i := s.stopped(i); i >= 0 {
		return yes + ", but " + s.stoppedBy(i) + "."
	}
	if group == nothing {
		return yes + "."
	}
	g := s.decider(group)
	chose := s.find(i, func(e *event.Event, q at) bool { return e.Kind == event.Chose && q == group })
	chosen := nothing
	if chose >= 0 {
		chosen = s.child(group, s.m.Events[chose].Active)
	}
	switch {
	case chosen != nothing && chosen != p:
		return yes + ", but " + s.preferred(group, chosen) + "."
	case last.As == asHint:
		return fmt.Sprintf("%s, but its group %s was not entered.", yes, g.Name)
	case g.Policy == decider.Scored && chose >= 0:
		return yes + ", but " + s.unbeaten(group, chose) + "."
	case g.Policy == decider.Concurrent:
		return fmt.Sprintf("%s, but %s ended before it was its turn.", yes, g.Name)
	case s.decider(p).Options&decider.Monitor != 0:
		return yes + ", but as a Monitor it fires only if it said no the time before."
	}
	return fmt.Sprintf("%s, but %s did not enter it.", yes, g.Name)
}

// preferred explains why a group chose another child.
func (s *narrative) preferred(group, chosen at) string {
	g, name := s.decider(group), s.name(chosen)
	value := ""
	if j := s.last(chosen, event.Asked, len(s.m.Events)); j >= 0 && s.m.Events[j].Verdict == event.Accepted {
		value = fmt.Sprintf(" with %s", number(s.m.Events[j].Value))
	}
	switch g.Policy {
	case decider.Scored:
		return fmt.Sprintf("%s came first in %s%s", name, g.Name, value)
	case decider.Random, decider.Shuffle:
		return fmt.Sprintf("%s was drawn in %s%s", name, g.Name, value)
	}
	return fmt.Sprintf("%s was chosen in %s%s", name, g.Name, value)
}

// unbeaten describes the running child of a Scored group that was not beaten.
func (s *narrative) unbeaten(group at, chose int) string {
	g := s.decider(group)
	for i := chose - 1; i >= 0; i-- {
		e, q := &s.m.Events[i], s.where(i)
		if e.Kind == event.Asked && e.Checks&event.AskedAgain != 0 && s.parent(q) == group {
			text := fmt.Sprintf("%s, which runs, is worth %s", s.name(q), number(max(0, e.Value)))
			if g.Margin > 0 {
				text += fmt.Sprintf(", and it takes %s more than that", number(g.Margin))
			}
			return text
		}
	}
	if c := s.find(chose, func(e *event.Event, q at) bool {
		return e.Kind == event.Continued && s.parent(q) == group
	}); c >= 0 {
		return s.name(s.where(c)) + ", which runs, is worth as much or more"
	}
	return "that was not enough to be taken"
}

// stopped is the event after i that ended the tick early: the first error of a panic or of the loop guard; -1 for
// none.
func (s *narrative) stopped(i int) int {
	return s.find(i, func(e *event.Event, _ at) bool { return e.Kind == event.Erred && (isLoop(e) || s.isPanic(e)) })
}

// stoppedBy describes that event.
func (s *narrative) stoppedBy(i int) string {
	e := &s.m.Events[i]
	if isLoop(e) {
		return "the tick was stopped, as too much was entered in it again and again"
	}
	return fmt.Sprintf("a panic in %s took everything down", e.Decider.Name)
}
