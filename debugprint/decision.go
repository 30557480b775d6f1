package debugprint

import "github.com/decidertree/decidertree/decider"

// asked writes the words of a decision: each precondition there is, up to the one that failed, then Decide.
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
	case decider.FailedMask:
		l.text("...is masked")
	case decider.FailedSlot:
		l.text("...nothing is plugged in")
	case decider.FailedOverride:
		l.text("...is forbidden by hand")
	case decider.FailedJump:
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
	verdict decider.Verdict
	name    string
}

// preconditionNames are the checks of a [decider.Checks] that are asked before Decide, in the order of asking.
var preconditionNames = preconditions{
	{decider.FailedDecisionFlags, "DecisionFlags"},
	{decider.FailedStimuliFlags, "StimuliFlags"},
	{decider.FailedRole, "Role"},
	{decider.FailedLimit, "Limit"},
	{decider.FailedCooldown, "Cooldown"},
	{decider.FailedEvery, "Every"},
}

// lastNames are those that are asked after Decide.
var lastNames = preconditions{
	{decider.FailedSquad, "Squad"},
	{decider.FailedGate, "Gate"},
}

// checked writes which checks have passed, up to the one that failed, which it reports.
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
	forced := e.Override == decider.Forced && e.Checks != decider.DecideAlone
	if !forced && l.checked(preconditionNames) {
		return
	}
	switch {
	case forced:
		l.text("...is forced by hand")
	case e.Checks == 0:
		l.text("...has no preconditions")
	case e.Checks == decider.DecideAlone:
		l.text("...preconditions not asked")
	}
	switch {
	case forced && e.Verdict != decider.Accepted:
	case forced:
		l.text("...counts ")
		l.b = appendValue(l.b, e.Value)
	case e.Decided && e.Verdict >= decider.FailedSquad: // its value is not told any more
		l.text("...passed Decide")
	case e.Decided:
		l.text("...Decide returned ")
		l.b = appendValue(l.b, e.Value)
	}
	switch {
	case e.Verdict == decider.FailedDecide && e.Decided && e.Value > 0:
		l.text("...and called Fail")
	case e.Verdict == decider.FailedDecide && !e.Decided:
		l.text("...Decide failed")
	case e.Verdict == decider.FailedChildren:
		l.text("...no child accepts")
	case e.Verdict == decider.FailedTarget:
		l.text("...its target ")
		l.label(e.Target)
		l.text(" rejects or is masked")
	case e.Verdict == decider.Accepted && !e.Decided:
		l.text("...accepts with ")
		l.b = appendValue(l.b, e.Value)
	}
	if e.Verdict == decider.Accepted || e.Verdict >= decider.FailedSquad {
		l.checked(lastNames)
	}
}
