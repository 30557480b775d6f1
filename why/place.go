package why

import (
	"fmt"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/state"
)

// explain says what became of p in the tick.
func (s *narrative) explain(p at) Place {
	w := Place{name: s.name(p), Path: s.path(p), Tree: s.trees[p.tree].name, Place: p.place, Before: s.wasActive(p), After: s.isActive(p),
		Began: []Beginning{}, Ended: []Ending{}, Tries: []Asked{}, Values: s.seen(p)}
	if w.After {
		w.Duration = s.after(p).Duration
	}
	for _, i := range s.events(p, event.Entered) {
		w.Began = append(w.Began, s.beginning(p, i))
	}
	for _, i := range s.events(p, event.Left) {
		w.Ended = append(w.Ended, s.ending(p, i))
	}
	for _, i := range s.events(p, event.Asked) {
		w.Tries = append(w.Tries, s.asked(p, i))
	}
	s.conclude(p, &w)
	if !w.After && len(w.Tries) == 0 {
		w.Would = s.alone(p)
	}
	return w
}

// conclude finds the outcome.
func (s *narrative) conclude(p at, w *Place) {
	switch {
	case len(s.m.Events) == 0 && (s.m.Began || s.m.Lost):
		s.untold(p, w)
	case w.Before && w.After && len(w.Ended) == 0:
		w.Outcome, w.Because = WentOn, s.wentOn(p, w)
	case w.Before && w.After:
		w.Outcome = BeganAnew
		w.Because = sentences(w.Ended[len(w.Ended)-1].Words, "Then "+lower(lastBeginning(w)))
	case w.Before:
		w.Outcome = Ended
		if len(w.Ended) > 0 {
			w.Because = w.Ended[len(w.Ended)-1].Words
		} else {
			w.Because = "It ended without a word: the recording began here." // a snapshot was restored
		}
	case w.After:
		w.Outcome, w.Because = Began, lastBeginning(w)
	case len(w.Began) > 0:
		w.Outcome = BeganAndEnded
		w.Because = sentences(lastBeginning(w), "In the same tick: "+lower(lastEnding(w)))
	case s.waits(p) != "":
		w.Outcome, w.Because = Waits, s.waits(p)
	case len(w.Tries) > 0:
		s.refused(p, w)
	default:
		s.missed(p, w)
	}
}

// untold explains a tick of which only the result is recorded.
func (s *narrative) untold(p at, w *Place) {
	why := "Recording began here"
	if s.m.Lost {
		why = "The answers of this tick did not fit into the recording"
	}
	switch {
	case w.After && (w.Before || s.m.Before == nil):
		w.Outcome, w.Because = WentOn, fmt.Sprintf("%s: it was active, for %s already.", why, seconds(w.Duration))
	case w.After:
		w.Outcome, w.Because = Began, why+": it was active afterwards, and had not been before."
	case w.Before:
		w.Outcome, w.Because = Ended, why+": it was active before, and not afterwards."
	default:
		w.Outcome, w.Missed = NotAsked, &Missed{Why: missNoTick, Group: s.name(s.parent(p))}
		w.Because = why + ": it was not active."
	}
}

func lastBeginning(w *Place) string {
	if n := len(w.Began); n > 0 {
		return w.Began[n-1].Words
	}
	return "It was put back by a snapshot."
}

func lastEnding(w *Place) string {
	if n := len(w.Ended); n > 0 {
		return w.Ended[n-1].Words
	}
	return "It ended."
}

// unchallenged explains why no sibling took p's place.
func (s *narrative) unchallenged(p, group at) string {
	d := s.decider(group)
	if !s.isActive(group) || d.Policy == decider.Concurrent {
		return ""
	}
	var no []string
	for i := 0; ; i++ {
		q := s.child(group, i)
		if q == nothing {
			break
		}
		if j := s.last(q, event.Asked, s.over); q != p && j >= 0 && s.m.Events[j].Verdict != event.Accepted {
			no = append(no, s.name(q)+" "+s.asked(q, j).Words)
		}
	}
	switch n := len(no); {
	case n == 0:
		return ""
	case n <= 3:
		return "Nothing took its place: " + list(no, "and") + "."
	default:
		return fmt.Sprintf("None of the %d others that were asked took its place.", n)
	}
}

// waits explains that p was chosen and has to wait; "" if it does not.
func (s *narrative) waits(p at) string {
	group := s.parent(p)
	if group == nothing || s.isRoot(p) {
		return ""
	}
	state := s.after(group)
	if state == nil || !state.Active || state.Pending.Name != s.name(p) {
		return ""
	}
	since := "It was chosen"
	if before := s.before(group); before != nil && before.Active && before.Pending.Name == state.Pending.Name {
		since = "It had been chosen before"
	}
	if leaver, left := s.leaver(group); leaver != nothing {
		return fmt.Sprintf("%s, and waits until %s has left, which may take %s more.", since, s.name(leaver), seconds(left))
	}
	return since + ", and waits until what runs has left."
}

// leaver is the decider below group whose Leave is under way after the tick.
func (s *narrative) leaver(group at) (leaver at, left float64) {
	for _, t := range s.trees {
		for place, state := range t.after {
			if p := (at{t.number, place}); state != nil && state.Leaving && s.below(p, group) {
				return p, state.LeaveLeft
			}
		}
	}
	return nothing, 0
}

// refused explains a decider that was asked and did not become active.
func (s *narrative) refused(p at, w *Place) {
	last := &w.Tries[len(w.Tries)-1]
	switch {
	case len(s.events(p, event.Jumped)) > 0:
		w.Outcome = Jumped
		w.Because = fmt.Sprintf("It said yes, as %s, and led to %s.", last.Words, s.decider(p).Jump)
	case last.Verdict == event.Accepted:
		w.Outcome = NotChosen
		w.Because = s.notChosen(p, last)
	case last.Verdict == event.FailedMask:
		w.Outcome = Masked
		w.Because = "It " + last.Words + "."
	case last.pending:
		w.Outcome = Pending
		w.Because = "It " + last.Words + "."
		if now := s.after(p); now != nil && now.Turn == state.TurnAwaited {
			w.Because += fmt.Sprintf(" Its group %s waits for it.", s.name(s.parent(p)))
		}
	default:
		w.Outcome = Rejected
		w.Because = "It " + last.Words + "."
	}
	if last.As == asHint || last.As == asTarget && !s.wasActive(s.parent(p)) {
		s.above(p, w)
	}
}

// above adds why the group of p was not active, if it was not in the whole tick.
func (s *narrative) above(p at, w *Place) {
	group := s.parent(p)
	if group == nothing || s.isOn(group) {
		return
	}
	g := s.explain(group)
	w.Group = &g
}

// isOn reports whether p was active at any time in the tick.
func (s *narrative) isOn(p at) bool { return s.wasActive(p) || len(s.events(p, event.Entered)) > 0 }
