package debugprint_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
)

// loud has a String that would break its line.
type loud int

func (loud) String() string { return "two\nlines \x1b[31m" }

var (
	hunger = blackboard.Key[float32]{Name: "hunger"}
	noise  = blackboard.Key[loud]{Name: "noise\n", Scope: blackboard.Tree}
	tries  = blackboard.Key[int]{Name: "tries", Scope: blackboard.Decider}
	temper = blackboard.Key[string]{Name: "temper", Scope: blackboard.Decider}
)

var remembering = decider.Decider[struct{}]{
	Name: "ROOT", Keys: decider.Keys{&hunger},
	Children: decider.Children[struct{}]{
		{
			Name: "FLEE", Keys: decider.Keys{&tries, &temper}, DecisionFlags: decider.Check{All: 1},
			Behavior: &behavior.Behavior[struct{}]{Name: "FLEE"},
		},
		{
			Name: "NEST", Keys: decider.Keys{&temper},
			Children: decider.Children[struct{}]{
				{Name: "EAT", Keys: decider.Keys{&tries, &noise}, Behavior: &behavior.Behavior[struct{}]{
					Name: "EAT", Tick: func(c *behavior.Context[struct{}]) behavior.Status {
						*hunger.Of(c), *temper.Of(c) = 0.8, "full\n"
						*tries.Of(c)++
						return behavior.Running
					},
				}},
			},
		},
	},
}

// Values stand below the decider whose they are; on the active path, below the active ones.
func TestDebugPrintStateWithValues(t *testing.T) {
	m := decider.MustInitializeTreeData(&remembering).NewMemory(nil, 1)
	require.NoError(t, decider.TickBehaviorTree(m, struct{}{}, decider.Input{}))
	assert.Equal(t, strings.TrimPrefix(`
*0:ROOT/0x1e4ede85 (Group, PrioritizedList 0x0) time: 0.00 [(no group behavior)] idx: 1
    hunger: 0.8
    noise\n: two\nlines \x1b[31m
  *1:NEST/0x61d79c8b (Group, PrioritizedList 0x0) time: 0.00 [(no group behavior)] idx: 0
      temper: "full\n"
    *0:EAT/0xb1234185 (Behavior 0x0) time: 0.00 [EAT/0xb1234185] (0x00000000 0)
        tries: 1`, "\n"), debugprint.DebugPrintState(m, debugprint.Spore))
	assert.Equal(t, strings.TrimPrefix(`
*0:ROOT/0x1e4ede85 (Group, PrioritizedList 0x0) time: 0.00 [(no group behavior)] idx: 1
    hunger: 0.8
    noise\n: two\nlines \x1b[31m
   0:FLEE/0xddd18501 (Behavior 0x0) [FLEE/0xddd18501] (0x00000000 0)
      tries: 0
      temper: ""
  *1:NEST/0x61d79c8b (Group, PrioritizedList 0x0) time: 0.00 [(no group behavior)] idx: 0
      temper: "full\n"
    *0:EAT/0xb1234185 (Behavior 0x0) time: 0.00 [EAT/0xb1234185] (0x00000000 0)
        tries: 1`, "\n"), debugprint.DebugPrintState(m, debugprint.WholeTree|debugprint.Spore))
	require.NoError(t, m.Reset())
	assert.Equal(t, "(nothing active)", debugprint.DebugPrintState(m, debugprint.Spore))
	assert.Contains(t, debugprint.DebugPrintState(m, debugprint.WholeTree|debugprint.Spore), "\n    hunger: 0\n")
}

// Numbers, bools and strings cost no garbage.
func TestAppendStateWithValues(t *testing.T) {
	quiet := remembering
	quiet.Children = decider.Children[struct{}]{remembering.Children[0], {Name: "EAT", Keys: decider.Keys{&tries}, Behavior: &behavior.Behavior[struct{}]{Name: "EAT"}}}
	m := decider.MustInitializeTreeData(&quiet).NewMemory(nil, 1)
	require.NoError(t, decider.TickBehaviorTree(m, struct{}{}, decider.Input{}))
	*hunger.Of(m) = 0.25
	for _, form := range forms {
		var b []byte
		assert.Zero(t, testing.AllocsPerRun(100, func() {
			b = debugprint.AppendState(b[:0], m, form.mode|debugprint.WholeTree)
			b = names.AppendState(b, m, form.mode)
		}))
		assert.Equal(t, 2, strings.Count(string(b), "    hunger: 0.25\n"))
	}
}
