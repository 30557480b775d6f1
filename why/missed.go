package why

import (
	"errors"
	"fmt"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// missed explains why nobody asked p, which was not active at any time in the tick.
func (s *narrative) missed(p at, w *Place) {
	w.Outcome = NotAsked
	group := s.parent(p)
	m := &Missed{Group: s.name(group)}
	w.Missed = m
	tell := func(why string, by at, format string, args ...any) {
		m.Why, m.By = why, s.name(by)
		if by != nothing {
			if i := s.last(by, event.Asked, len(s.m.Events)); i >= 0 {
				a := s.asked(by, i)
				m.Answer = &a
			}
		}
		w.Because = "It was not asked: " + fmt.Sprintf(format, args...) + "."
	}
	own := s.find(0, func(e *event.Event, q at) bool { return e.Kind == event.Erred && q == p })
	switch {
	case own >= 0 && s.isPanic(&s.m.Events[own]):
		tell(missPanic, p, "its own code panicked, which took everything down")
		w.Because = "It was being asked when its own code panicked, which took everything down: " + s.m.Events[own].Err.Error() + "."
	case s.m.Operation:
		tell(missNoTick, nothing, "there was no tick, only something done with the agent between ticks")
	case group == nothing && s.stopped(0) >= 0:
		tell(missPanic, nothing, "%s", s.stoppedBy(s.stopped(0)))
	case group == nothing:
		tell(missRoot, nothing, "it is the root, which is entered when nothing is active")
	case !s.isOn(group):
		s.missedGroup(p, group, w, tell)
	case !s.hadTurn(group):
		s.missedTurn(group, tell)
	case s.isRoot(p):
		s.missedEnd(group, tell)
	default:
		s.missedIn(p, group, tell)
	}
}

type teller func(why string, by at, format string, args ...any)

// missedGroup explains a decider whose group was not active.
func (s *narrative) missedGroup(p, group at, w *Place, tell teller) {
	s.above(p, w)
	kind := "group"
	if s.isRoot(p) {
		kind = "slot"
	}
	deepest := w.Group
	for deepest.Group != nil {
		deepest = deepest.Group
	}
	tell(missGroup, group, "its %s %s was not active", kind, s.name(group))
	w.Because = sentences(w.Because, "Of "+deepest.name+": "+lower(deepest.Because))
}

// hadTurn reports whether an active group was visited in the tick, or entered.
func (s *narrative) hadTurn(group at) bool {
	return len(s.events(group, event.Visited)) > 0 || len(s.events(group, event.Entered)) > 0
}

// missedTurn explains why an active group was not visited.
func (s *narrative) missedTurn(group at, tell teller) {
	name := s.name(group)
	if left := s.events(group, event.Left); len(left) > 0 {
		tell(missGroupEnded, group, "its group %s ended before%s", name, s.ending(group, left[0]).short())
		return
	}
	for _, t := range s.trees {
		for place, state := range t.after {
			if p := (at{t.number, place}); state != nil && state.Leaving && (s.below(p, group) || s.below(group, s.parent(p)) || s.beside(p, group)) {
				tell(missLeaving, p, "%s has to leave first, which may take %s more", s.name(p), seconds(state.LeaveLeft))
				return
			}
		}
	}
	if i := s.stopped(0); i >= 0 {
		tell(missPanic, nothing, "%s", s.stoppedBy(i))
		return
	}
	tell(missGroupIdle, group, "its group %s was not visited in this tick", name)
}

// beside reports whether two positions lie below the same decider that is not active alone.
func (s *narrative) beside(p, q at) bool {
	for up := s.parent(p); up != nothing; up = s.parent(up) {
		if state := s.after(up); state != nil && state.Pending.Name != "" && s.below(q, up) {
			return true
		}
	}
	return false
}

// missedEnd explains a group that was visited and ended before it could ask its children, or never asked them.
func (s *narrative) missedEnd(group at, tell teller) {
	name := s.name(group)
	if i := s.stopped(0); i >= 0 {
		why := missPanic
		if isLoop(&s.m.Events[i]) {
			why = missLoop
		}
		tell(why, nothing, "%s", s.stoppedBy(i))
		return
	}
	if i := s.ownEnd(group); i >= 0 {
		e := &s.m.Events[i]
		tell(missGroupEnded, group, "the behavior %s of its group %s returned %v, which ended the group", e.Behavior.Name, name, e.Status)
		return
	}
	if i := s.refusedAnew(group, len(s.m.Events)); i >= 0 {
		tell(missRedecide, group, "its group %s was to choose anew, and its own Decide said no", name)
		return
	}
	if left := s.events(group, event.Left); len(left) > 0 {
		if masked := s.finished(group, left[len(left)-1]); s.decider(group).Options&decider.FinishWithChild != 0 && masked >= 0 {
			p := s.where(masked)
			tell(missGroupEnded, p, "%s ended %s, and its group %s ends with its first child that does (FinishWithChild)", s.name(p), withStatus(s.m.Events[masked].Status), name)
			return
		}
		tell(missGroupEnded, group, "its group %s ended before%s", name, s.ending(group, left[len(left)-1]).short())
		return
	}
	if state := s.after(group); state != nil && state.Active && state.Resting {
		tell(missNotYet, group, "its group %s begins again in the next tick", name)
		return
	}
	if s.led(group) {
		tell(missLed, group, "a Jump led through its group %s, which asks none of its children then", name)
		return
	}
	if p, left := s.leaver(group); p != nothing {
		tell(missLeaving, p, "%s has to leave first, which may take %s more", s.name(p), seconds(left))
		return
	}
	tell(missUnknown, group, "its group %s chose nobody in this tick", name)
}

// refusedAnew is the event before i in which a group, about to choose anew, was rejected by its own Decide; -1 for none.
func (s *narrative) refusedAnew(group at, i int) int {
	for _, j := range s.events(group, event.Asked) {
		if e := &s.m.Events[j]; j < i && e.Checks&event.AskedAgain != 0 && e.Verdict != event.Accepted && s.redecides(group, j) {
			return j
		}
	}
	return -1
}

// finished is the last event before i in which a child of a group was masked; -1 for none.
func (s *narrative) finished(group at, i int) int {
	for j := i - 1; j >= 0; j-- {
		if s.m.Events[j].Kind == event.Masked && s.parent(s.where(j)) == group {
			return j
		}
	}
	return -1
}

// led reports whether a Jump led through a group or to something in it.
func (s *narrative) led(group at) bool {
	for i := range s.m.Events {
		if s.m.Events[i].Kind == event.Jumped {
			if to := s.target(s.where(i)); to != nothing && s.below(to, group) {
				return true
			}
		}
	}
	return false
}

// target is the target of a Jump; nothing for other deciders.
func (s *narrative) target(jump at) at {
	name := s.decider(jump).Jump
	if name == "" {
		return nothing
	}
	for place := range s.trees[jump.tree].told.Places {
		if q := (at{jump.tree, place}); s.name(q) == name {
			return q
		}
	}
	return nothing
}

// ownEnd is the event in which a group's own behavior ended it; -1 for none.
func (s *narrative) ownEnd(group at) int {
	for _, i := range s.events(group, event.Returned) {
		if e := &s.m.Events[i]; e.Status != behavior.Running && e.Reason == 0 {
			return i
		}
	}
	return -1
}

func isLoop(e *event.Event) bool { return errors.Is(e.Err, decider.ErrRedecideLoop) }

// isPanic reports whether an error ended the agent's whole path.
func (s *narrative) isPanic(e *event.Event) bool { return errors.Is(e.Err, decider.ErrPanic) }
