package world

import (
	"fmt"
	"slices"

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

// distinct returns a NameError for the first gate or squad whose name another one has. A game has few of them.
func (w *World) distinct(gates []*Gate, squads []*Squad) error {
	newGate := slices.ContainsFunc(gates, func(g *Gate) bool { return w.gates.of[g] == nil })
	newSquad := slices.ContainsFunc(squads, func(s *Squad) bool { return w.squads.of[s] == nil })
	if !newGate && !newSquad {
		return nil // the common case: the tree has agents here already
	}
	named := map[string]any{}
	for _, bound := range w.gates.order {
		named["gate "+bound.gate.Name] = bound.gate
	}
	for _, bound := range w.squads.order {
		named["squad "+bound.squad.Name] = bound.squad
	}
	is := func(what, name string, it any) error {
		if other, taken := named[what+" "+name]; taken && other != it {
			return &NameError{What: what, Name: name}
		}
		named[what+" "+name] = it
		return nil
	}
	for _, g := range gates {
		if err := is("gate", g.Name, g); err != nil {
			return err
		}
	}
	for _, s := range squads {
		if err := is("squad", s.Name, s); err != nil {
			return err
		}
	}
	return nil
}
