package decidertest

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/world"
)

// Transitions is the level at which only changes of the active path are told, and errors.
const Transitions decider.Level = 2

// Recorder is an observer that keeps what it is told. The zero Recorder keeps nothing; set Level.
type Recorder struct {
	Level  decider.Level   // how much to keep
	Events []decider.Event // what was told, oldest first
}

var _ decider.Observer = (*Recorder)(nil)

// ObserveLevel returns the recorder's Level, for every agent.
func (r *Recorder) ObserveLevel(world.AgentID) decider.Level { return r.Level }

// Observe keeps a copy of the event.
func (r *Recorder) Observe(e *decider.Event) { r.Events = append(r.Events, *e) }

// Clear forgets the events so far.
func (r *Recorder) Clear() { r.Events = r.Events[:0] }

// Strings returns the events so far in the form of [EventString].
func (r *Recorder) Strings() []string { return eventStrings(r.Events) }

// UpTo returns the events that an observer of that level would have been told, in the form of [EventString]; but
// for Exited, which is for hooks and would fill every list.
func (r *Recorder) UpTo(level decider.Level) []string {
	return eventStrings(slices.DeleteFunc(slices.Clone(r.Events), func(e decider.Event) bool {
		return e.Kind.Level() > level || e.Kind == decider.Exited
	}))
}

func eventStrings(events []decider.Event) []string {
	all := make([]string, len(events))
	for i := range events {
		all[i] = EventString(&events[i])
	}
	return all
}

// EventString is a compact line for an event, such as
//
//	enter FLEE
//	activate FLEE/behavior FLEE
//	deactivate EAT_FOOD Interrupted
//	ask FLEE failed DecisionFlags
//
// It leaves out what is the same for all events of a tick, and durations.
func EventString(e *decider.Event) string {
	name := e.Decider.Name
	switch e.Kind {
	case decider.TickStarted:
		return "start " + number(e.Time)
	case decider.Visited:
		return "visit " + name
	case decider.Asked:
		return "ask " + name + " " + answerString(e)
	case decider.Chose:
		if e.Active < 0 {
			return "choose " + name + " none"
		}
		return fmt.Sprintf("choose %s %d", name, e.Active)
	case decider.Continued:
		return "continue " + name
	case decider.Entered:
		return "enter " + name
	case decider.Activated:
		return "activate " + name + "/behavior " + e.Behavior.Name
	case decider.Ticking:
		return "tick " + name
	case decider.Returned:
		if e.Activating {
			return fmt.Sprintf("activated %s %v", name, e.Status)
		}
		return fmt.Sprintf("ticked %s %v", name, e.Status)
	case decider.Masked:
		return fmt.Sprintf("mask %s %v", name, e.Status)
	case decider.Jumped:
		return "jump " + name + " to " + e.Target.Name
	case decider.Deactivated:
		return fmt.Sprintf("deactivate %s %v", name, e.Reason)
	case decider.Left:
		return fmt.Sprintf("leave %s %v", name, e.Reason)
	case decider.SubsetRuleBroken:
		return "subset rule broken by " + name
	case decider.Erred:
		return fmt.Sprintf("error in %s: %v", name, e.Err)
	case decider.Fired:
		return "fire " + name
	case decider.Repeated:
		return fmt.Sprintf("repeat %s %d %v", name, e.Iteration, e.Status)
	case decider.Pending:
		return "pend " + name
	case decider.Leaving:
		return fmt.Sprintf("leaving %s %v", name, e.Reason)
	case decider.Exited:
		if e.Status == 0 {
			return "exit " + name + " 0"
		}
		return fmt.Sprintf("exit %s %v", name, e.Status)
	case decider.Plugged:
		return "plug " + name + " " + e.Target.Name
	case decider.Unplugged:
		return "unplug " + name + " " + e.Target.Name
	case decider.TickFinished:
		return fmt.Sprintf("finish %v depth %d", e.Status, e.PathLength)
	}
	return fmt.Sprintf("%v %s", e.Kind, name)
}

func answerString(e *decider.Event) string {
	switch {
	case e.Verdict == decider.Accepted && e.Decided:
		return "accepted " + number(e.Value)
	case e.Verdict == decider.Accepted:
		return "accepted"
	case e.Verdict == decider.FailedDecide:
		return "failed Decide " + number(e.Value)
	}
	const failed = len("Failed")
	return "failed " + e.Verdict.String()[failed:]
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
