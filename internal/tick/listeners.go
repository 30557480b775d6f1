package tick

import (
	"runtime/debug"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/program"
)

// listeners are those who learn what an agent does: observers, and a Recorder. Most agents have none, and their ticks
// look once whether they do.
type listeners struct {
	game, tool event.Observer     // those of Memory.Observe and of tools
	observer   event.Observer     // both; nil after it has panicked
	opens      event.OpenObserver // the same, if it wants to know what is open
	event      event.Event        // reused for each event, so that telling allocates nothing
	exits      bool               // the visit that begins now is observed to its end
	squadKey   uint64             // of the squad that was asked for last, at level 5
	gateKey    uint64             // of the gate
	recording  *taping            // nil for none
	heldTo     *engine.Holds      // by tools; nil for nothing
}

// tellsBeginnings reports whether observers want to know which behaviors begin, and what goes wrong: level 1.
func (r *Runner) tellsBeginnings() bool { return r.level >= 1 }

// tellsChanges reports whether they want to know all that changes: level 2.
func (r *Runner) tellsChanges() bool { return r.level >= 2 }

// tellsTicks reports whether they want to know of every tick: level 3.
func (r *Runner) TellsTicks() bool { return r.level >= 3 }

// tellsVisits reports whether they want to know of every visit: level 4.
func (r *Runner) tellsVisits() bool { return r.level >= 4 }

// tellsQuestions reports whether they want to know of everything that is asked: level 5.
func (r *Runner) tellsQuestions() bool { return r.level >= 5 }

// isObserved reports whether there is an observer that has not panicked.
func (r *Runner) IsObserved() bool { return r.ears != nil && r.ears.observer != nil }

// listener makes room for listeners.
func (r *Runner) listener() *listeners {
	if r.ears == nil {
		r.ears = &listeners{}
	}
	return r.ears
}

// forgetListeners has ticks look for none where there are none.
func (r *Runner) forgetListeners() {
	if l := r.ears; l != nil && l.game == nil && l.tool == nil && l.observer == nil && l.recording == nil && l.heldTo == nil {
		r.ears = nil
		r.setLevel(0)
	}
}

// hear has an observer told; nil for nobody.
func (r *Runner) Hear(o event.Observer) {
	l := r.listener()
	l.observer = o
	l.opens, _ = o.(event.OpenObserver)
	r.forgetListeners()
}

// setLevel takes what is told from now on.
func (r *Runner) setLevel(level event.Level) {
	r.level = uint8(max(0, min(level, 255)))
	r.asksInFull = r.tellsQuestions() || r.Held() != nil
}

// askLevel asks the observer how much it wants of this agent.
func (r *Runner) AskLevel() {
	if !r.IsObserved() {
		r.setLevel(0)
		return
	}
	r.level = 0 // if it panics
	defer r.watchObserver()
	r.setLevel(r.ears.observer.ObserveLevel(r.Context.ID))
}

// beginHeard begins a tick that somebody listens to. It reports whether the tick has to be done as a whole: it is observed,
// or the agent is held to something.
func (r *Runner) beginHeard() (whole bool) {
	l := r.ears
	if l.observer != nil || r.level > 0 {
		r.AskLevel()
	}
	if l.recording != nil {
		r.BeginTake(0)
	}
	return r.level > 0 || l.heldTo != nil
}

// send tells the observer.
func (r *Runner) send(e *event.Event) {
	defer r.watchObserver()
	if l := r.ears; l.opens != nil {
		l.opens.ObserveOpen(engine.Key{}, e, (*opened)(r))
	} else {
		l.observer.Observe(e)
	}
}

// watchObserver contains a panic of the observer: it is dropped, and the tick goes on and tells of it as an error.
func (r *Runner) watchObserver() {
	if r.PanicsThrough {
		return
	}
	if value := recover(); value != nil {
		r.ears.observer, r.ears.opens = nil, nil
		r.setLevel(0)
		r.report(0, InObserver, &event.PanicError{Value: value, Stack: debug.Stack()})
	}
}

// Observe is Memory.Observe.
func (r *Runner) Observe(o event.Observer) {
	l := r.listener()
	l.game = o
	r.Hear(Both(l.game, l.tool))
}

// spy has an observer of tools told, beside the game's own.
func (r *Runner) Spy(o event.Observer) {
	l := r.listener()
	l.tool = o
	r.Hear(Both(l.game, l.tool))
}

// Both is an observer for two, of whom either may be nil.
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
