package event

import (
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// Observers is an [Observer] made of several: each receives the events up to its own level. The slice must not be
// changed during a tick that it observes.
type Observers []Observer

// ObserveLevel returns the highest level of the observers; 0 for none.
func (o Observers) ObserveLevel(id world.AgentID) (level Level) {
	for _, each := range o {
		level = max(level, each.ObserveLevel(id))
	}
	return level
}

// ObserveOpen is for the packages of this module: Observe with the active deciders.
func (o Observers) ObserveOpen(_ engine.Key, e *Event, agent Opener) {
	for _, each := range o {
		if e.Kind.Level() > each.ObserveLevel(e.Agent) {
			continue
		}
		if opens, is := each.(OpenObserver); is {
			opens.ObserveOpen(engine.Key{}, e, agent)
		} else {
			each.Observe(e)
		}
	}
}

// Observe passes the event to each observer of its level or above.
func (o Observers) Observe(e *Event) {
	for _, each := range o {
		if e.Kind.Level() <= each.ObserveLevel(e.Agent) {
			each.Observe(e)
		}
	}
}
