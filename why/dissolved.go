package why

import (
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// This file describes squads that were dissolved.

// dissolved returns the name of the squad of the nearest group at or above p whose squad the agent was in when the tick
// began, and which has been dissolved, and why; "" for none.
func (s *narrative) dissolved(p at) (squad, why string) {
	for q := p; q != nothing; q = s.parent(q) {
		was := s.before(q)
		if was == nil || s.decider(q).Squad < 0 || was.Squad.Instance == 0 {
			continue
		}
		left, is := was.Squad.Left, was.Squad.Dissolved
		for i := range s.m.Squads {
			if sq := &s.m.Squads[i]; sq.Instance == was.Squad.Instance {
				left, is = sq.Left, sq.Dissolved
			}
		}
		if is {
			return keyed(was.Squad.Name, was.Squad.Key), s.asLeft(left)
		}
	}
	return "", ""
}

// asLeft names the member that has left a squad too soon, and why: ", as #7 left its role 2 (Interrupted)".
func (s *narrative) asLeft(left world.SquadLeft) string {
	if left.Agent == 0 {
		return ""
	}
	return ", as " + string(s.names.AppendLeft(nil, left))
}

// regrouped is dissolved, if that is why event i reset p: it is done before anything else in a tick.
func (s *narrative) regrouped(p at, i int) (squad, why string) {
	if i >= s.over {
		return "", ""
	}
	for j := range i {
		switch s.m.Events[j].Kind {
		case event.Visited, event.Entered, event.TickFinished:
			return "", ""
		}
	}
	return s.dissolved(p)
}
