package decider_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/declaration"
)

func near(*plainContext) float64 { return 1 }

// A Copy compiles to what a duplicate written by hand compiles to, and its description names the functions of both sides.
func TestCopyIsADuplicate(t *testing.T) {
	egg := leaf("EGG")
	brood := &plain{
		Name: "BROOD", Decide: yes, Every: 2, DecisionFlags: decider.Check{All: 1}, Modifiers: decider.Modifiers{Repeat: 2, Limit: 3},
		Children: plainChildren{
			{Name: "TURN", Jump: "NEST", DecisionFlags: decider.Check{All: 4}},
			{Name: "NEST", Policy: decider.Sequence, DecisionFlags: decider.Check{None: 4}, Children: plainChildren{egg, {Name: "SIT", Cooldown: 1, Behavior: &idle}}},
			{Name: "LOOK", Children: plainChildren{egg}},
		},
	}
	copied := decider.MustInitializeTreeData(under(
		&plain{Name: "A", Decide: near, DecisionFlags: decider.Check{All: 2}, Cooldown: 5, Modifiers: decider.Modifiers{Outcome: decider.Inverted}, Copy: brood},
		leaf("B"),
	))
	again := leaf("A/EGG")
	byHand := decider.MustInitializeTreeData(under(
		&plain{
			Name: "A", Decide: yes, Every: 2, Cooldown: 5, DecisionFlags: decider.Check{All: 3},
			Modifiers: decider.Modifiers{Repeat: 2, Limit: 3, Outcome: decider.Inverted},
			Children: plainChildren{
				{Name: "A/TURN", Jump: "A/NEST", DecisionFlags: decider.Check{All: 4}},
				{Name: "A/NEST", Policy: decider.Sequence, DecisionFlags: decider.Check{None: 4}, Children: plainChildren{again, {Name: "A/SIT", Cooldown: 1, Behavior: &idle}}},
				{Name: "A/LOOK", Children: plainChildren{again}},
			},
		},
		leaf("B"),
	))
	assert.Equal(t, byHand.String(), copied.String())
	needs, other := byHand.MemoryRequirements(), copied.MemoryRequirements()
	needs.Tree, other.Tree = 0, 0 // a copy refers to two declarations
	assert.Equal(t, needs, other)
	described := copied.Describe()
	assert.Equal(t, byHand.Describe().Fingerprint, described.Fingerprint)
	assert.Equal(t, "decider_test.near, then decider_test.yes", described.Deciders[1].Decide.Name)
	assert.Equal(t, declaration.GroupDecider, described.Deciders[1].Kind())
}
