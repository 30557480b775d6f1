package why_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/why"
)

type ringer struct{ near float64 }

func bellNear(c *behavior.Context[*ringer]) float64 { return c.Agent.near }

func (r *ringer) bellHeard(*behavior.Context[*ringer]) float64 { return r.near }

func bellOf[A any](*behavior.Context[A]) float64 { return 0 }

// An explanation names the function behind a Decide, and has no line for a Decide that is not there.
func TestDecideHasItsFunctionsName(t *testing.T) {
	act := &behavior.Behavior[*ringer]{Name: "ACT"}
	r := &ringer{}
	memory := decider.MustInitializeTreeData(&decider.Decider[*ringer]{Name: "ROOT", Children: decider.Children[*ringer]{
		{Name: "FUNCTION", Decide: bellNear, Behavior: act},
		{Name: "METHOD", Decide: r.bellHeard, Behavior: act},
		{Name: "GENERIC", Decide: bellOf[*ringer], Behavior: act},
		{Name: "LITERAL", Decide: func(*behavior.Context[*ringer]) float64 { return 0 }, Behavior: act},
		{Name: "FLAG", DecisionFlags: decider.Check{All: 1}, Behavior: act},
		{Name: "IDLE", Behavior: act},
	}}).NewMemory(nil, 1)
	require.NoError(t, decider.TickBehaviorTree(memory, r, decider.Input{Time: 1}))
	for name, want := range map[string]string{
		"FUNCTION": "It said no: its Decide bellNear gave 0.",
		"METHOD":   "It said no: its Decide (*ringer).bellHeard gave 0.",
		"GENERIC":  "It said no: its Decide bellOf gave 0.",
		"LITERAL":  "It said no: its Decide gave 0.",
		"FLAG":     "It needs the decision flag 0x1, which is not set.",
	} {
		e, err := why.Now(memory, name)
		require.NoError(t, err)
		assert.Equal(t, want, e.Places[0].Because)
		assert.Len(t, e.Places[0].Tries[0].Checks, 1, name)
	}
	require.NoError(t, memory.Reset())
	e, err := why.Now(memory, "IDLE")
	require.NoError(t, err)
	assert.Contains(t, e.String(), "\n  IDLE, asked by ROOT: it has no conditions\n")
}
