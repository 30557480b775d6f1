package world

import (
	"fmt"

	"github.com/decidertree/decidertree/internal/engine"
)

// Bind is for the packages of this module: a tree's gates and squads have a state in this world from now on, in this
// order, which is the order in which Advance takes them. Those that have one keep it. Another of the same name is a
// [NameError], and nothing is bound.
func (w *World) Bind(_ engine.Key, gates []*Gate, squads []*Squad) error {
	if len(gates) == 0 && len(squads) == 0 {
		return nil
	}
	if w == nil {
		if len(gates) > 0 {
			return &NoWorldError{What: fmt.Sprintf("gate %q", gates[0].Name)}
		}
		return &NoWorldError{What: fmt.Sprintf("squad %q", squads[0].Name)}
	}
	if err := w.open("take in an agent"); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.distinct(gates, squads); err != nil {
		return err
	}
	for _, g := range gates {
		w.gates.bind(g)
	}
	for _, s := range squads {
		w.squads.bind(s)
	}
	w.unpack()
	return nil
}

// distinct finds the first of the gates and squads whose name another has. There are few in a game.
func (w *World) distinct(gates []*Gate, squads []*Squad) error {
	for i, g := range gates {
		for _, other := range gates[:i] {
			if other != g && other.Name == g.Name {
				return &NameError{What: "gate", Name: g.Name}
			}
		}
		for _, bound := range w.gates.order {
			if bound.gate != g && bound.gate.Name == g.Name {
				return &NameError{What: "gate", Name: g.Name}
			}
		}
	}
	for i, s := range squads {
		for _, other := range squads[:i] {
			if other != s && other.Name == s.Name {
				return &NameError{What: "squad", Name: s.Name}
			}
		}
		for _, bound := range w.squads.order {
			if bound.squad != s && bound.squad.Name == s.Name {
				return &NameError{What: "squad", Name: s.Name}
			}
		}
	}
	return nil
}
