package why

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

// Oscillation is two children of a group that take turns too quickly: A, B, A, and so on.
type Oscillation struct {
	Agent     world.AgentID `json:"agent"`
	AgentName string        `json:"agentName,omitempty"` // "" for none
	Group     string        `json:"group"`
	A         string        `json:"a"` // the first one
	B         string        `json:"b"`
	From      uint64        `json:"from"` // the frame in which B first took over
	To        uint64        `json:"to"`   // the frame of the last change
	Begin     float64       `json:"begin"`
	End       float64       `json:"end"`
	Changes   int           `json:"changes"` // times that one took the place of the other
	Toggled   []Change      `json:"toggled"` // conditions that caused the first changes, each once
	Hint      string        `json:"hint"`    // a remedy, as a sentence
}

// toggles is the number of changes of an oscillation that are explained: each means executing two ticks again.
const toggles = 6

// Oscillations finds deciders that take turns: one interrupts the other and is interrupted by it within window
// seconds. A Sequential or run-first group that moves on does not count. It executes everything recorded of the agent
// again; [OscillationsBetween] executes a part.
func Oscillations(rec *history.Recording, agent world.AgentID, window float64) ([]Oscillation, error) {
	return OscillationsBetween(rec, agent, 0, math.MaxUint64, 0, window)
}

// OscillationsBetween is [Oscillations] for the frames from and to and all between. As many frames as early before from are
// executed as well, since an oscillation may have begun there; those that ended there are left out.
func OscillationsBetween(rec *history.Recording, agent world.AgentID, from, to, early uint64, window float64) ([]Oscillation, error) {
	t, err := rec.Timeline(agent, from-min(from, early), to)
	if err != nil {
		return nil, err
	}
	all := []Oscillation{}
	for _, g := range groupsOf(rec, t) {
		for _, o := range g.oscillations(window) {
			if o.To < from {
				continue
			}
			o.Agent, o.AgentName = agent, nameOf(rec.Names(), agent)
			if err := o.toggled(rec, g); err != nil {
				return all, err
			}
			all = append(all, o.Oscillation)
		}
	}
	slices.SortStableFunc(all, func(a, b Oscillation) int { return cmp.Compare(a.From, b.From) })
	return all, nil
}

// turns are the runs of a group's children, one after the other.
type turns struct {
	tree   *description.Tree
	place  int
	policy decider.Policy
	runs   []turn
}

type turn struct {
	history.Span
	place int
}

// groupsOf are the groups in which children may interrupt each other, in the order of the declaration.
func groupsOf(rec *history.Recording, t history.Timeline) []*turns {
	var groups []*turns
	for _, told := range rec.Trees() {
		at := map[int]*turns{}
		for _, place := range told.Order {
			d := &told.Deciders[told.Places[place].Decider]
			switch d.Policy {
			case decider.PrioritizedList, decider.OneOff, decider.Scored, decider.Selector:
				if len(d.Children) > 1 {
					at[place] = &turns{tree: told, place: place, policy: d.Policy}
					groups = append(groups, at[place])
				}
			}
		}
		for i := range t.Lanes {
			l := &t.Lanes[i]
			if l.Tree != told.Name || l.Place >= len(told.Places) {
				continue
			}
			if g := at[told.Places[l.Place].Parent]; g != nil {
				for _, s := range l.Spans {
					g.runs = append(g.runs, turn{s, l.Place})
				}
			}
		}
	}
	for _, g := range groups {
		slices.SortStableFunc(g.runs, func(a, b turn) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	}
	return groups
}

type oscillation struct {
	Oscillation
	changes []turn // the runs that took over, at From
}

// oscillations finds the oscillations of one group.
func (g *turns) oscillations(window float64) []*oscillation {
	var all []*oscillation
	var last *oscillation
	end := -1 // the last run of it
	for i := 2; i < len(g.runs); i++ {
		a, b, c := &g.runs[i-2], &g.runs[i-1], &g.runs[i]
		if a.place != c.place || a.place == b.place || c.Begin-a.End > window ||
			a.Reason != behavior.Interrupted && b.Reason != behavior.Interrupted {
			continue
		}
		if last == nil || end != i-1 {
			last = &oscillation{Oscillation: Oscillation{Group: g.name(g.place), A: g.name(a.place), B: g.name(b.place),
				From: b.From, Begin: b.Begin, Changes: 1, Hint: g.hint()}, changes: []turn{*b}}
			all = append(all, last)
		}
		last.Changes++
		last.To, last.End = c.From, c.Begin
		last.changes = append(last.changes, *c)
		end = i
	}
	return all
}

func (g *turns) name(place int) string { return g.tree.Deciders[g.tree.Places[place].Decider].Name }

func (g *turns) hint() string {
	if g.policy == decider.Scored {
		return "Try a larger Margin, so that the running child is kept longer."
	}
	return "Try a Cooldown on the interrupting child, or a test to begin that is stricter than the test to go on."
}

// toggled finds the conditions that caused the first changes.
func (o *oscillation) toggled(rec *history.Recording, g *turns) error {
	o.Toggled = []Change{}
	seen := map[[2]string]bool{}
	for _, c := range o.changes[:min(len(o.changes), toggles)] {
		m, err := rec.At(o.Agent, c.From)
		if err != nil {
			return err
		}
		s := newNarrative(m, []debugprint.Names{rec.Names()})
		for _, t := range s.trees {
			if t.name != g.tree.Name || c.place >= len(t.told.Places) {
				continue
			}
			p := at{t.number, c.place}
			entered := s.events(p, event.Entered)
			if len(entered) == 0 {
				continue
			}
			some, _, err := changes(rec, o.Agent, c.From, p, entered[0])
			if err != nil {
				return err
			}
			for _, one := range some {
				if k := [2]string{one.What, one.Name}; !seen[k] {
					seen[k] = true
					o.Toggled = append(o.Toggled, one)
				}
			}
		}
	}
	return nil
}

// String describes the oscillation.
func (o Oscillation) String() string {
	text := fmt.Sprintf("In %s, %s and %s took turns %s within %s (frames %d to %d).", o.Group, o.A, o.B, times(o.Changes), seconds(o.End-o.Begin), o.From, o.To)
	if len(o.Toggled) > 0 {
		var what []string
		for _, c := range o.Toggled {
			if c.What == "decision flag" || c.What == "stimulus" {
				what = append(what, fmt.Sprintf("the %s %s", c.What, c.Name))
			} else {
				what = append(what, fmt.Sprintf("the %s of %s", c.What, c.Name))
			}
		}
		text = sentences(text, "What toggled: "+list(what, "and")+".")
	}
	return sentences(text, o.Hint)
}
