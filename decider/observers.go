package decider

import "github.com/decidertree/decidertree/world"

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

func (o Observers) observeOpen(e *Event, agent opener) {
	for _, each := range o {
		if e.Kind.Level() > each.ObserveLevel(e.Agent) {
			continue
		}
		if opens, is := each.(openObserver); is {
			opens.observeOpen(e, agent)
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
