package why

import (
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
)

// Ending is how a decider ended.
type Ending struct {
	Reason   behavior.Reason `json:"-"`
	Name     string          `json:"reason"`   // the name of Reason
	Duration float64         `json:"duration"` // seconds it had been active
	By       string          `json:"by"`       // the decider that took its place, or whose end or timeout ended it; "" if it ended by itself
	Group    string          `json:"group"`    // the group in which that was decided; "" if it ended by itself
	Words    string          `json:"words"`

	taker at // By, if it took its place
	event int
}

// ending explains how p ended in event i.
func (s *narrative) ending(p at, i int) Ending {
	e := &s.m.Events[i]
	w := Ending{Reason: e.Reason, Name: e.Reason.String(), Duration: e.Duration, taker: nothing, event: i}
	ran := seconds(e.Duration)
	switch e.Reason {
	case behavior.Succeeded:
		w.Words = fmt.Sprintf("It succeeded after %s.", ran)
		s.byItself(p, i, &w)
	case behavior.Failed:
		w.Words = fmt.Sprintf("It failed after %s.", ran)
		s.byItself(p, i, &w)
	case behavior.Interrupted:
		s.interrupted(p, i, &w)
	case behavior.TimedOut:
		late := s.topmost(i)
		w.By = s.name(late)
		limit := seconds(s.decider(late).Modifiers.Timeout)
		if late == p {
			w.Words = fmt.Sprintf("It was ended after %s: its Timeout of %s is over.", ran, limit)
		} else {
			w.Words = fmt.Sprintf("It was ended after %s: the Timeout of %s, %s, is over.", ran, w.By, limit)
		}
	case behavior.Cancelled:
		s.cancelled(p, i, &w)
	case behavior.Panicked:
		w.Words = fmt.Sprintf("It was ended after %s by a panic.", ran)
		for j := i; j >= 0; j-- {
			if s.m.Events[j].Kind == event.Erred && s.isPanic(&s.m.Events[j]) {
				w.By = s.m.Events[j].Decider.Name
				w.Words = fmt.Sprintf("It was ended after %s by a panic in %s, which took everything down.", ran, w.By)
			}
		}
	default:
		if squad, why := s.regrouped(p, i); squad != "" && e.Reason == behavior.Reset {
			w.Words = fmt.Sprintf("It was ended after %s: its squad %s was dissolved%s.", ran, squad, why)
			break
		}
		w.Words = fmt.Sprintf("It was ended after %s: %s.", ran, map[behavior.Reason]string{
			behavior.Reset: "it, or something above it, was reset", behavior.Closed: "the agent was closed",
			behavior.Removed: "its tree was unplugged, or the agent was removed", behavior.Restored: "a snapshot was restored in which it could not go on",
		}[e.Reason])
	}
	return w
}

// byItself adds what made p succeed or fail.
func (s *narrative) byItself(p at, i int, w *Ending) {
	if j := s.last(p, event.Returned, i); j >= 0 {
		if e := &s.m.Events[j]; e.Status != behavior.Running {
			in := "Tick"
			if e.Activating {
				in = "Activate"
			}
			w.Words = sentences(w.Words, fmt.Sprintf("Its behavior %s returned %v from %s.", e.Behavior.Name, e.Status, in))
			return
		}
	}
	if j := s.last(p, event.SubsetRuleBroken, i); j >= 0 {
		w.Words = sentences(w.Words, "It was entered, and none of its children would accept, which its own conditions should have told (Subset Rule).")
		return
	}
	if s.refusedAnew(p, i) >= 0 {
		w.Words = sentences(w.Words, "It was to choose anew, and its own Decide said no.")
		return
	}
	d := s.decider(p)
	if d.Kind() == declaration.ConditionDecider {
		w.Words = sentences(w.Words, "It is a condition leaf, which succeeds when it passes.")
	}
	if s.child(p, 0) == nothing {
		return
	}
	for j := i - 1; j >= 0; j-- {
		e, q := &s.m.Events[j], s.where(j)
		if s.parent(q) != p {
			continue
		}
		switch {
		case e.Kind == event.Left && e.Reason != behavior.Cancelled:
			w.By = s.name(q)
			w.Words = sentences(w.Words, fmt.Sprintf("The last of its children to end, %s, %s.", w.By, endedWord(e.Reason)))
			return
		case failsByNo(d, e):
			w.By = s.name(q)
			w.Words = sentences(w.Words, fmt.Sprintf("%s counts as failed, because it %s.", w.By, s.asked(q, j).Words))
			return
		case e.Kind == event.Asked && d.Policy >= decider.Sequence && e.Verdict != event.Accepted:
			w.By = s.name(q)
			w.Words = sentences(w.Words, fmt.Sprintf("It was the turn of %s, which %s.", w.By, s.asked(q, j).Words))
			return
		}
	}
}

