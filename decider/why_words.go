package decider

import (
	"fmt"
	"strings"
)

// String is the explanation in words, a line for each check.
func (e Explanation) String() string {
	if e.Err != nil {
		return e.Decider.String() + ": " + e.Err.Error() + "\n"
	}
	var b strings.Builder
	for _, w := range e.Places {
		fmt.Fprintf(&b, "%s: ", w.Path)
		switch {
		case w.Active:
			fmt.Fprintf(&b, "active for %.2f s%s\n", w.Duration, w.course())
		case w.Because != "":
			fmt.Fprintf(&b, "not active; %s\n", w.Because)
		default:
			b.WriteString("not active\n")
		}
		for _, a := range w.Asked {
			fmt.Fprintf(&b, "  %v: %s\n", a.Decider, a.words())
		}
		for _, v := range w.Values {
			fmt.Fprintf(&b, "  %s\n", v.words())
		}
	}
	return b.String()
}

// course tells of an active decider what it does beside running.
func (w *WhyPlace) course() string {
	var b strings.Builder
	add := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	if w.Iteration > 0 {
		add("; iteration %d", w.Iteration)
		if w.Repeat != Forever {
			add(" of %d", w.Repeat)
		}
		if w.Resting {
			add(" begins in the next tick")
		}
	}
	switch {
	case w.TimeoutLeft > 0 && w.Leaving: // what leaves is not visited, so its Timeout is not tested
	case w.TimeoutLeft > 0:
		add("; its Timeout ends it in %.2f s", w.TimeoutLeft)
	case w.Timeout > 0:
		add("; its Timeout of %g s is over", w.Timeout)
	}
	if w.Leaving {
		add("; it is leaving, at most %.2f s more", w.LeaveLeft)
	}
	if w.Pending != (Label{}) {
		add("; %v is pending until what runs below has left", w.Pending)
	}
	if w.Empty {
		add("; nothing is plugged in: it fails in the next tick")
	}
	b.WriteString(w.company())
	return b.String()
}

func (a WhyAsked) words() string {
	var parts []string
	if a.Verdict == FailedSlot {
		parts = append(parts, "nothing is plugged in")
	}
	switch {
	case a.Verdict == FailedOverride:
		parts = append(parts, "it is forbidden by hand")
	case a.Override == Forced:
		parts = append(parts, "it is forced by hand")
	}
	for _, c := range a.Checks {
		parts = append(parts, c.words())
	}
	if a.Verdict == FailedChildren || a.Verdict == FailedTarget || a.Verdict == FailedJump {
		parts = append(parts, map[Verdict]string{
			FailedChildren: "no child would accept",
			FailedTarget:   "its target rejects",
			FailedJump:     "its target is active or pending",
		}[a.Verdict])
	}
	if a.Verdict == Accepted {
		return "would accept: " + strings.Join(parts, ", ")
	}
	return "would reject: " + strings.Join(parts, ", ")
}

func (c WhyCheck) words() string {
	name := strings.TrimPrefix(c.Check.String(), "Failed")
	switch c.Check {
	case FailedCooldown, FailedEvery:
		switch {
		case c.Passed && c.Check == FailedCooldown:
			return "Cooldown has run out"
		case c.Passed && c.Left > 0:
			return name + " counts as passed"
		case c.Passed:
			return name + " is due"
		}
		return fmt.Sprintf("%s has %.2f s left", name, c.Left)
	case FailedLimit:
		if c.Passed {
			return fmt.Sprintf("Limit allows it: entered %d of %d times", c.Entries, c.Limit)
		}
		return fmt.Sprintf("Limit is used up: entered %d of %d times", c.Entries, c.Limit)
	case FailedDecide:
		if c.Passed && c.Value == 0 { // it was rejected later, which leaves no value
			return "passes Decide"
		}
		return fmt.Sprintf("Decide gives %g", c.Value)
	case FailedRole, FailedSquad, FailedGate:
		return c.sharedWords(name)
	}
	if c.Passed {
		return "passes " + name
	}
	text := "fails " + name
	for _, part := range []struct {
		flags uint64
		word  string
	}{{c.Missing, "lacks"}, {c.AnyOf, "has none of"}, {c.Forbidden, "has forbidden"}} {
		if part.flags != 0 {
			text += fmt.Sprintf(" (%s 0x%x)", part.word, part.flags)
		}
	}
	return text
}
