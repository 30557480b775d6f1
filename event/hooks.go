package event

import (
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// Hooks is an [Observer] with a function for each step of a visit (Pereira's five). Pass it to Memory.Observe, alone
// or in [Observers]. Nil functions are not called, and it requests only the level that the others need. They must be
// quick, and must not tick, reset or close the memory.
//
// The Visit is reused for each call: copy what you keep. One Hooks serves any number of agents that one goroutine
// ticks; agents of other goroutines need their own.
type Hooks struct {
	// Enter is called when a visit begins: every tick, for every decider that the tick visits.
	Enter func(*Visit)
	// Open is called after Enter if the decider becomes active with this visit.
	Open func(*Visit)
	// Tick is called before a behavior's Tick; never for a decider without a behavior.
	Tick func(*Visit)
	// Close is called when a decider is no longer active, whatever ended it. Event.Reason is the cause.
	Close func(*Visit)
	// Exit is called when a visit ends, with its Status before the decider's modifiers change that. The Status is 0
	// if a Jump leads elsewhere or the loop guard stops the tick. After a panic Exit is not called.
	Exit func(*Visit)

	visit Visit
}

// Visit is the argument of a hook: the event, and the deciders that are active.
type Visit struct {
	*Event
	agent  Opener
	labels []Label // reused
}

// Open returns the deciders that are active at this moment, in the order they are declared. The next call for the
// same Hooks reuses the slice.
func (v *Visit) Open() []Label {
	v.labels = v.labels[:0]
	if v.agent != nil {
		v.labels = v.agent.AppendOpen(v.labels)
	}
	return v.labels
}

// Opener is for the packages of this module: it lists the active deciders of an agent.
type Opener interface{ AppendOpen([]Label) []Label }

// OpenObserver is for the packages of this module: an Observer that also needs the active deciders.
type OpenObserver interface {
	Observer
	ObserveOpen(engine.Key, *Event, Opener)
}

// ObserveLevel returns the level that the functions need; 0 if all are nil.
func (h *Hooks) ObserveLevel(world.AgentID) Level {
	switch {
	case h.Enter != nil || h.Exit != nil:
		return Exited.Level()
	case h.Tick != nil:
		return Ticking.Level()
	case h.Open != nil || h.Close != nil:
		return Entered.Level()
	}
	return 0
}

// Observe calls the hooks of an event. Visit.Open is empty then.
func (h *Hooks) Observe(e *Event) { h.ObserveOpen(engine.Key{}, e, nil) }

// ObserveOpen is for the packages of this module: Observe with the active deciders.
func (h *Hooks) ObserveOpen(_ engine.Key, e *Event, agent Opener) {
	h.visit.Event, h.visit.agent = e, agent
	call := func(hook func(*Visit)) {
		if hook != nil {
			hook(&h.visit)
		}
	}
	switch e.Kind {
	case Visited:
		call(h.Enter)
	case Entered:
		call(h.Enter)
		call(h.Open)
	case Ticking:
		call(h.Tick)
	case Left:
		call(h.Close)
	case Exited:
		call(h.Exit)
	}
}
