package query

import (
	"slices"

	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/why"
)

// This file compares explanations with a query.

// match reports whether a place has the outcome that the query asks for, by which check or for which reason, and why in
// words.
func (q *Query) match(p *why.Place) (by, words string, ok bool) {
	switch q.What {
	case Rejected:
		return q.checked(p, why.Failed)
	case Accepted:
		return q.tried(p, func(a *why.Asked) bool { return a.Verdict == event.Accepted })
	case Asked:
		return q.tried(p, func(*why.Asked) bool { return true })
	case Waits:
		if len(q.By) == 0 && (p.Outcome == why.Waits || p.Outcome == why.Pending) {
			return "", p.Because, true
		}
		return q.checked(p, why.Awaited)
	case NotChosen:
		return "", p.Because, p.Outcome == why.NotChosen
	case NotAsked:
		if p.Outcome != why.NotAsked || p.Missed == nil || len(q.By) == 0 && p.Missed.Why == misses["notick"] {
			return "", "", false // without a tick there is nothing to be asked in
		}
		return p.Missed.Why, p.Because, q.names(misses, p.Missed.Why)
	case Active:
		return "", p.Because, p.After
	case Began:
		for i := range slices.Backward(p.Began) {
			if b := &p.Began[i]; q.names(ways, b.How) && (q.Other == "" || b.Instead == q.Other) {
				return b.How, b.Words, true
			}
		}
	case Ended:
		for i := range slices.Backward(p.Ended) {
			if e := &p.Ended[i]; q.names(reasons, e.Name) && (q.Other == "" || e.By == q.Other) {
				return e.Name, e.Words, true
			}
		}
	}
	return "", "", false
}

// tried finds the last try that fits.
func (q *Query) tried(p *why.Place, fits func(*why.Asked) bool) (by, words string, ok bool) {
	for i := range slices.Backward(p.Tries) {
		if a := &p.Tries[i]; fits(a) {
			words = "It " + a.Words + "."
			if a.Verdict == event.Accepted {
				words = "It said yes, as " + a.Words + "."
			}
			return a.Said, words, true
		}
	}
	return "", "", false
}

// checked finds the last try with such a result of one of the query's checks.
func (q *Query) checked(p *why.Place, result why.Result) (by, words string, ok bool) {
	_, words, ok = q.tried(p, func(a *why.Asked) bool {
		at := slices.IndexFunc(a.Checks, func(c why.Check) bool { return c.Result == result && q.names(checks, c.Name) })
		if at >= 0 {
			by = a.Checks[at].Name
		}
		return at >= 0
	})
	return by, words, ok
}

// names reports whether a name is one of those that the query names by their words, or it names none.
func (q *Query) names(table map[string]string, name string) bool {
	return len(q.By) == 0 || slices.ContainsFunc(q.By, func(word string) bool { return table[word] == name })
}

// tells reports whether an event can be one of a tick with the outcome. Ticks without such an event are not explained,
// unless the outcome can be without any.
func (q *Query) tells(e *event.Event) bool {
	if q.Decider != "" && e.Decider.Name != q.Decider {
		return false
	}
	switch q.What {
	case Rejected:
		return e.Kind == event.Asked && e.Verdict != event.Accepted
	case Accepted, NotChosen:
		return e.Kind == event.Asked && e.Verdict == event.Accepted
	case Asked:
		return e.Kind == event.Asked
	case Began:
		return e.Kind == event.Entered
	case Ended:
		return e.Kind == event.Left
	}
	return true
}

// silent reports whether the outcome can be without an event of its own.
func (q *Query) silent() bool { return q.What == Active || q.What == Waits || q.What == NotAsked }
