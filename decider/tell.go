package decider

import (
	"runtime/debug"
	"strings"

	"github.com/decidertree/decidertree/behavior"
)

// This file makes events. It is reached only where somebody observes at the event's level; one Event is
// reused for all, so telling allocates nothing.

// event begins an event about p.
func (r *runner[A]) event(kind EventKind, p place) *Event {
	in := &r.tree.infos[p]
	e := &r.current
	*e = Event{
		Kind: kind, Agent: r.context.ID, Frame: r.frameNumber(), Time: r.toldTime(), DT: r.dt,
		Depth: r.depth + in.depth, Place: int(p), Decider: in.label, Tree: r.tree.infos[0].label,
		Nested: r.at != nil, Index: r.tree.index(p), Active: -1,
	}
	return e
}

func (r *runner[A]) send(e *Event) {
	defer r.watchObserver()
	if r.opens != nil {
		r.opens.observeOpen(e, (*opened[A])(r))
		return
	}
	r.observer.Observe(e)
}

// askLevel asks the observer how much it wants of this agent.
func (r *runner[A]) askLevel() {
	r.level = 0
	if r.observer != nil {
		defer r.watchObserver()
		r.level = r.observer.ObserveLevel(r.context.ID)
	}
}

// watchObserver contains a panic of the observer: it is dropped, and the tick goes on and tells of it as an error.
func (r *runner[A]) watchObserver() {
	if r.letPanics {
		return
	}
	if value := recover(); value != nil {
		r.observer, r.opens, r.level = nil, nil, 0
		r.report(0, inObserver, &PanicError{Value: value, Stack: debug.Stack()})
	}
}

// tell tells an event that needs nothing more.
func (r *runner[A]) tell(kind EventKind, p place) { r.send(r.event(kind, p)) }

func (r *runner[A]) tellStart() {
	e := r.event(TickStarted, 0)
	e.DecisionFlags, e.Stimuli = r.flags, r.context.Stimuli.Flags()
	r.send(e)
}

func (r *runner[A]) tellFinish() {
	e := r.event(TickFinished, 0)
	e.Status = behavior.Status(r.header().state)
	r.eachActive(r.rootIfUp(), func(place) { e.PathLength++ })
	r.send(e)
}

func (r *runner[A]) tellVisit(p place) {
	n := &r.tree.nodes[p]
	e := r.event(Visited, p)
	e.Policy, e.Flags, e.Children = n.policy, n.flags, int(n.last-n.first)
	e.Duration = r.now() - *r.start(p)
	if child := r.childOf(p); child != nowhere {
		e.Active = r.tree.index(child)
	}
	e.DeciderKind = r.tree.kindOf(p)
	if pl := r.pluggedAt(p); pl != nil {
		e.Target = pl.tree.infos[0].label
	}
	r.send(e)
}

func (r *runner[A]) tellAsked(p place, checks Checks, verdict Verdict, value float64) {
	e := r.event(Asked, p)
	e.Checks, e.Verdict, e.Value = checks, verdict, value
	if r.heldTo != nil {
		e.Override = r.override(p)
	}
	switch verdict {
	case Accepted, FailedDecide:
		e.Decided = true
	case FailedChildren, FailedTarget, FailedSquad, FailedGate:
		e.Decided = r.decides(p)
	}
	if i := r.tree.infos[p].jump; i >= 0 {
		e.Target = r.tree.infos[r.tree.jumps[i].to].label
	}
	r.send(e)
}

func (r *runner[A]) tellChose(p, child place) {
	n := &r.tree.nodes[p]
	e := r.event(Chose, p)
	e.Policy, e.Children = n.policy, int(n.last-n.first)
	if child != nowhere {
		e.Active = r.tree.index(child)
	}
	r.send(e)
}

func (r *runner[A]) tellContinued(p place) {
	e := r.event(Continued, p)
	e.Duration = r.now() - *r.start(p)
	r.send(e)
}

func (r *runner[A]) tellEntered(p place) { r.tell(Entered, p) }

func (r *runner[A]) tellJumped(p place) {
	in := &r.tree.infos[p]
	e := r.event(Jumped, p)
	e.Target = r.tree.infos[r.tree.jumps[in.jump].to].label
	r.send(e)
}

func (r *runner[A]) tellMasked(p place, st behavior.Status) {
	e := r.event(Masked, p)
	e.Status = st
	r.send(e)
}

// eventOfBehavior begins an event about p's behavior.
func (r *runner[A]) eventOfBehavior(kind EventKind, p place) *Event {
	e := r.event(kind, p)
	e.Behavior, e.BehaviorFlags = r.tree.infos[p].behavior, r.tree.nodes[p].behaviorFlags
	return e
}

func (r *runner[A]) tellActivated(p place) { r.send(r.eventOfBehavior(Activated, p)) }

func (r *runner[A]) tellTicking(p place) {
	e := r.eventOfBehavior(Ticking, p)
	e.Duration = r.now() - *r.start(p)
	r.send(e)
}

func (r *runner[A]) tellPlugged(kind EventKind, at place, tree *Tree[A]) {
	e := r.event(kind, at)
	e.Target = tree.infos[0].label
	r.send(e)
}

func (r *runner[A]) tellRepeated(p place, st behavior.Status, iteration int) {
	e := r.event(Repeated, p)
	e.Status, e.Iteration = st, iteration
	r.send(e)
}

// tellExited tells the end of a visit; the statuses that only pass between routines are nobody's business.
func (r *runner[A]) tellExited(p place, st behavior.Status) {
	switch {
	case r.level < 4: // the observer has been dropped meanwhile
		return
	case st == timedOut:
		st = behavior.Failure
	case st > behavior.Failure:
		st = 0
	}
	e := r.event(Exited, p)
	e.Status = st
	r.send(e)
}

// tellReturned tells what the call that ran has returned: Activate, Tick or, for a reason, Leave.
func (r *runner[A]) tellReturned(p place, st behavior.Status) {
	e := r.eventOfBehavior(Returned, p)
	e.Status, e.Activating, e.Reason = st, r.call == inActivate, r.reason
	r.send(e)
}

// tellEnding tells that a Leave or Deactivate is about to be called.
func (r *runner[A]) tellEnding(kind EventKind, p place, reason behavior.Reason) {
	e := r.eventOfBehavior(kind, p)
	e.Reason, e.Duration = reason, r.now()-*r.start(p)
	r.send(e)
}

func (r *runner[A]) tellLeft(p place, reason behavior.Reason) {
	e := r.event(Left, p)
	e.Reason, e.Duration = reason, r.now()-*r.start(p)
	r.send(e)
}

func (r *runner[A]) tellError(p place, err error) {
	e := r.event(Erred, p)
	e.Err = err
	r.send(e)
}

// path is p's names from the root, in words; of what is plugged in, from the agent's own root.
func (in *instance[A]) path(p place) string {
	if in.at == nil {
		return in.tree.path(p)
	}
	return in.at.outer.path(in.at.place) + " > " + in.tree.path(p)
}

// path is p's names from the root, in words.
func (t *Tree[A]) path(p place) string {
	var names []string
	for ; p != nowhere; p = t.nodes[p].parent {
		names = append(names, t.infos[p].label.Name)
	}
	var b strings.Builder
	for i := len(names) - 1; i >= 0; i-- {
		b.WriteString(names[i])
		if i > 0 {
			b.WriteString(" > ")
		}
	}
	return b.String()
}
