package debugprint

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// told is what an Output has told last.
type told struct {
	kind     event.Kind
	agent    world.AgentID
	place    int
	tree     event.Label
	reason   behavior.Reason
	duration float64
}

func toldOf(e *event.Event) told {
	return told{e.Kind, e.Agent, e.Place, e.Tree, e.Reason, e.Duration}
}

func (t *told) isAbout(e *event.Event) bool {
	return t.agent == e.Agent && t.place == e.Place && t.tree == e.Tree
}

// implies reports whether the readable form needs no line for an event that follows: a decider begins with a behavior of
// its name and ends with its behavior, which also ends with an iteration.
func (t *told) implies(e *event.Event) bool {
	if !t.isAbout(e) {
		return false
	}
	switch e.Kind {
	case event.Activated:
		return t.kind == event.Entered && isNamedAlike(e)
	case event.Left:
		return t.kind == event.Deactivated && t.reason == e.Reason && t.duration == e.Duration
	case event.Deactivated:
		return t.kind == event.Repeated
	}
	return false
}
