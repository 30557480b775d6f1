// Package recipes_test has the code of docs/RECIPES.md.
package recipes_test

import (
	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/state"
)

// leaf returns the name of the deepest active decider.
func leaf[A any](m *decider.Memory[A]) string {
	name := "-"
	for next := 0; next >= 0; {
		var s state.Decider
		if s, next = m.StateAt(next, true); s.Active {
			name = s.Decider.Name
		}
	}
	return name
}

// running goes on while a condition holds.
func running(on bool) behavior.Status {
	if on {
		return behavior.Running
	}
	return behavior.Success
}
