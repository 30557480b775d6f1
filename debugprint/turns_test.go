package debugprint_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/crowd"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/history"
	"github.com/decidertree/decidertree/world"
)

type (
	drummer        = struct{}
	drummerDecider = decider.Decider[*drummer]
	drummers       = decider.Children[*drummer]
)

// band is a tree with a group of each policy that stores something about its children. Children named YES succeed, NO
// fail, and the others run for ever.
func band(stage *world.Gate, options decider.Options) *drummerDecider {
	var all drummers
	add := func(name string, policy decider.Policy, children ...string) {
		group := &drummerDecider{Name: name, Policy: policy}
		for i, child := range children {
			d := &drummerDecider{Name: name + "_" + child}
			switch end := behavior.Success; child {
			case "NO":
				end = behavior.Failure
				fallthrough
			case "YES":
				d.Behavior = &behavior.Behavior[*drummer]{Name: child, Tick: func(*behavior.Context[*drummer]) behavior.Status { return end }}
			case "STAGE":
				d.Gate, d.Options = stage, options
				fallthrough
			default:
				d.Behavior = &behavior.Behavior[*drummer]{Name: d.Name}
			}
			d.Name += string(rune('1' + i))
			group.Children = append(group.Children, d)
		}
		all = append(all, group)
	}
	add("SEQ", decider.Sequence, "YES", "YES", "RUN", "RUN")
	add("SEL", decider.Selector, "NO", "RUN", "RUN")
	add("TURNS", decider.Sequential, "YES", "RUN", "RUN")
	add("ONCE", decider.OneOff, "YES", "NO", "RUN", "RUN")
	add("BAG", decider.Shuffle, "RUN", "RUN", "RUN")
	add("ALL", decider.Concurrent, "YES", "NO", "RUN")
	add("STEPS", decider.Sequence, "YES", "STAGE", "RUN")
	add("LIST", decider.PrioritizedList, "STAGE")
	all[0].Modifiers.Limit = 3
	all[5].SucceedAt, all[5].FailAt = 2, 2
	return &drummerDecider{Name: "BAND", Policy: decider.Concurrent, Children: all}
}

// TestTurns shows in a crowd, and with the option Wait for an agent alone, what groups have stored about their children:
// live and played back, without allocations.
func TestTurns(t *testing.T) {
	stage := &world.Gate{Name: "STAGE", Max: 1}
	w := world.New(world.Options{Seed: 1})
	tree, err := decider.InitializeTreeData(band(stage, 0))
	require.NoError(t, err)
	c, err := crowd.New(w, tree, crowd.Options[*drummer]{Name: "BAND", Workers: 1})
	require.NoError(t, err)
	id, err := c.Add(&drummer{})
	require.NoError(t, err)
	r := history.New(history.Options{})
	require.NoError(t, c.Record(r))
	require.NoError(t, w.Advance(1))
	_, err = c.Tick()
	require.NoError(t, err)
	m, err := c.View(id)
	require.NoError(t, err)
	live := debugprint.DebugPrintState(m, debugprint.WholeTree)
	assert.Equal(t, strings.TrimPrefix(`
> BAND              0.0 s  Concurrent
>   SEQ             0.0 s  Sequence, entered 1 of 3 times
      SEQ_YES1             done, runs YES
      SEQ_YES2             done, runs YES
>     SEQ_RUN3      0.0 s  runs SEQ_RUN
      SEQ_RUN4             runs SEQ_RUN
>   SEL             0.0 s  Selector
      SEL_NO1              failed, runs NO
>     SEL_RUN2      0.0 s  runs SEL_RUN
      SEL_RUN3             runs SEL_RUN
>   TURNS           0.0 s  Sequential, 1 of 3 turns left
      TURNS_YES1           turn over, runs YES
>     TURNS_RUN2    0.0 s  runs TURNS_RUN
      TURNS_RUN3           runs TURNS_RUN
>   ONCE            0.0 s  OneOff, 1 of 4 turns left
      ONCE_YES1            turn over, runs YES
      ONCE_NO2             turn over, runs NO
>     ONCE_RUN3     0.0 s  runs ONCE_RUN
      ONCE_RUN4            runs ONCE_RUN
>   BAG             0.0 s  Shuffle, 2 of 3 left in the bag
      BAG_RUN1             runs BAG_RUN
>     BAG_RUN2      0.0 s  runs BAG_RUN
      BAG_RUN3             runs BAG_RUN
>   ALL             0.0 s  Concurrent, 1 of 3 succeeded, 1 of 3 failed
      ALL_YES1             runs YES
      ALL_NO2              runs NO
>     ALL_RUN3      0.0 s  runs ALL_RUN
>   STEPS           0.0 s  Sequence, waits for gate STAGE to enter STEPS_STAGE2
      STEPS_YES1           done, runs YES
      STEPS_STAGE2         runs STEPS_STAGE, waits for gate STAGE (0 of 1 held; 1 waiting)
      STEPS_RUN3           runs STEPS_RUN
>   LIST            0.0 s  waits for gate STAGE to enter LIST_STAGE1
      LIST_STAGE1          runs LIST_STAGE, waits for gate STAGE (0 of 1 held; 1 waiting)`, "\n"), live)
	assert.Contains(t, debugprint.DebugPrintState(m, debugprint.ActivePath), "LIST          0.0 s  waits for gate STAGE to enter LIST_STAGE1")
	require.NoError(t, w.Advance(1))
	_, err = c.Tick()
	require.NoError(t, err)
	moment, err := r.Recording().At(id, 1)
	require.NoError(t, err)
	assert.Equal(t, live, debugprint.DebugPrintState(moment, debugprint.WholeTree))

	var b []byte
	m, err = c.View(id)
	require.NoError(t, err)
	assert.Zero(t, testing.AllocsPerRun(100, func() { b = debugprint.AppendState(b[:0], m, debugprint.WholeTree) }))
}

func TestTurnsOfOneThatWaitsAlone(t *testing.T) {
	stage := &world.Gate{Name: "STAGE", Max: 1}
	w := world.New(world.Options{Seed: 1})
	solo := decider.MustInitializeTreeData(&drummerDecider{Name: "SOLO", Children: drummers{{Name: "PLAY", Gate: stage, Behavior: &behavior.Behavior[*drummer]{Name: "PLAY"}}}})
	first := solo.NewMemory(w, 1)
	m := decider.MustInitializeTreeData(band(stage, decider.Wait)).NewMemory(w, 2)
	require.NoError(t, w.Advance(1))
	require.NoError(t, decider.TickBehaviorTree(first, &drummer{}, decider.Input{Time: 1, DT: 1}))
	require.NoError(t, decider.TickBehaviorTree(m, &drummer{}, decider.Input{Time: 1, DT: 1}))
	text := debugprint.DebugPrintState(m, debugprint.WholeTree)
	assert.Contains(t, text, "STEPS           0.0 s  Sequence, waits for gate STAGE to enter STEPS_STAGE2\n")
	assert.Contains(t, text, "STEPS_STAGE2         Wait, runs STEPS_STAGE, waits for gate STAGE (1 of 1 held by #1)\n")
	assert.Contains(t, text, "LIST            0.0 s  waits for gate STAGE to enter LIST_STAGE1\n")
}
