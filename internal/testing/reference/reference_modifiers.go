package reference

import (
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
)

// modified applies a child's modifiers to its status (R17): first Repeat, then Outcome. The reason for which the child is
// left follows from its own status.
func (r *Reference[A]) modified(p *place[A], own behavior.Status) result {
	for done(own) && p.repeatsAfter(own) {
		r.tellAbout(p, event.Event{Kind: event.Repeated, Status: own, Iteration: p.iteration})
		r.endIteration(p, own)
		if p.began == r.frame {
			return result{status: behavior.Running} // it rests until the next tick
		}
		own = r.beginIteration(p)
	}
	switch {
	case !done(own):
		return result{status: own}
	case p.timedOut:
		return result{p.outcome(own), behavior.TimedOut}
	}
	return result{p.outcome(own), finishing(own)}
}

// repeatsAfter reports whether another iteration follows one that ended so.
func (p *place[A]) repeatsAfter(status behavior.Status) bool {
	m := p.decider.Modifiers
	switch {
	case p.final,
		m.Until == decider.UntilSuccess && status == behavior.Success,
		m.Until == decider.UntilFailure && status == behavior.Failure:
		return false
	}
	return m.Repeat == decider.Forever || p.iteration < m.Repeat
}

// endIteration ends an iteration. A leaf stays active and owes no Deactivate. A group, whose children are down already, keeps
// its behavior and clears everything else.
func (r *Reference[A]) endIteration(p *place[A], status behavior.Status) {
	p.resting = true
	if p.isLeaf() {
		if p.owes {
			p.owes = false // even if it panics
			r.deactivate(p, finishing(status), r.in.Time-p.start)
		}
		return
	}
	p.forget()
	p.each(func(below *place[A]) {
		if below != p {
			delete(r.masked, below)
			r.landed = slices.DeleteFunc(r.landed, func(l landing[A]) bool { return l.target == below }) // R16
		}
	})
}

// beginIteration begins the iteration after the first.
func (r *Reference[A]) beginIteration(p *place[A]) behavior.Status {
	p.resting = false
	p.iteration++
	p.began = r.frame
	if !p.isLeaf() {
		return r.begin(p, nil)
	}
	status := r.activate(p)
	if status == behavior.Running {
		status = r.tickBehavior(p)
	}
	return status
}

// forget clears a group's stored state.
func (p *place[A]) forget() { p.stored = stored[A]{spent: map[int]bool{}} }

// outcome returns the status that the parent sees.
func (p *place[A]) outcome(own behavior.Status) behavior.Status {
	switch p.decider.Modifiers.Outcome {
	case decider.Inverted:
		if own == behavior.Success {
			return behavior.Failure
		}
		return behavior.Success
	case decider.AlwaysSuccess:
		return behavior.Success
	case decider.AlwaysFailure:
		return behavior.Failure
	}
	return own
}

// isOutOfTime tests Timeout, at the start of every visit but the first.
func (r *Reference[A]) isOutOfTime(p *place[A]) bool {
	timeout := p.decider.Modifiers.Timeout
	return timeout > 0 && r.in.Time >= p.start+timeout
}

// timeOut ends a place whose time is over, after the Leave of a behavior at or below it (R19). It drops a Jump that leads
// through the place.
func (r *Reference[A]) timeOut(p *place[A]) behavior.Status {
	r.descent = nil
	if !r.letGo(p, behavior.TimedOut) {
		return behavior.Running
	}
	r.takeDownBelow(p, behavior.TimedOut)
	p.final, p.timedOut = true, true
	return behavior.Failure
}
