package main

import (
	"testing"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
)

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
