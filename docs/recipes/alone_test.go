package recipes_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/decider/decidertest"
	"github.com/decidertree/decidertree/declaration"
)

type Soldier struct{ Foes, Arrows int }

type SoldierContext = behavior.Context[*Soldier]

const Truce decider.DecisionFlags = 1 << 0

var shoot = behavior.Behavior[*Soldier]{
	Name: "SHOOT",
	Tick: func(c *SoldierContext) behavior.Status {
		c.Agent.Arrows--
		c.Agent.Foes--
		return running(c.Agent.Foes > 0 && c.Agent.Arrows > 0)
	},
}

var stab = behavior.Behavior[*Soldier]{
	Name: "STAB",
	Tick: func(c *SoldierContext) behavior.Status {
		c.Agent.Foes--
		return running(c.Agent.Foes > 0)
	},
}

// Fight is a branch of the soldier's tree.
var Fight = decider.Decider[*Soldier]{
	Name:          "FIGHT",
	Options:       decider.CallDecideOnRedecide, // are there still foes?
	DecisionFlags: decider.Check{None: Truce},
	Decide:        func(c *SoldierContext) float64 { return behavior.If(c.Agent.Foes > 0) },
	Children: decider.Children[*Soldier]{
		{Name: "SHOOT", Decide: func(c *SoldierContext) float64 { return behavior.If(c.Agent.Arrows > 0) }, Behavior: &shoot},
		{Name: "STAB", Behavior: &stab},
	},
}

// alone puts a decider under a root of its own, which asks it and passes its status on.
func alone[A any](d *decider.Decider[A]) *decider.Decider[A] {
	return &decider.Decider[A]{Name: "ALONE", Policy: decider.Selector, Children: decider.Children[A]{d}}
}

func TestFight(t *testing.T) {
	soldier := &Soldier{Foes: 2}
	a := decidertest.New(t, alone(&Fight), soldier)

	a.Tick(decider.Input{DT: 0.1, DecisionFlags: Truce})
	a.WantPath() // it said no: nothing is active

	a.Tick(decider.Input{DT: 0.1})
	a.WantPath("ALONE", "FIGHT", "STAB") // no arrows
}

func TestFightIsNoRoot(t *testing.T) {
	_, err := decider.InitializeTreeData(&Fight)
	assert.ErrorIs(t, err, declaration.RootAsked)
}

func TestFightEndsWithTheLastFoe(t *testing.T) {
	soldier := &Soldier{Foes: 3, Arrows: 2}
	a := decidertest.New(t, alone(&Fight), soldier)

	a.Tick(decider.Input{DT: 0.1})
	a.WantPath("ALONE", "FIGHT", "SHOOT")

	a.Tick(decider.Input{DT: 0.1}) // the last arrow, then the knife
	a.WantPath()
	assert.Equal(t, Soldier{}, *soldier)
}

func TestFightWantsFoes(t *testing.T) {
	assert.Zero(t, Fight.Decide(&SoldierContext{Agent: &Soldier{}}))
	assert.Positive(t, Fight.Decide(&SoldierContext{Agent: &Soldier{Foes: 1}}))
}
