package tick

import (
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/program"
	"github.com/decidertree/decidertree/world"
)

// listeners are the observers and the Recorder of an agent, and its overrides. Most agents have none of these, and their
// ticks test this once.
type listeners struct {
	game, tool event.Observer     // of Memory.Observe, and of tools
	observer   event.Observer     // both; nil after a panic of either
	opens      event.OpenObserver // observer, if it is an OpenObserver
	event      event.Event        // reused for each event, so that sending allocates nothing
	telling    bool               // the observer is being called
	exits      bool               // the visit that begins now gets an event for its end
	squadKey   uint64             // of the squad that was asked for last, at level 5
	canPlay    world.RoleSet      // the roles there that the agent can play
	gateKey    uint64             // of the gate that was asked for last, at level 5
	recording  *taping            // nil without one
	overrides  *engine.Holds      // set by tools; nil without any
	profile    event.Meter        // samples ticks; nil without one
	unsampled  int                // ticks until the next sampled one, which counts
	meter      event.Meter        // profile, in a sampled tick
	told       uint8              // the observer's level in a sampled tick, whose level is 5
}

// tellsBeginnings reports whether observers get activations and errors: level 1.
func (r *Runner) tellsBeginnings() bool { return r.level >= 1 }

// tellsChanges reports whether observers get all changes: level 2.
func (r *Runner) tellsChanges() bool { return r.level >= 2 }

// TellsTicks reports whether observers get every tick: level 3.
func (r *Runner) TellsTicks() bool { return r.level >= 3 }

// tellsVisits reports whether observers get every visit: level 4.
func (r *Runner) tellsVisits() bool { return r.level >= 4 }

// tellsQuestions reports whether observers get every question and its answer: level 5.
func (r *Runner) tellsQuestions() bool { return r.level >= 5 }

// IsObserved reports whether there is an observer that has not panicked.
func (r *Runner) IsObserved() bool { return r.listeners != nil && r.listeners.observer != nil }

// listener returns the listeners, and makes them at the first call.
func (r *Runner) listener() *listeners {
	if r.listeners == nil {
		r.listeners = &listeners{}
	}
	return r.listeners
}

// forgetListeners drops the listeners if all of them are nil, so that ticks skip them.
func (r *Runner) forgetListeners() {
	if l := r.listeners; l != nil && l.game == nil && l.tool == nil && l.observer == nil && l.recording == nil && l.overrides == nil && l.profile == nil {
		r.listeners = nil
		r.setLevel(0)
	}
}

// Hear sets the observer; nil for none.
func (r *Runner) Hear(o event.Observer) {
	l := r.listener()
	l.observer = o
	l.opens, _ = o.(event.OpenObserver)
	r.forgetListeners()
}

// setLevel sets the level from now on.
func (r *Runner) setLevel(level event.Level) {
	r.level = uint8(max(0, min(level, 255)))
	r.chooseAsking()
}

// chooseAsking determines whether candidates are asked in full, after the level, the overrides or strictness have changed.
func (r *Runner) chooseAsking() {
	r.asksInFull = r.isStrict() || r.tellsQuestions() || r.Held() != nil
}

// AskLevel asks the observer for its level for this agent.
func (r *Runner) AskLevel() {
	if r.listeners != nil {
		r.listeners.meter = nil
	}
	if !r.IsObserved() {
		r.setLevel(0)
		return
	}
	r.level = 0 // if it panics
	defer r.watchObserver()
	r.setLevel(r.listeners.observer.ObserveLevel(r.Context.ID))
}

// beginHeard begins a tick with listeners. It reports whether the tick must not take the quick way: it is observed, or
// the agent has overrides.
func (r *Runner) beginHeard() (whole bool) {
	l := r.listeners
	if l.observer != nil || r.level > 0 {
		r.AskLevel()
	}
	if l.profile != nil {
		if l.unsampled--; l.unsampled <= 0 {
			l.unsampled = l.profile.Begin(engine.Key{})
			l.meter, l.told = l.profile, r.level
			r.setLevel(event.Asked.Level())
		}
	}
	if l.recording != nil {
		r.BeginTake(0)
	}
	return r.level > 0 || l.overrides != nil
}

// ToldTicks reports whether the observer, apart from a meter, gets every tick.
func (r *Runner) ToldTicks() bool {
	if l := r.listeners; l != nil && l.meter != nil {
		return l.told >= 3
	}
	return r.TellsTicks()
}

// Profile sets the meter that samples the agent's ticks, from the next one on; nil for none.
func (r *Runner) Profile(m event.Meter) {
	l := r.listener()
	l.profile, l.unsampled, l.meter = m, 1, nil
	r.forgetListeners()
}

// Metering is the profile of a Runner that ticks many agents and is told which ticks are sampled.
type Metering struct {
	Meter     event.Meter
	listeners *listeners // kept while the Runner has no others
}

// Sample begins and ends a series of sampled ticks.
func (m *Metering) Sample(r *Runner, on bool) {
	if on {
		if r.listeners == nil {
			if m.listeners == nil {
				m.listeners = &listeners{}
			}
			r.listeners = m.listeners
		}
		r.listeners.profile, r.listeners.unsampled = m.Meter, 1
		return
	}
	if l := r.listeners; l != nil {
		l.profile, l.meter = nil, nil
		r.forgetListeners()
	}
}

// send passes the event to the observer.
func (r *Runner) send(e *event.Event) {
	l := r.listeners
	if l.meter != nil {
		l.meter.Meter(engine.Key{}, e, r.Tree)
		if int(e.Kind.Level()) > int(l.told) {
			return
		}
	}
	defer r.watchObserver()
	l.telling = true
	if l.opens != nil {
		l.opens.ObserveOpen(engine.Key{}, e, (*opened)(r))
	} else {
		l.observer.Observe(e)
	}
	l.telling = false
}

// watchObserver recovers a panic of the observer: the observer is dropped, and the tick goes on and returns the panic
// as an error.
func (r *Runner) watchObserver() {
	if r.PanicsThrough {
		return
	}
	if value := recover(); value != nil {
		r.listeners.observer, r.listeners.opens, r.listeners.telling = nil, nil, false
		r.setLevel(0)
		r.report(0, InObserver, PanicErrorOf(value))
	}
}

// Observe implements Memory.Observe.
func (r *Runner) Observe(o event.Observer) {
	l := r.listener()
	l.game = o
	r.Hear(Both(l.game, l.tool))
}

// Spy sets the observer of tools, which works beside the game's own.
func (r *Runner) Spy(o event.Observer) {
	l := r.listener()
	l.tool = o
	r.Hear(Both(l.game, l.tool))
}

// Both returns an observer that calls both; either may be nil.
func Both(a, b event.Observer) event.Observer {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return event.Observers{a, b}
}

// opened adapts a Runner to event.Opener.
type opened Runner

func (o *opened) AppendOpen(labels []event.Label) []event.Label {
	r := (*Runner)(o)
	r.FromOutside(func() {
		r.EachActive(r.RootIfUp(), func(p program.Place) { labels = append(labels, r.Tree.Facts[p].Label) })
	})
	return labels
}
