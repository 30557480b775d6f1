package debugprint

import "github.com/decidertree/decidertree/event"

// asked describes a decision: each precondition up to the one that failed, then Decide.
func (l *lines) asked() {
	if !l.begin(5) {
		return
	}
	e := l.e
	l.text("child ")
	l.int(e.Index)
	l.text(" (")
	l.label(e.Decider)
	l.text(")")
	switch e.Verdict {
	case event.FailedMask:
		l.text("...is masked")
	case event.FailedSlot:
		l.text("...nothing is plugged in")
	case event.FailedOverride:
		l.text("...is forbidden by hand")
	case event.FailedJump:
		l.text("...is, or holds, a Jump whose target is active or pending")
		if e.Target.Name != "" {
			l.text(": ")
			l.label(e.Target)
		}
	default:
		l.preconditions()
	}
	l.end()
}

type preconditions []struct {
	verdict event.Verdict
	name    string
}

// preconditionNames are the checks before Decide, in order.
var preconditionNames = preconditions{
	{event.FailedDecisionFlags, "DecisionFlags"},
	{event.FailedStimuliFlags, "StimuliFlags"},
	{event.FailedRole, "Role"},
	{event.FailedLimit, "Limit"},
	{event.FailedCooldown, "Cooldown"},
	{event.FailedEvery, "Every"},
}

// lastNames are the checks after Decide.
var lastNames = preconditions{
	{event.FailedSquad, "Squad"},
	{event.FailedGate, "Gate"},
}

// checked lists the passed checks up to the one that failed, and reports whether one did.
func (l *lines) checked(names preconditions) (failed bool) {
	for _, p := range names {
		switch {
		case l.e.Verdict == p.verdict:
			l.text("...failed ")
			l.text(p.name)
			l.text(" check")
			return true
		case l.e.Checks.Has(p.verdict):
			l.text("...passed ")
			l.text(p.name)
			l.text(" check")
		}
	}
	return false
}

func (l *lines) preconditions() {
	e := l.e
	forced := e.Override == event.Forced && e.Checks != event.DecideAlone
	if !forced && l.checked(preconditionNames) {
		return
	}
	switch {
	case forced:
		l.text("...is forced by hand")
	case e.Checks == 0:
		l.text("...has no preconditions")
	case e.Checks == event.DecideAlone:
		l.text("...preconditions not asked")
	}
	switch {
	case forced && e.Verdict != event.Accepted:
	case forced:
		l.text("...counts ")
		l.b = appendValue(l.b, e.Value)
	case e.Decided && e.Verdict >= event.FailedSquad: // the event no longer has its value
		l.text("...passed Decide")
	case e.Decided:
		l.text("...Decide returned ")
		l.b = appendValue(l.b, e.Value)
	}
	switch {
	case e.Verdict == event.FailedDecide && e.Decided && e.Value > 0:
		l.text("...and called Fail")
	case e.Verdict == event.FailedDecide && !e.Decided:
		l.text("...Decide failed")
	case e.Verdict == event.FailedChildren:
		l.text("...no child accepts")
	case e.Verdict == event.FailedTarget:
		l.text("...its target ")
		l.label(e.Target)
		l.text(" rejects or is masked")
	case e.Verdict == event.Accepted && !e.Decided:
		l.text("...accepts with ")
		l.b = appendValue(l.b, e.Value)
	}
	if e.Verdict == event.Accepted || e.Verdict >= event.FailedSquad {
		l.checked(lastNames)
	}
}
