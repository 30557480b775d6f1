package reference

import (
	"slices"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
	"github.com/decidertree/decidertree/event"
)

// tell sends an event to the observer if its level includes it.
func (r *Reference[A]) tell(e event.Event) {
	if r.observer == nil || e.Kind.Level() > r.level {
		return
	}
	e.Agent, e.Frame, e.Time, e.DT = r.id, r.frameNumber(), r.in.Time, r.in.DT
	r.observer.Observe(&e)
}

// frameNumber returns the world's frame or, without a world, the number of the tick.
func (r *Reference[A]) frameNumber() uint64 {
	switch {
	case r.world != nil:
		return r.world.Frame()
	case r.shared != nil:
		return r.shared.Frame()
	}
	return r.frame
}

// tellAbout sends an event about a place. e holds the fields particular to this event; the others follow from its kind.
func (r *Reference[A]) tellAbout(p *place[A], e event.Event) {
	e.Place, e.Depth, e.Decider, e.Index = p.number, p.depth, p.label(), p.index
	e.Tree, e.Nested = p.tree.root.label(), p.tree != r.own
	switch e.Kind {
	case event.Activated, event.Ticking, event.Returned, event.Deactivated, event.Leaving:
		e.Behavior, e.BehaviorFlags = p.behaviorLabel(), p.decider.BehaviorFlags
	case event.Visited, event.Chose:
		e.Policy, e.Children = p.decider.Policy, len(p.children)
	}
	switch e.Kind {
	case event.Visited, event.Continued, event.Ticking, event.Leaving:
		e.Duration = r.in.Time - p.start
	}
	switch e.Kind {
	case event.Visited:
		e.Options, e.Active = p.decider.Options, p.activeIndex()
		e.DeciderKind = p.kind()
		if p.plug != nil {
			e.Target = p.plug.root.label()
		}
	case event.Chose: // e has its own
	default:
		e.Active = -1
	}
	r.tell(e)
}

// kind returns the kind of a place's decider.
func (p *place[A]) kind() declaration.Kind {
	switch {
	case len(p.children) > 0:
		return declaration.GroupDecider
	case p.decider.Slot != nil:
		return declaration.SlotDecider
	case p.isCondition():
		return declaration.ConditionDecider
	}
	return declaration.BehaviorDecider
}

func (r *Reference[A]) tellAsked(a *asking[A], checks event.Checks, v event.Verdict) {
	e := event.Event{Kind: event.Asked, Checks: checks, Verdict: v, Pending: a.pending, Override: r.override[a.place.decider.Name]}
	if v == event.Accepted || v >= event.FailedDecide && v != event.FailedOverride {
		e.Value = a.value
		e.Decided = v <= event.FailedDecide || a.place.hasDecide() // not if only other deciders were asked
	}
	if a.place.decider.Squad != nil {
		e.SquadKey, e.CanPlay = a.squadKey, a.canPlay
	}
	if a.place.decider.Gate != nil {
		e.GateKey = a.gateKey
	}
	if p := a.place; p.decider.Jump != "" {
		e.Target = p.target.label()
	}
	r.tellAbout(a.place, e)
}

func (r *Reference[A]) tellChose(group, child *place[A]) {
	index := -1
	if child != nil {
		index = child.index
	}
	r.tellAbout(group, event.Event{Kind: event.Chose, Active: index})
}

// erred records an error of the tick and tells of it.
func (r *Reference[A]) erred(p *place[A], call string, err error) {
	wrapped := &decider.TickError{Agent: r.id, Time: r.in.Time, Path: p.words(), Call: call, Err: err}
	r.errs = append(r.errs, wrapped)
	r.tellAbout(p, event.Event{Kind: event.Erred, Err: wrapped})
}

// words returns the names from the root to a place.
func (p *place[A]) words() string {
	var all []string
	for ; p != nil; p = p.parent {
		all = append(all, p.decider.Name)
	}
	slices.Reverse(all)
	return strings.Join(all, " > ")
}

// path returns all active places in the order of the declaration.
func (r *Reference[A]) path() (path []*place[A]) {
	r.root.each(func(p *place[A]) {
		if p.active {
			path = append(path, p)
		}
	})
	return path
}

// Status returns the root's status in the last tick; Failure after a panic or a loop, 0 before the first tick
// and after Reset.
func (r *Reference[A]) Status() behavior.Status { return r.status }
