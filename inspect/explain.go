package inspect

import (
	"net/http"

	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/why"
)

// why is GET /api/agent/{id}/why.
func (srv *server) why(r *http.Request) (any, error) {
	a, err := srv.about(r)
	if err != nil {
		return nil, err
	}
	name := r.URL.Query().Get("decider")
	if name == "" {
		return nil, bad("why needs a decider: its name")
	}
	e, err := why.Explain(a.recording, a.agent, a.frame, name, srv.namesIn(a.recording, a.live))
	if err != nil {
		return nil, err
	}
	if err := onePlace(r, srv.registry, &e); err != nil {
		return nil, err
	}
	for i := range e.Places {
		e.Places[i].Values = nil // the page shows the blackboard beside it
	}
	to := wire.Why{Agent: uint64(a.agent), Frame: e.Frame, Decider: name, Words: e.String(), Lines: []wire.WhyLine{}, Before: []wire.WhyLine{}}
	for i := range e.Places {
		to.Lines = appendPlace(to.Lines, &e.Places[i])
	}
	return to, nil
}

// onePlace drops all but one place of a decider if the request names that place.
func onePlace(r *http.Request, trees *registry, e *why.Explanation) error {
	q := r.URL.Query()
	if !q.Has("place") {
		return nil
	}
	place, err := number(r, "place", 0)
	if err != nil {
		return err
	}
	print, err := flagBits("tree", q.Get("tree"))
	if err != nil {
		return err
	}
	for _, p := range e.Places {
		if t := trees.byPrint(print); uint64(p.Place) == place && (t == nil || t.told.Name == p.Tree) {
			e.Places = []why.Place{p}
			return nil
		}
	}
	return refusal(http.StatusNotFound, wire.ProblemNotFound, "the decider has no place %d", place)
}

// appendPlace appends the outcome at a place, each condition, and the group if that was the reason.
func appendPlace(lines []wire.WhyLine, p *why.Place) []wire.WhyLine {
	lines = append(lines, wire.WhyLine{Place: p.Place, Passed: p.After, Asked: true, Words: p.Path + ": " + p.Because})
	for i := range p.Tries {
		try := &p.Tries[i]
		for k := range try.Checks {
			c := &try.Checks[k]
			lines = append(lines, wire.WhyLine{
				Place: p.Place, Check: c.Name, Passed: c.Result == why.Passed, Asked: c.Result != why.Unasked, Words: c.Words,
			})
		}
	}
	if p.Group != nil {
		lines = appendPlace(lines, p.Group)
	}
	return lines
}
