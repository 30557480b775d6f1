package debugprint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/testing/golden"
)

// A camper beside a fire: it cooks and sings at once, plays with what it finds, and needs a while to get up.
type (
	camper         = struct{ Rain, Bear bool }
	camperDecider  = decider.Decider[*camper]
	camperChildren = decider.Children[*camper]
	camperBehavior = behavior.Behavior[*camper]
	camperContext  = behavior.Context[*camper]
)

var (
	embers = blackboard.Key[int]{Name: "embers", Scope: blackboard.Agent}
	verse  = blackboard.Key[int]{Name: "verse", Scope: blackboard.Decider}
	bounce = blackboard.Key[float64]{Name: "bounce", Scope: blackboard.Tree}

	toy = decider.Slot[*camper]{Name: "TOY", Reserve: 256}
)

// camp makes the camper's tree, ball what it may play with.
func camp() (root, ball *camperDecider) {
	run := func(name string) *camperBehavior { return &camperBehavior{Name: name} }
	getUp := camperBehavior{Name: "COOK", LeaveTimeout: 2, Leave: func(*camperContext) behavior.Status { return behavior.Running }}
	flee := camperBehavior{Name: "FLEE", Tick: func(*camperContext) behavior.Status { return behavior.Success }}
	sing := camperBehavior{Name: "SING", Tick: func(c *camperContext) behavior.Status {
		*verse.Of(c)++
		return behavior.Success
	}}
	root = &camperDecider{Name: "CAMPER", Keys: decider.Keys{&embers}, Children: camperChildren{
		{Name: "FLEE", Decide: func(c *camperContext) float64 { return behavior.If(c.Agent.Bear) }, Behavior: &flee, Modifiers: decider.Modifiers{Limit: 1}},
		{Name: "EVENING", Policy: decider.Selector, Children: camperChildren{
			{Name: "SHELTER", Options: decider.Monitor, Decide: func(c *camperContext) float64 { return behavior.If(c.Agent.Rain) }, Children: camperChildren{
				{Name: "SIT_DRY", Behavior: run("SIT")},
			}},
			{Name: "FIRESIDE", Policy: decider.Concurrent, Children: camperChildren{
				{Name: "SING", Behavior: &sing, Modifiers: decider.Modifiers{Repeat: decider.Forever}, Keys: decider.Keys{&verse}},
				{Name: "DANCE", DecisionFlags: decider.Check{All: 1}, Behavior: run("DANCE")},
				{Name: "PLAY", Slot: &toy},
				{Name: "WATCH", Policy: decider.ReactiveSequence, Children: camperChildren{
					{Name: "DARK", Behavior: &camperBehavior{Name: "DARK", Tick: func(*camperContext) behavior.Status { return behavior.Success }}},
					{Name: "GAZE", Behavior: run("GAZE")},
				}},
			}},
			{Name: "COOK", Behavior: &getUp},
		}},
	}}
	ball = &camperDecider{Name: "BALL", Keys: decider.Keys{&bounce}, Policy: decider.Sequence, Children: camperChildren{
		{Name: "FETCH", Behavior: &camperBehavior{Name: "FETCH", Activate: func(c *camperContext) behavior.Status {
			*bounce.Of(c) = 0.5
			return behavior.Success
		}}},
		{Name: "THROW", Behavior: run("THROW")},
	}}
	return root, ball
}

// evening is a camper's evening up to some hour; hours are ticks.
func evening(t testing.TB, o event.Observer, hours int) *decider.Memory[*camper] {
	t.Helper()
	root, ball := camp()
	tree, err := decider.InitializeTreeData(root)
	require.NoError(t, err)
	thing, err := decider.InitializeTreeData(ball)
	require.NoError(t, err)
	m := tree.NewMemory(nil, 7)
	m.Observe(o)
	var c camper
	for hour := range hours {
		switch hour {
		case 1:
			require.NoError(t, m.Plug(&toy, thing))
			require.NoError(t, m.ResetBelow("FIRESIDE")) // it was entered without a toy
		case 3:
			require.NoError(t, m.Unplug(&toy)) // PLAY fails, and FIRESIDE with it
		case 4:
			c.Rain = true // it puts the pots away, and after two hours goes in
		case 7:
			c.Bear = true
		}
		require.NoError(t, decider.TickBehaviorTree(m, &c, decider.Input{Time: float64(hour) + 20, DT: 1}))
	}
	return m
}

func TestOutputOfSeveralPaths(t *testing.T) {
	for _, form := range forms {
		for level := event.Level(1); level <= 5; level++ {
			t.Run(fmt.Sprint(form.folder, level), func(t *testing.T) {
				var b strings.Builder
				o := &debugprint.Output{Level: level, W: &b, Mode: form.mode}
				evening(t, o, 9)
				require.NoError(t, o.Err())
				golden.Equal(t, fmt.Sprintf("%scamp_level%d.golden", form.folder, level), b.String())
			})
		}
	}
}

func TestDebugPrintStateOfSeveralPaths(t *testing.T) {
	for _, form := range forms {
		var b strings.Builder
		for hours := range 10 {
			m := evening(t, nil, hours)
			fmt.Fprintf(&b, "after %d:\n%s\n", hours, debugprint.DebugPrintState(m, form.mode))
			if hours == 0 || hours == 2 || hours == 5 {
				fmt.Fprintf(&b, "whole tree:\n%s\n", debugprint.DebugPrintState(m, form.mode|debugprint.WholeTree))
			}
		}
		golden.Equal(t, form.folder+"camp_state.golden", b.String())
		assert.NotContains(t, b.String(), "(no deciders)")
	}
}
