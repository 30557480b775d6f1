package event

import (
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// Hooks are functions around every visit of a decider (Pereira's five): give them to [Memory.Observe], alone or
// among [Observers]. Those that are nil are not called, and what none of them needs is not told, so an agent
// without Hooks pays nothing for them. They must be quick, and must not tick, reset or close the memory.
//
// The Visit is reused for each call: copy what you keep. One Hooks serves any number of agents that one goroutine
// ticks; agents of different goroutines need one each.
type Hooks struct {
	// Enter is called when a visit begins: every tick, for every decider the tick walks through.
	Enter func(*Visit)
	// Open is called after Enter where the decider becomes active with this visit.
	Open func(*Visit)
	// Tick is called before a behavior's Tick; a decider without a behavior has none.
	Tick func(*Visit)
	// Close is called when a decider is no longer active, whatever ended it: Event.Reason tells.
	Close func(*Visit)
	// Exit is called when a visit ends, with the Status it came to, before the decider's modifiers change that.
	// It is 0 where a Jump leads elsewhere or the loop guard stops the tick. A panic ends visits without an Exit.
	Exit func(*Visit)

	visit Visit
}

// Visit is what a hook is called with: the event, and the deciders that are open.
type Visit struct {
	*Event
	agent  Opener
	labels []Label // reused
}

// Open are the deciders that are active at this moment, in the order they are declared. The slice is reused by the
// next call for the same Hooks.
func (v *Visit) Open() []Label {
	v.labels = v.labels[:0]
	if v.agent != nil {
		v.labels = v.agent.AppendOpen(v.labels)
	}
	return v.labels
}

// Opener is for the packages of this module: it tells what is open in an agent.
type Opener interface{ AppendOpen([]Label) []Label }

// OpenObserver is for the packages of this module: an Observer that wants to know what is open.
type OpenObserver interface {
	Observer
	ObserveOpen(engine.Key, *Event, Opener)
}

// ObserveLevel returns the level the hooks that are there need.
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

// Observe calls the hooks of an event, of which nobody knows what is open.
func (h *Hooks) Observe(e *Event) { h.ObserveOpen(engine.Key{}, e, nil) }

// ObserveOpen is for the packages of this module: Observe, where somebody knows what is open.
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
