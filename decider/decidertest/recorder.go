package decidertest

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/world"
)

// Transitions is the level of changes of the active path, and of errors.
const Transitions event.Level = 2

// Recorder is an observer that keeps the events it receives. The zero Recorder keeps nothing; set Level.
type Recorder struct {
	Level  event.Level   // of the events to keep
	Events []event.Event // oldest first
}

var _ event.Observer = (*Recorder)(nil)

// ObserveLevel returns the recorder's Level, for every agent.
func (r *Recorder) ObserveLevel(world.AgentID) event.Level { return r.Level }

// Observe keeps a copy of the event.
func (r *Recorder) Observe(e *event.Event) { r.Events = append(r.Events, *e) }

// Clear removes the events recorded so far.
func (r *Recorder) Clear() { r.Events = r.Events[:0] }

// Strings returns the events recorded so far in the format of [EventString].
func (r *Recorder) Strings() []string { return eventStrings(r.Events) }

// UpTo returns the events of that level and below, in the format of [EventString], without Exited, which is for
// hooks and would fill every list.
func (r *Recorder) UpTo(level event.Level) []string {
	return eventStrings(slices.DeleteFunc(slices.Clone(r.Events), func(e event.Event) bool {
		return e.Kind.Level() > level || e.Kind == event.Exited
	}))
}

func eventStrings(events []event.Event) []string {
	all := make([]string, len(events))
	for i := range events {
		all[i] = EventString(&events[i])
	}
	return all
}

// EventString returns an event as a compact line, such as
//
//	enter FLEE
//	activate FLEE/behavior FLEE
//	deactivate EAT_FOOD Interrupted
//	ask FLEE failed DecisionFlags
//
// It leaves out durations and what is the same for all events of a tick.
func EventString(e *event.Event) string {
	name := e.Decider.Name
	switch e.Kind {
	case event.TickStarted:
		return "start " + number(e.Time)
	case event.Visited:
		return "visit " + name
	case event.Asked:
		return "ask " + name + " " + answerString(e)
	case event.Chose:
		if e.Active < 0 {
			return "choose " + name + " none"
		}
		return fmt.Sprintf("choose %s %d", name, e.Active)
	case event.Continued:
		return "continue " + name
	case event.Entered:
		return "enter " + name
	case event.Activated:
		return "activate " + name + "/behavior " + e.Behavior.Name
	case event.Ticking:
		return "tick " + name
	case event.Returned:
		if e.Activating {
			return fmt.Sprintf("activated %s %v", name, e.Status)
		}
		return fmt.Sprintf("ticked %s %v", name, e.Status)
	case event.Masked:
		return fmt.Sprintf("mask %s %v", name, e.Status)
	case event.Jumped:
		return "jump " + name + " to " + e.Target.Name
	case event.Deactivated:
		return fmt.Sprintf("deactivate %s %v", name, e.Reason)
	case event.Left:
		return fmt.Sprintf("leave %s %v", name, e.Reason)
	case event.SubsetRuleBroken:
		return "subset rule broken by " + name
	case event.Erred:
		return fmt.Sprintf("error in %s: %v", name, e.Err)
	case event.Fired:
		return "fire " + name
	case event.Repeated:
		return fmt.Sprintf("repeat %s %d %v", name, e.Iteration, e.Status)
	case event.Pending:
		return "pend " + name
	case event.Waiting:
		return "wait " + name
	case event.Leaving:
		return fmt.Sprintf("leaving %s %v", name, e.Reason)
	case event.Exited:
		if e.Status == 0 {
			return "exit " + name + " 0"
		}
		return fmt.Sprintf("exit %s %v", name, e.Status)
	case event.Plugged:
		return "plug " + name + " " + e.Target.Name
	case event.Unplugged:
		return "unplug " + name + " " + e.Target.Name
	case event.TickFinished:
		return fmt.Sprintf("finish %v depth %d", e.Status, e.PathLength)
	}
	return fmt.Sprintf("%v %s", e.Kind, name)
}

func answerString(e *event.Event) string {
	switch {
	case e.Verdict == event.Accepted && e.Decided:
		return "accepted " + number(e.Value)
	case e.Verdict == event.Accepted:
		return "accepted"
	case e.Verdict == event.FailedDecide:
		return "failed Decide " + number(e.Value)
	}
	const failed = len("Failed")
	if e.Pending {
		return "pending " + e.Verdict.String()[failed:]
	}
	return "failed " + e.Verdict.String()[failed:]
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
