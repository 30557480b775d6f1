package why

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// beginning explains how p became active in event i.
func (s *narrative) beginning(p at, i int) Beginning {
	b := Beginning{Instead: s.instead(p, i)}
	group := s.parent(p)
	entered := s.last(p, event.Entered, i) // an earlier time
	said := s.last(p, event.Asked, i)
	if said >= 0 && (said < entered || s.m.Events[said].Verdict != event.Accepted) {
		said = -1
	}
	jump := s.jumpTo(p, i)
	switch {
	case group == nothing:
		b.How, b.Words = howRoot, "The tick began at the root, as nothing was active."
		if s.wasActive(p) || entered >= 0 {
			b.Words = "The tree was entered from the root again."
		}
	case s.isRoot(p):
		b.How, b.By = howPlugged, s.name(group)
		b.Words = fmt.Sprintf("It is what is plugged into %s, which was visited.", b.By)
	case jump != nothing && (said < s.last(jump, event.Jumped, i)):
		s.byJump(p, jump, &b)
	case s.waitedFor(p, group) && said < 0:
		b.core = ", which had been chosen before"
		b.How, b.Words = howWaited, "It had been chosen before, and what ran has left now."
	case said >= 0:
		s.bySaying(p, group, said, i, &b)
	default:
		b.How, b.Words = howUnexplained, fmt.Sprintf("%s entered it.", s.name(group))
	}
	if b.Instead != "" && b.How != howWaited {
		b.Words = sentences(b.Words, fmt.Sprintf("It took the place of %s.", b.Instead))
	}
	b.Words = sentences(b.Words, s.given(p))
	return b
}

// given tells the parameter of p's behavior; "" without one.
func (s *narrative) given(p at) string {
	b := s.decider(p).Behavior
	if b == nil || b.Given == nil {
		return ""
	}
	return fmt.Sprintf("Its behavior %s is given %s.", b.Name, b.Given.Text)
}

// byJump explains a Jump to p, or through it.
func (s *narrative) byJump(p, jump at, b *Beginning) {
	b.How, b.By = howJump, s.name(jump)
	b.core = ", to which the Jump " + b.By + " led"
	words := ""
	if i := s.last(jump, event.Asked, len(s.m.Events)); i >= 0 {
		a := s.asked(jump, i)
		b.Value, words = a.Value, ", which said yes as "+a.Words+","
		b.core += ", as " + a.Words
	}
	if to := s.target(jump); to == p {
		b.Words = fmt.Sprintf("The Jump %s%s led here.", b.By, words)
		return
	}
	b.Words = fmt.Sprintf("The Jump %s%s leads through here to %s.", b.By, words, s.decider(jump).Jump)
}

// jumpTo is the last Jump before event i if its way leads through p; nothing for none.
func (s *narrative) jumpTo(p at, i int) at {
	for j := i - 1; j >= 0; j-- {
		e, jump := &s.m.Events[j], s.where(j)
		if e.Kind == event.Entered && jump == p {
			return nothing
		}
		if e.Kind != event.Jumped {
			continue
		}
		if to := s.target(jump); to != nothing && s.below(to, p) {
			if k := s.last(to, event.Entered, i); to != p && k > j {
				return nothing // it has arrived
			}
			return jump
		}
		return nothing
	}
	return nothing
}

// waitedFor reports whether p, or a Jump's target at or below it, was pending before the tick.
func (s *narrative) waitedFor(p, group at) bool {
	for q := group; q != nothing; q = s.parent(q) {
		if b := s.before(q); b != nil && b.Active && b.Pending.Name != "" {
			if pending := s.named(q.tree, b.Pending.Name); pending != nothing && s.below(pending, p) || s.below(p, pending) {
				return true
			}
		}
	}
	return false
}

func (s *narrative) named(tree int, name string) at {
	for place := range s.trees[tree].told.Places {
		if q := (at{tree, place}); s.name(q) == name {
			return q
		}
	}
	return nothing
}

// bySaying explains that p was asked in event said and accepted.
func (s *narrative) bySaying(p, group at, said, i int, b *Beginning) {
	a := s.asked(p, said)
	g := s.decider(group)
	b.How, b.Value, b.core = howAsked, a.Value, ", as "+a.Words
	fired := s.last(p, event.Fired, i)
	switch {
	case s.m.Events[said].Override == event.Forced:
		b.How, b.Words = howForced, "It was entered, as an override forces it."
	case fired > said:
		b.How, b.Words = howMonitor, fmt.Sprintf("As a Monitor it fired: it said no the time before and yes now, as %s.", a.Words)
	case a.As == asHint:
		b.How, b.By = howDelegated, g.Name
		b.Words = fmt.Sprintf("It said yes, as %s, already when %s was asked, which delegates to its children.", a.Words, g.Name)
	case g.Policy == decider.Scored:
		b.Words = fmt.Sprintf("It said yes, as %s, the most in %s.", a.Words, g.Name)
	case g.Policy == decider.Random || g.Policy == decider.Shuffle:
		b.Words = fmt.Sprintf("It said yes, as %s, and was drawn in %s.", a.Words, g.Name)
	case g.Policy == decider.Concurrent:
		b.Words = fmt.Sprintf("It said yes, as %s, when %s was entered, whose children run side by side.", a.Words, g.Name)
	case g.Policy >= decider.Sequence:
		b.Words = fmt.Sprintf("It was its turn in %s, and it said yes, as %s.", g.Name, a.Words)
	default:
		b.Words = fmt.Sprintf("%s asked it, and it said yes, as %s.", g.Name, a.Words)
	}
	if no := s.othersNo(p, group, said); no != "" {
		b.Words = sentences(b.Words, no)
	}
}

// othersNo lists the answers of the siblings before p, which are asked first.
func (s *narrative) othersNo(p, group at, said int) string {
	d := s.decider(group)
	if d.Policy != decider.PrioritizedList && d.Policy != decider.OneOff {
		return ""
	}
	var no []string
	for i := 0; i < s.index(p); i++ {
		q := s.child(group, i)
		if j := s.last(q, event.Asked, said); j >= 0 && s.m.Events[j].Verdict != event.Accepted {
			no = append(no, s.name(q)+" "+s.asked(q, j).Words)
		}
	}
	switch n := len(no); {
	case n == 0:
		return ""
	case n <= 3:
		return "Nothing before it did: " + list(no, "and") + "."
	default:
		return fmt.Sprintf("The %d before it said no.", n)
	}
}

// instead is the sibling that p interrupted; "" for none.
func (s *narrative) instead(p at, i int) string {
	group := s.parent(p)
	for j := i - 1; j >= 0; j-- {
		e, q := &s.m.Events[j], s.where(j)
		switch {
		case e.Kind == event.Left && s.parent(q) == group && group != nothing && !s.isRoot(q):
			if e.Reason == behavior.Interrupted {
				return s.name(q)
			}
			return ""
		case e.Kind == event.Entered || e.Kind == event.Continued:
			return ""
		}
	}
	return ""
}
