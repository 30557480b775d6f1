package decidertest

import (
	"slices"
	"strings"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// tell hands an event to the observer, if it wants that much.
func (r *Reference[A]) tell(e decider.Event) {
	if r.observer == nil || e.Kind.Level() > r.level {
		return
	}
	e.Agent, e.Frame, e.Time, e.DT = r.id, r.frameNumber(), r.in.Time, r.in.DT
	r.observer.Observe(&e)
}

// frameNumber is the world's; without a world, the number of the tick.
func (r *Reference[A]) frameNumber() uint64 {
	switch {
	case r.world != nil:
		return r.world.Frame()
	case r.shared != nil:
		return r.shared.Frame()
	}
	return r.frame
}

// tellAbout tells of a place; e holds what is particular to this event, and the rest follows from its kind.
func (r *Reference[A]) tellAbout(p *place[A], e decider.Event) {
	e.Place, e.Depth, e.Decider, e.Index = p.number, p.depth, p.label(), p.index
	e.Tree, e.Nested = p.tree.root.label(), p.tree != r.own
	switch e.Kind {
	case decider.Activated, decider.Ticking, decider.Returned, decider.Deactivated, decider.Leaving:
		e.Behavior, e.BehaviorFlags = p.behaviorLabel(), p.decider.BehaviorFlags
	case decider.Visited, decider.Chose:
		e.Policy, e.Children = p.decider.Policy, len(p.children)
	}
	switch e.Kind {
	case decider.Visited, decider.Continued, decider.Ticking, decider.Leaving:
		e.Duration = r.in.Time - p.start
	}
	switch e.Kind {
	case decider.Visited:
		e.Flags, e.Active = p.decider.Flags, p.activeIndex()
		e.DeciderKind = p.kind()
		if p.plug != nil {
			e.Target = p.plug.root.label()
		}
	case decider.Chose: // it brings its own
	default:
		e.Active = -1
	}
	r.tell(e)
}

// kind is what a place has under it, of those that are visited.
func (p *place[A]) kind() decider.Kind {
	switch {
	case len(p.children) > 0:
		return decider.GroupDecider
	case p.decider.Slot != nil:
		return decider.SlotDecider
	}
	return decider.BehaviorDecider
}

func (r *Reference[A]) tellAsked(a *asking[A], checks decider.Checks, v decider.Verdict) {
	e := decider.Event{Kind: decider.Asked, Checks: checks, Verdict: v, Override: r.override[a.place.decider.Name]}
	if v == decider.Accepted || v >= decider.FailedDecide && v != decider.FailedOverride {
		e.Value = a.value
		e.Decided = v <= decider.FailedDecide || a.place.hasDecide() // not where only others were asked
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
	r.tellAbout(group, decider.Event{Kind: decider.Chose, Active: index})
}

// erred records an error of the tick and tells of it.
func (r *Reference[A]) erred(p *place[A], call string, err error) {
	wrapped := &decider.TickError{Agent: r.id, Time: r.in.Time, Path: p.words(), Call: call, Err: err}
	r.errs = append(r.errs, wrapped)
	r.tellAbout(p, decider.Event{Kind: decider.Erred, Err: wrapped})
}

// words is the way to a place from the root.
func (p *place[A]) words() string {
	var all []string
	for ; p != nil; p = p.parent {
		all = append(all, p.decider.Name)
	}
	slices.Reverse(all)
	return strings.Join(all, " > ")
}

// path is all that is active, in the order of the declaration.
func (r *Reference[A]) path() (path []*place[A]) {
	r.root.each(func(p *place[A]) {
		if p.active {
			path = append(path, p)
		}
	})
	return path
}

// Status is what the root returned in the last tick; Failure after a panic or a loop, 0 before the first tick
// and after Reset.
func (r *Reference[A]) Status() behavior.Status { return r.status }
