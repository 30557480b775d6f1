package tick

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/program"
)

// This file makes events. Its functions are called only if an observer has asked for the event's level.

// event begins an event about p.
func (r *Runner) event(kind event.Kind, p program.Place) *event.Event {
	e := &r.listeners.event
	*e = event.Event{
		Kind: kind, Agent: r.Context.ID, Frame: r.FrameNumber(), Time: r.ToldTime(), DT: r.Dt,
		Depth: r.Depth + int(r.Tree.Facts[p].Depth), Place: int(p), Decider: r.Tree.Facts[p].Label, Tree: r.Tree.Facts[0].Label,
		Nested: r.At != nil, Index: r.Tree.Index(p), Active: -1,
	}
	return e
}

// tell sends an event that has no further fields.
func (r *Runner) tell(kind event.Kind, p program.Place) { r.send(r.event(kind, p)) }

func (r *Runner) tellStart() {
	e := r.event(event.TickStarted, 0)
	e.DecisionFlags, e.Stimuli = r.Flags, r.Context.Stimuli.Flags()
	r.send(e)
}

func (r *Runner) tellFinish() {
	e := r.event(event.TickFinished, 0)
	e.Status = behavior.Status(r.Header().State)
	r.EachActive(r.RootIfUp(), func(program.Place) { e.PathLength++ })
	r.send(e)
}

func (r *Runner) tellVisit(p program.Place) {
	n := &r.Tree.Spots[p]
	e := r.event(event.Visited, p)
	e.Policy, e.Options, e.Children = n.Policy, n.Options, int(n.Last-n.First)
	e.Duration = r.Now() - *r.Start(p)
	if child := r.ChildOf(p); child != program.Nowhere {
		e.Active = r.Tree.Index(child)
	}
	e.DeciderKind = r.Tree.KindOf(p)
	if pl := r.PluggedAt(p); pl != nil {
		e.Target = pl.Tree.Facts[0].Label
	}
	r.send(e)
}

// TellAsked sends the event for a candidate that was asked.
func (r *Runner) TellAsked(p program.Place, checks event.Checks, verdict event.Verdict, value float64) {
	e := r.event(event.Asked, p)
	e.Pending = verdict&notYet != 0
	verdict &^= notYet
	e.Checks, e.Verdict, e.Value = checks, verdict, value
	if r.Held() != nil {
		e.Override = r.override(p)
	}
	switch verdict {
	case event.Accepted, event.FailedDecide:
		e.Decided = true
	case event.FailedChildren, event.FailedTarget, event.FailedSquad, event.FailedGate:
		e.Decided = r.decides(p)
	}
	n := r.Tree.Condition(p)
	if n.Squad >= 0 && checks&event.AskedAgain == 0 && (verdict == event.Accepted || verdict == event.FailedSquad || verdict == event.FailedGate) {
		e.SquadKey, e.CanPlay = r.listeners.squadKey, r.listeners.canPlay
	}
	if n.Gate >= 0 && checks&event.AskedAgain == 0 && (verdict == event.Accepted || verdict == event.FailedGate) {
		e.GateKey = r.listeners.gateKey
	}
	if n.Jump >= 0 {
		e.Target = r.Tree.Facts[r.Tree.Jumps[n.Jump].To].Label
	}
	r.send(e)
}

func (r *Runner) tellChose(p, child program.Place) {
	n := &r.Tree.Spots[p]
	e := r.event(event.Chose, p)
	e.Policy, e.Children = n.Policy, int(n.Last-n.First)
	if child != program.Nowhere {
		e.Active = r.Tree.Index(child)
	}
	r.send(e)
}

func (r *Runner) tellContinued(p program.Place) {
	e := r.event(event.Continued, p)
	e.Duration = r.Now() - *r.Start(p)
	r.send(e)
}

func (r *Runner) tellEntered(p program.Place) { r.tell(event.Entered, p) }

func (r *Runner) tellJumped(p program.Place) {
	e := r.event(event.Jumped, p)
	e.Target = r.Tree.Label(r.Tree.Jumps[r.Tree.Condition(p).Jump].To)
	r.send(e)
}

func (r *Runner) tellMasked(p program.Place, st behavior.Status) {
	e := r.event(event.Masked, p)
	e.Status = st
	r.send(e)
}

// eventOfBehavior begins an event about p's behavior.
func (r *Runner) eventOfBehavior(kind event.Kind, p program.Place) *event.Event {
	e := r.event(kind, p)
	e.Behavior, e.BehaviorFlags = r.Tree.Behavior(p), behavior.BehaviorFlags(r.Tree.Codes[p].Flags)
	return e
}

func (r *Runner) tellActivated(p program.Place) { r.send(r.eventOfBehavior(event.Activated, p)) }

func (r *Runner) tellTicking(p program.Place) {
	e := r.eventOfBehavior(event.Ticking, p)
	e.Duration = r.Now() - *r.Start(p)
	r.send(e)
}

func (r *Runner) tellPlugged(kind event.Kind, at program.Place, tree *program.Tree) {
	e := r.event(kind, at)
	e.Target = tree.Facts[0].Label
	r.send(e)
}

func (r *Runner) tellRepeated(p program.Place, st behavior.Status, iteration int) {
	e := r.event(event.Repeated, p)
	e.Status, e.Iteration = st, iteration
	r.send(e)
}

// tellExited sends the event for the end of a visit. Observers never see the statuses that pass between routines.
func (r *Runner) tellExited(p program.Place, st behavior.Status) {
	switch {
	case !r.tellsVisits(): // the observer has been dropped meanwhile
		return
	case st == timedOut:
		st = behavior.Failure
	case st > behavior.Failure:
		st = 0
	}
	e := r.event(event.Exited, p)
	e.Status = st
	r.send(e)
}

// tellReturned sends the status that Activate, Tick or, with a reason, Leave returned.
func (r *Runner) tellReturned(p program.Place, st behavior.Status) {
	e := r.eventOfBehavior(event.Returned, p)
	e.Status, e.Activating, e.Reason = st, r.Call == inActivate, r.reason
	r.send(e)
}

// tellEnding sends the event before a call of Leave or Deactivate.
func (r *Runner) tellEnding(kind event.Kind, p program.Place, reason behavior.Reason) {
	e := r.eventOfBehavior(kind, p)
	e.Reason, e.Duration = reason, r.Now()-*r.Start(p)
	r.send(e)
}

func (r *Runner) tellLeft(p program.Place, reason behavior.Reason) {
	e := r.event(event.Left, p)
	e.Reason, e.Duration = reason, r.Now()-*r.Start(p)
	r.send(e)
}

func (r *Runner) tellError(p program.Place, err error) {
	e := r.event(event.Erred, p)
	e.Err = err
	r.send(e)
}
