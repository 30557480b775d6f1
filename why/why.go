package why

import (
	"fmt"
	"maps"
	"slices"

	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/description"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/internal/near"
	"github.com/decidertree/decidertree/world"
)

// Explain explains why a decider ran in the agent's tick of a frame, or why it did not. names are the names of flags,
// stimuli and agents; without any they are those of the recording, and so are the agents' if NameOf is nil.
//
// If the agent slept in that frame, its last tick before is explained. The error is that of [history.Recording.At],
// or an [*UnknownError] that names deciders with a similar name.
func Explain(rec *history.Recording, agent world.AgentID, frame uint64, name string, names ...debugprint.Names) (Explanation, error) {
	m, err := rec.At(agent, frame)
	if err != nil {
		return Explanation{}, err
	}
	return ExplainTick(m, name, withAgents(names, rec))
}

// ExplainTick is [Explain] for a tick at hand, for example to explain several of its deciders.
func ExplainTick(m *history.Moment, name string, names ...debugprint.Names) (Explanation, error) {
	return newNarrative(m, names).explained(name)
}

// explained explains the decider with a name.
func (s *narrative) explained(name string) (Explanation, error) {
	e := s.head(name)
	for _, t := range s.trees {
		for _, place := range t.told.Order {
			if p := (at{t.number, place}); s.name(p) == name {
				e.Places = append(e.Places, s.explain(p))
			}
		}
	}
	if len(e.Places) > 0 {
		return e, nil
	}
	for _, root := range slices.Sorted(maps.Keys(s.m.Trees)) {
		told := s.m.Trees[root]
		if slices.ContainsFunc(told.Deciders, func(d description.Decider) bool { return d.Name == name }) {
			e.Places = append(e.Places, Place{Path: told.Name + " > " + name, Tree: told.Name, Place: -1, Outcome: NotPlugged,
				Because: fmt.Sprintf("It belongs to the tree %s, which is not plugged into any slot of this agent.", told.Name),
				Began:   []Beginning{}, Ended: []Ending{}, Tries: []Asked{}, Values: []Value{}})
			return e, nil
		}
	}
	return e, s.unknown(name)
}

// All explains every decider of the agent's trees, in the order of the declaration: one explanation for each place.
func All(m *history.Moment, names ...debugprint.Names) []Explanation {
	s := newNarrative(m, names)
	var all []Explanation
	for _, t := range s.trees {
		for _, place := range t.told.Order {
			p := at{t.number, place}
			e := s.head(s.name(p))
			e.Places = append(e.Places, s.explain(p))
			all = append(all, e)
		}
	}
	return all
}

// head starts an explanation.
func (s *narrative) head(name string) Explanation {
	e := Explanation{Agent: s.m.Agent, AgentName: nameOf(s.names, s.m.Agent), Decider: name, Asked: s.m.Asked, Frame: s.m.Frame, Time: s.m.Time, Slept: s.m.Slept, Rehearsed: s.now, Errors: []string{}}
	for _, err := range s.m.Errs {
		e.Errors = append(e.Errors, err.Error())
	}
	return e
}

// UnknownError says that an agent has no decider of a name.
type UnknownError struct {
	Name string
	Tree string   // the root of the agent's tree
	Near []string // similar names, the nearest first
}

func (e *UnknownError) Error() string {
	text := fmt.Sprintf("why: the tree %s has no decider %q, nor have the trees that are plugged in", e.Tree, e.Name)
	if len(e.Near) > 0 {
		text += "; did you mean " + list(e.Near, "or") + "?"
	}
	return text
}

func (s *narrative) unknown(name string) error {
	return &UnknownError{Name: name, Tree: s.m.Tree.Name, Near: near.Names(name, func(yield func(string) bool) {
		for _, t := range s.trees {
			for i := range t.told.Deciders {
				if !yield(t.told.Deciders[i].Name) {
					return
				}
			}
		}
	})}
}
