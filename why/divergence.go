package why

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// Divergence says where an agent's way in one recording first leaves that in another, and why: the first difference, and the
// first decision that leads elsewhere, explained on both sides. String puts it in words.
type Divergence struct {
	Agent     world.AgentID      `json:"agent"`
	AgentName string             `json:"agentName,omitempty"` // "" for none
	First     history.Difference `json:"first"`               // in the order of frames; it may be an input, such as a flag
	// Decider is the decider of the first decision that leads elsewhere, at or after First: a yes instead of a no, or another
	// end; "" for none.
	Decider string `json:"decider"`
	Frame   uint64 `json:"frame"` // of that decision
	// A and B explain Decider in Frame. They have one place each: that of the decision.
	A Explanation `json:"a"`
	B Explanation `json:"b"`
	// Checks are the names of the conditions whose words differ, in the order of asking.
	Checks []string `json:"checks"`
}

// Diverges finds where the ways of an agent in two recordings part, and explains it with the names of [Explain]. ok is false
// if they do not differ as far as both go. The error is that of [history.Recording.At].
func Diverges(a, b *history.Recording, agent world.AgentID, names ...debugprint.Names) (d Divergence, ok bool, err error) {
	d = Divergence{Agent: agent, Checks: []string{}}
	for x := range history.Compare(a, b, agent) {
		if x.Frame == 0 { // the recordings cover other frames, or have other trees
			continue
		}
		if !ok {
			d.First, d.AgentName, ok = x, x.AgentName, true
		}
		if x.Again || x.What != "decision" && x.What != "path" && x.What != "error" {
			continue
		}
		if err := d.explain(a, b, x, names); err != nil || d.Decider != "" {
			return d, ok, err
		}
	}
	return d, ok, nil
}

// explain explains the decision that made a difference.
func (d *Divergence) explain(a, b *history.Recording, x history.Difference, names []debugprint.Names) error {
	ma, err := a.At(d.Agent, x.Frame)
	if err != nil {
		return err
	}
	mb, err := b.At(d.Agent, x.Frame)
	if err != nil {
		return err
	}
	of := All(ma, withAgents(names, a))
	in := All(mb, withAgents(names, b))
	at := func(all []Explanation, path string) int {
		return slices.IndexFunc(all, func(e Explanation) bool { return e.Places[0].Path == path })
	}
	found, least := -1, 0
	for i := range of {
		j := at(in, of[i].Places[0].Path)
		if j < 0 {
			continue
		}
		if rank := differs(&of[i], &in[j], x.Decider, ma.Slept != mb.Slept); rank > 0 && (found < 0 || rank < least) {
			found, least = i, rank
		}
	}
	if found < 0 {
		return nil // deciders of a tree that is plugged in on one side alone, for example: what follows may tell more
	}
	d.Frame, d.A = x.Frame, of[found]
	d.B = in[at(in, d.A.Places[0].Path)]
	d.Decider = d.A.Decider
	d.Checks = otherChecks(&d.A.Places[0], &d.B.Places[0])
	return nil
}

// differs ranks how well a decider tells why two ticks differ: 1 is best, 0 that it does not.
func differs(a, b *Explanation, decider string, asleep bool) int {
	x, y := &a.Places[0], &b.Places[0]
	said := func(p *Place) (yes, asked bool) {
		if n := len(p.Tries); n > 0 {
			return p.Tries[n-1].Verdict == event.Accepted, true
		}
		return false, false
	}
	yesX, askedX := said(x)
	yesY, askedY := said(y)
	both := askedX && askedY && yesX != yesY // two different reasons to say no lead nowhere else
	switch {
	case both && a.Decider == decider:
		return 1
	case both:
		return 2
	case x.After != y.After && (askedX || askedY):
		return 3 // asked on one side alone
	case x.After != y.After:
		return 4
	case x.Outcome != y.Outcome && !asleep: // a tick that an agent has slept through would have had another outcome
		return 5
	}
	return 0
}

// otherChecks are the conditions that two places do not share the words of, in the last time they were asked.
func otherChecks(a, b *Place) []string {
	checks := []string{}
	words := func(p *Place) (all []Check) {
		if n := len(p.Tries); n > 0 {
			return p.Tries[n-1].Checks
		}
		return nil
	}
	in := words(b)
	for _, c := range words(a) {
		i := slices.IndexFunc(in, func(o Check) bool { return o.Name == c.Name })
		if i >= 0 && (in[i].Words != c.Words || in[i].Result != c.Result) {
			checks = append(checks, c.Name)
		}
	}
	return checks
}

func (d Divergence) String() string { return d.Between("in the first", "in the second") }

// Between is String with words for the two recordings, such as "in the game" and "in the fork".
func (d Divergence) Between(a, b string) string {
	var text strings.Builder
	x := &d.First
	fmt.Fprintf(&text, "%s first differs in frame %d (%s), %s: %s %s, %s %s.", agentText(d.Agent, d.AgentName), x.Frame, seconds(x.Time),
		strings.TrimSpace(inputs[x.What]+" "+x.Decider), cmp.Or(x.A, "nothing"), a, cmp.Or(x.B, "nothing"), b)
	if d.Decider == "" {
		return text.String()
	}
	fmt.Fprintf(&text, "\nThe first decision that leads elsewhere is that about %s in frame %d:", d.Decider, d.Frame)
	for _, side := range []struct {
		where string
		e     *Explanation
	}{{a, &d.A}, {b, &d.B}} {
		fmt.Fprintf(&text, "\n  %s: %s. %s", side.where, side.e.Places[0].Outcome.words(), side.e.Places[0].Because)
		if side.e.Slept {
			fmt.Fprintf(&text, " It slept; that is its tick of frame %d.", side.e.Frame)
		}
	}
	return text.String()
}

// inputs are the kinds of differences as people call them.
var inputs = map[string]string{
	"decisionFlags": "its decision flags", "stimuli": "its stimuli", "time": "the time of its tick", "decision": "the answer of", "path": "its active deciders",
	"memory": "its memory", "error": "its errors", "operation": "an act from outside", "unreadable": "a tick that cannot be executed again",
}
