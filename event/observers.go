package event

import (
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// Observers lets several watch one agent: each gets the events up to its own level. The slice must not be
// changed while a memory that observes with it ticks.
type Observers []Observer

// ObserveLevel returns the highest level any of them wants.
func (o Observers) ObserveLevel(id world.AgentID) (level Level) {
	for _, each := range o {
		level = max(level, each.ObserveLevel(id))
	}
	return level
}

// ObserveOpen is for the packages of this module: Observe, where somebody knows what is open.
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

// Observe hands the event to each that wants it.
func (o Observers) Observe(e *Event) {
	for _, each := range o {
		if e.Kind.Level() <= each.ObserveLevel(e.Agent) {
			each.Observe(e)
		}
	}
}
