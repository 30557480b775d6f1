package debugprint_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/internal/testing/golden"
)

// mistakes is the output of level 1 of a tree with functions that go wrong.
func mistakes(t *testing.T, form debugprint.Mode) string {
	mistakes := 0
	tree, err := decider.InitializeTreeData(&Decider{
		Name: "ROOT",
		Children: Children{
			{Name: "NO_NUMBER", Decide: func(*Context) float64 { return math.NaN() }, Behavior: &rest},
			{
				Name: "EMPTY_PROMISE", Decide: func(*Context) float64 { mistakes++; return behavior.If(mistakes == 1) },
				Children: Children{{Name: "NEVER", Decide: func(*Context) float64 { return 0 }, Behavior: &rest}},
			},
			{Name: "CARELESS", Decide: func(*Context) float64 { return 1 }, Behavior: &Behavior{Name: "CARELESS", Tick: func(c *Context) behavior.Status {
				switch mistakes {
				case 1:
					return c.Fail(errors.Join(errors.New("no route"), errors.New("no water")))
				case 2:
					panic("lost")
				}
				return 0
			}}},
			{Name: "IDLE", Behavior: &rest},
		},
	})
	require.NoError(t, err)
	m := tree.NewMemory(nil, 7)
	var b strings.Builder
	m.Observe(&debugprint.Output{Level: 1, W: &b, Mode: form})
	for i := range 3 {
		assert.Error(t, decider.TickBehaviorTree(m, &guard{}, decider.Input{Time: float64(i)}))
	}
	require.NoError(t, m.Close())
	return b.String()
}

// Errors of a tree are printed at level 1, with the text of the tick's error.
func TestOutputOfErrors(t *testing.T) {
	for _, form := range forms {
		golden.Equal(t, form.folder+"errors.golden", mistakes(t, form.mode))
	}
}

// What tears a path down between ticks is told too.
func TestOutputOfClose(t *testing.T) {
	var b strings.Builder
	m := live(t, &debugprint.Output{Level: 2, W: &b, Mode: debugprint.Spore})
	require.NoError(t, m.Close())
	assert.Contains(t, b.String(), "deactivating behavior DIE/0x5d19aaf1 with flags 0x0, in decider DIE/0x5d19aaf1, Closed")
}

func TestOutputOfAWideTree(t *testing.T) {
	wide := Decider{Name: "ROOT"}
	for range 999 {
		wide.Children = append(wide.Children, &Decider{DecisionFlags: Check{All: Dead}, Behavior: &rest})
	}
	wide.Children = append(wide.Children, &Decider{Behavior: &walk})
	for i, c := range wide.Children {
		c.Name = "CHILD_" + string(rune('A'+i/676)) + string(rune('A'+i/26%26)) + string(rune('A'+i%26))
	}
	tree, err := decider.InitializeTreeData(&wide)
	require.NoError(t, err)
	m := tree.NewMemory(nil, 7)
	var b strings.Builder
	m.Observe(&debugprint.Output{Level: 5, W: &b, Mode: debugprint.Spore})
	for i := range 2 {
		require.NoError(t, decider.TickBehaviorTree(m, &guard{}, decider.Input{Time: float64(i)}))
	}
	assert.Equal(t, 2*999, strings.Count(b.String(), "failed DecisionFlags check"))
	assert.Contains(t, b.String(), " child 998 (CHILD_BMK/")
	assert.Len(t, strings.Split(debugprint.DebugPrintState(m, debugprint.WholeTree|debugprint.Spore), "\n"), 1001)
	assert.Len(t, strings.Split(debugprint.DebugPrintState(m, debugprint.Spore), "\n"), 2)
}
