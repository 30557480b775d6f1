package why

import (
	"fmt"
	"slices"
	"strings"
)

// String is the explanation in words: for each place its outcome and the reason, then each time it was asked with a line
// for each condition, and the blackboard values it sees if Decide was called.
func (e Explanation) String() string {
	var b strings.Builder
	when := fmt.Sprintf("frame %d (%s)", e.Frame, seconds(e.Time))
	if e.Rehearsed {
		when = fmt.Sprintf("a tick now (%s)", seconds(e.Time))
	}
	if e.Slept {
		fmt.Fprintf(&b, "%s was not ticked in frame %d. This is its last tick before, in %s.\n", agentText(e.Agent, e.AgentName), e.Asked, when)
	}
	for i := range e.Places {
		e.Places[i].write(&b, when)
	}
	if len(e.Errors) > 0 {
		fmt.Fprintf(&b, "Errors in this tick: %s\n", strings.Join(e.Errors, "; "))
	}
	return b.String()
}

func (w *Place) write(b *strings.Builder, when string) {
	fmt.Fprintf(b, "%s in %s: %s.\n  %s\n", w.Path, when, w.Outcome.words(), w.Because)
	values, decided := w.Values, false
	for ; w != nil; w = w.Group {
		for i := 0; i < len(w.Tries); {
			a := &w.Tries[i]
			n := 1
			for i+n < len(w.Tries) && a.like(&w.Tries[i+n]) {
				n++
			}
			a.write(b, n)
			i += n
		}
		if w.Would != nil {
			w.Would.write(b, 1)
		}
		decided = decided || w.decided()
	}
	if !decided {
		return // no user code was called that could have read them
	}
	for _, v := range values {
		fmt.Fprintf(b, "  %s = %s\n", v.Key, v.Text)
	}
}

// decided reports whether Decide was called, for the decider or for children on its behalf.
func (w *Place) decided() bool {
	for i := range w.Tries {
		if w.Tries[i].decided() {
			return true
		}
	}
	return w.Would != nil && w.Would.decided()
}

func (a *Asked) decided() bool {
	return slices.ContainsFunc(a.Checks, func(c Check) bool { return c.called })
}

// like reports whether another asking has the same words.
func (a *Asked) like(other *Asked) bool {
	return a.As == other.As && a.By == other.By &&
		slices.EqualFunc(a.Checks, other.Checks, func(x, y Check) bool { return x.Result == y.Result && x.Words == y.Words })
}

func (o Outcome) words() string {
	switch o {
	case WentOn:
		return "active, as before"
	case Began:
		return "became active"
	case Ended:
		return "ended"
	case BeganAnew:
		return "ended and began anew"
	case BeganAndEnded:
		return "became active and ended in the same tick"
	case Waits:
		return "chosen, waiting"
	case Jumped:
		return "jumped"
	case NotChosen:
		return "not active, though it said yes"
	case Rejected:
		return "not active, it said no"
	case Pending:
		return "not active yet, its answer is pending"
	case Masked:
		return "not active, it was finished already"
	case NotPlugged:
		return "not active, not plugged in"
	}
	return "not active, nobody asked it"
}

// write describes one asking, or n equal ones, with a line for each condition.
func (a *Asked) write(b *strings.Builder, n int) {
	by := "asked by " + a.By
	switch a.As {
	case asActive:
		by += " while it ran, only for its Decide"
	case asAnew:
		by = "asked itself before it chose anew, only for its flags and Decide"
	case asHint:
		by += ", which delegates to its children"
	case asAlone:
		by = "if it were asked"
	case asTarget:
		by += ", a Jump that leads to it"
	}
	if n > 1 {
		by += fmt.Sprintf(" (%d times)", n)
	}
	if len(a.Checks) == 0 {
		fmt.Fprintf(b, "  %s, %s: %s\n", a.Decider, by, a.Words)
		return
	}
	fmt.Fprintf(b, "  %s, %s:\n", a.Decider, by)
	for i := range a.Checks {
		c := &a.Checks[i]
		fmt.Fprintf(b, "    %-3s %s: %s\n", c.Result.word(), c.Name, c.Words)
	}
}

func (r Result) word() string {
	switch r {
	case Passed:
		return "yes"
	case Failed:
		return "no"
	case Awaited:
		return "?"
	}
	return "-"
}
