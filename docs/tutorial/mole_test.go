package main

import (
	"testing"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
)

// A test makes the Context by hand; it needs no tree.
func TestDiggingTakesThreeStrokes(t *testing.T) {
	c, b := &Context{Agent: &Mole{}}, &digBlock{}
	for _, want := range []behavior.Status{behavior.Running, behavior.Running, behavior.Success} {
		if got := dig.Tick(c, b); got != want {
			t.Errorf("after %d strokes: %v, want %v", b.Strokes, got, want)
		}
	}
}

func TestMoreImportantDecidersInterrupt(t *testing.T) {
	mole := &Mole{}
	a := decidertest.New(t, &Root, mole)
	tick := func(flags decider.DecisionFlags) { a.Tick(decider.Input{DT: 0.1, DecisionFlags: flags}) }

	tick(Hungry | Night)
	a.WantPath("ROOT", "DOZE") // it does not eat at night

	tick(Hungry)
	a.WantPath("ROOT", "EAT", "EAT_DIG")

	mole.Shadow = true
	tick(Hungry)
	a.WantPath("ROOT", "HIDE")
}