// failsByNo reports whether e is a rejection that a Concurrent group counts as a failure.
func failsByNo(group *description.Decider, e *event.Event) bool {
	return e.Kind == event.Asked && group.Options&decider.RejectedFails != 0 && e.Verdict != event.Accepted && !e.Pending
}

func endedWord(r behavior.Reason) string {
	switch r {
	case behavior.Succeeded:
		return "succeeded"
	case behavior.Failed:
		return "failed"
	case behavior.TimedOut:
		return "ran out of time"
	}
	return "was ended"
}

// topmost is the topmost decider that ended together with the one of event i.
func (s *narrative) topmost(i int) at {
	top, reason := s.where(i), s.m.Events[i].Reason
	for j := i + 1; j < len(s.m.Events); j++ {
		e := &s.m.Events[j]
		if e.Kind != event.Left {
			if e.Kind == event.Entered || e.Kind == event.Asked || e.Kind == event.Ticking {
				break
			}
			continue
		}
		if q := s.where(j); e.Reason == reason && s.below(top, q) {
			top = q
		}
	}
	return top
}

// interrupted adds the decider that took p's place.
func (s *narrative) interrupted(p at, i int, w *Ending) {
	top := s.topmost(i)
	group := s.parent(top)
	w.Group = s.name(group)
	next := s.find(i, func(e *event.Event, q at) bool { return e.Kind == event.Entered && s.parent(q) == group })
	if next < 0 {
		w.Words = fmt.Sprintf("It was interrupted after %s.", seconds(w.Duration))
		return
	}
	w.taker = s.where(next)
	w.By = s.name(w.taker)
	b := s.beginning(w.taker, next)
	above := ""
	if top != p {
		above = fmt.Sprintf(" together with %s", s.name(top))
	}
	w.Words = fmt.Sprintf("It was interrupted after %s%s: %s took over in %s%s.", seconds(w.Duration), above, w.By, w.Group, b.core)
}

// cancelled adds the decider whose end ended p.
func (s *narrative) cancelled(p at, i int, w *Ending) {
	ran := seconds(w.Duration)
	if j := s.stopped(0); j >= 0 && j < i && isLoop(&s.m.Events[j]) {
		w.Words = fmt.Sprintf("It was ended after %s: the tick was stopped, as too much was entered in it again and again.", ran)
		return
	}
	top := s.topmost(i)
	group := s.parent(top)
	w.By, w.Group = s.name(group), s.name(group)
	if group == nothing {
		w.Words = fmt.Sprintf("It was ended after %s.", ran)
		return
	}
	d := s.decider(group)
	switch {
	case s.ownEnd(group) >= 0 && s.ownEnd(group) < i:
		e := &s.m.Events[s.ownEnd(group)]
		w.Words = fmt.Sprintf("It was ended after %s: the behavior %s of %s returned %v, which ended the group.", ran, e.Behavior.Name, w.Group, e.Status)
	case d.Policy == decider.ReactiveSequence || d.Policy == decider.ReactiveSelector:
		w.Words = fmt.Sprintf("It was ended after %s: %s, a %v, begins at its first child in every tick and did not come to it.", ran, w.Group, d.Policy)
	case d.Policy == decider.Concurrent:
		w.Words = fmt.Sprintf("It was ended after %s: %s had as many of its children succeed or fail as it takes to end.", ran, w.Group)
		for j := i - 1; j >= 0; j-- {
			e, q := &s.m.Events[j], s.where(j)
			did := ""
			switch {
			case s.parent(q) != group:
			case e.Kind == event.Left && e.Reason != behavior.Cancelled:
				did = endedWord(e.Reason)
			case failsByNo(d, e):
				did = "said no, which counts as failed"
			}
			if did != "" {
				w.By = s.name(q)
				w.Words = fmt.Sprintf("It was ended after %s: %s %s, and that ended %s.", ran, w.By, did, w.Group)
				break
			}
		}
	default:
		w.Words = fmt.Sprintf("It was ended after %s, together with %s.", ran, w.Group)
	}
}

// short describes an ending in a few words.
func (w Ending) short() string {
	switch {
	case w.Reason == behavior.Interrupted && w.By != "":
		return fmt.Sprintf(": %s took over in %s", w.By, w.Group)
	case w.Reason == behavior.TimedOut && w.By != "":
		return fmt.Sprintf(": the Timeout of %s was over", w.By)
	case w.Reason == behavior.Succeeded:
		return ", with success"
	case w.Reason == behavior.Failed:
		return ", in failure"
	case w.Reason == behavior.Panicked:
		return ", by a panic"
	}
	return ""
}
