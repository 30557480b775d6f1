package debugprint

import "github.com/decidertree/decidertree/event"

// asked describes a decision: each precondition up to the one that failed, then Decide. Both forms have the same words;
// the readable one begins with the answer.
func (l *lines) asked() {
	if !l.begin(5) {
		return
	}
	e := l.e
	l.text("child ")
	l.int(e.Index)
	switch {
	case l.spore:
		l.text(" (")
		l.label(e.Decider)
		l.text(")")
	default:
		l.text(" ")
		l.escaped(e.Decider.Name)
		switch {
		case e.Verdict == event.Accepted:
			l.text(" says yes: ")
		case e.Pending:
			l.text(" has no answer yet: ")
		default:
			l.text(" says no: ")
		}
	}
	switch e.Verdict {
	case event.FailedMask:
		l.is("masked")
	case event.FailedSlot:
		l.say("nothing is plugged in")
	case event.FailedOverride:
		l.is("forbidden by hand")
	case event.FailedJump:
		l.is(", or holds, a Jump whose target is active or pending")
		if e.Target.Name != "" {
			l.text(": ")
			l.name(e.Target)
		}
	default:
		l.preconditions()
	}
	l.end()
}

// say appends a fact.
func (l *lines) say(fact string) {
	switch {
	case l.spore:
		l.text("...")
	case l.said:
		l.text(", ")
	}
	l.said = true
	l.text(fact)
}

// is appends a fact about the decider.
func (l *lines) is(fact string) {
	if l.spore {
		l.say("is")
	} else {
		l.say("it is")
	}
	if fact[0] != ',' {
		l.text(" ")
	}
	l.text(fact)
}

// value appends the result of Decide or the Weight.
func (l *lines) value(x float64) {
	if l.spore {
		l.b = appendValue(l.b, x)
	} else {
		l.b = appendNumber(l.b, x)
	}
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
			if l.e.Pending && !l.spore {
				l.say("waits for ")
			} else {
				l.say("failed ")
			}
			l.text(p.name)
			l.text(" check")
			return true
		case l.e.Checks.Has(p.verdict):
			l.say("passed ")
			l.text(p.name)
			l.text(" check")
		}
	}
	return false
}

func (l *lines) preconditions() {
	e := l.e
	forced := e.Override == event.Forced && e.Checks&event.AskedAgain == 0
	if !forced && l.checked(preconditionNames) {
		return
	}
	switch {
	case forced:
		l.is("forced by hand")
	case e.Checks == 0 && l.spore:
		l.say("has no preconditions")
	case e.Checks&event.AskedAgain != 0:
		l.say("preconditions not asked")
	}
	switch {
	case forced && e.Verdict != event.Accepted:
	case forced:
		l.say("counts ")
		l.value(e.Value)
	case e.Decided && e.Verdict >= event.FailedSquad: // the event no longer has its value
		l.say("passed Decide")
	case e.Decided:
		l.say("Decide returned ")
		l.value(e.Value)
	}
	switch {
	case e.Verdict == event.FailedDecide && e.Decided && e.Value > 0:
		l.say("and called Fail")
	case e.Verdict == event.FailedDecide && !e.Decided:
		l.say("Decide failed")
	case e.Verdict == event.FailedChildren:
		l.say("no child accepts")
	case e.Verdict == event.FailedTarget:
		l.say("its target ")
		l.name(e.Target)
		l.text(" rejects or is masked")
	case e.Verdict == event.Accepted && !e.Decided:
		l.say("accepts with ")
		l.value(e.Value)
	}
	if e.Verdict == event.Accepted || e.Verdict >= event.FailedSquad {
		l.checked(lastNames)
	}
}
