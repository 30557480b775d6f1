package decider_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
)

// wonder is the agent of these tests.
type wonder struct {
	values map[string]float64 // of each Decide
	asked  []string
	drawn  []uint64
	panics bool
}

type (
	wonderContext  = behavior.Context[*wonder]
	wonderDecider  = decider.Decider[*wonder]
	wonderChildren = decider.Children[*wonder]
	wonderMemory   = decider.Memory[*wonder]
)

func wonderDecide(c *wonderContext) float64 {
	a := c.Agent
	a.asked = append(a.asked, c.DeciderName())
	a.drawn = append(a.drawn, c.Rand().Uint64())
	if a.panics {
		panic("ouch")
	}
	return a.values[c.DeciderName()]
}

var wonderIdle = behavior.Behavior[*wonder]{Name: "IDLE"}

func wonderTree(t *testing.T) *decider.Tree[*wonder] {
	tree, err := decider.InitializeTreeData(&wonderDecider{Name: "ROOT", Children: wonderChildren{
		{Name: "FLEE", DecisionFlags: decider.Check{All: 3, Any: 12, None: 16}, StimuliFlags: stimuli.Check{All: 1}, Every: 4, Cooldown: 2, Decide: wonderDecide, Behavior: &wonderIdle},
		{Name: "ONCE", DecisionFlags: decider.Check{All: 64}, Policy: decider.OneOff, Children: wonderChildren{
			{Name: "FIRST", DecisionFlags: decider.Check{All: 128}, Behavior: &wonderIdle}, {Name: "SECOND", Behavior: &wonderIdle},
		}},
		{Name: "GUARD", Decide: wonderDecide, Children: wonderChildren{
			{Name: "FIGHT", Decide: wonderDecide, Behavior: &wonderIdle},
			{Name: "CALL", Jump: "FLEE"},
			{Name: "PATROL", Decide: wonderDecide, Behavior: &wonderIdle},
		}},
		{Name: "SCORED", Policy: decider.Scored, Margin: 0.5, DecisionFlags: decider.Check{All: 32}, Children: wonderChildren{
			{Name: "ONE", Decide: wonderDecide, Behavior: &wonderIdle}, {Name: "TWO", Decide: wonderDecide, Behavior: &wonderIdle},
		}},
		{Name: "REST", Policy: decider.Random, Children: wonderChildren{{Name: "SIT", Behavior: &wonderIdle}, {Name: "LIE", Decide: wonderDecide, Behavior: &wonderIdle}}},
	}})
	require.NoError(t, err)
	return tree
}

// whyAfter ticks an agent at these times with the flags and asks why.
func whyAfter(t *testing.T, a *wonder, flags decider.DecisionFlags, set *stimuli.Set, times ...float64) *wonderMemory {
	memory := wonderTree(t).NewMemory(nil, 3)
	for _, time := range times {
		require.NoError(t, decider.TickBehaviorTree(memory, a, decider.Input{Time: time, DecisionFlags: flags, Stimuli: set}))
	}
	return memory
}

func TestWhyInWords(t *testing.T) {
	set := stimuli.NewSet(0)
	a := &wonder{values: map[string]float64{"ONE": 2, "TWO": 1}}
	memory := whyAfter(t, a, 1|16, set, 1, 2)
	for name, want := range map[string]string{
		"ROOT": "ROOT: active for 1.00 s\n",
		"FLEE": "ROOT > FLEE: not active\n  " + label("FLEE") +
			": would reject: fails DecisionFlags (lacks 0x2) (has none of 0xc) (has forbidden 0x10), fails StimuliFlags (lacks 0x1), Cooldown has run out, Every is due\n",
		"PATROL": "ROOT > GUARD > PATROL: not active; the group " + label("GUARD") + " must be entered first\n  " +
			label("GUARD") + ": would reject: Decide gives 0\n  " + label("PATROL") + ": would reject: Decide gives 0\n",
		"LIE": "ROOT > REST > LIE: not active; not reached: " + label("SIT") + " runs, and a Random group asks nobody meanwhile\n  " +
			label("LIE") + ": would reject: Decide gives 0\n",
	} {
		assert.Equal(t, want, memory.Why(name).String())
	}
	assert.Equal(t, label("NOBODY")+": decider: the tree "+label("ROOT")+` has no decider "NOBODY"`+"\n", memory.Why("NOBODY").String())

	memory = whyAfter(t, a, 32, set, 1, 2) // ONE is the best of SCORED
	assert.Contains(t, memory.Why("TWO").String(), "it must exceed 2 of the active "+label("ONE")+" by more than 0.5\n  "+label("TWO")+": would accept: Decide gives 1\n")
	assert.Contains(t, memory.Why("REST").String(), "not reached: "+label("SCORED")+" above it runs")

	memory = whyAfter(t, a, 64, set, 1)
	assert.Contains(t, memory.Why("FIRST").String(), "would reject: fails DecisionFlags (lacks 0x80)")
}

func label(name string) string { return decider.LabelOf(name).String() }

func TestWhyAsData(t *testing.T) {
	set := stimuli.NewSet(0)
	require.NoError(t, set.Add(stimuli.Note(1, 100)))
	a := &wonder{values: map[string]float64{"FLEE": 0}}
	memory := whyAfter(t, a, 7, set, 1, 2) // FLEE's Every was passed at 1
	e := memory.Why("FLEE")
	require.Len(t, e.Places, 1)
	place := e.Places[0]
	assert.False(t, place.Active)
	assert.True(t, place.Reached)
	require.Len(t, place.Asked, 1)
	assert.Equal(t, decider.WhyAsked{
		Decider: decider.LabelOf("FLEE"), Verdict: decider.FailedEvery,
		Checks: []decider.WhyCheck{
			{Check: decider.FailedDecisionFlags, Passed: true},
			{Check: decider.FailedStimuliFlags, Passed: true},
			{Check: decider.FailedCooldown, Passed: true},
			{Check: decider.FailedEvery, Left: 3},
		},
	}, place.Asked[0])
	active := memory.Why("SIT").Places[0]
	assert.True(t, active.Active)
	assert.InDelta(t, 1, active.Duration, 0)

	require.NoError(t, memory.Reset())
	place = memory.Why("FLEE").Places[0]
	assert.True(t, place.Reached)
	assert.Contains(t, place.Because, "nothing is active")
}

// Asking why calls Decide functions, and changes nothing else: the run that was asked goes on like one that was
// not, down to timers and random draws.
func TestWhyLeavesNoTrace(t *testing.T) {
	run := func(ask func(*wonderMemory)) (draws []uint64, events []string) {
		set := stimuli.NewSet(0)
		require.NoError(t, set.Add(stimuli.Note(1, 100)))
		a := &wonder{values: map[string]float64{"GUARD": 0, "LIE": 1}}
		memory := wonderTree(t).NewMemory(nil, 3)
		for i := range 20 {
			a.values["FLEE"] = float64(i % 3 / 2)
			a.values["FIGHT"], a.values["GUARD"] = float64(i%5/4), float64(i%7/3)
			a.drawn = nil
			require.NoError(t, decider.TickBehaviorTree(memory, a, decider.Input{Time: float64(i), DT: 1, DecisionFlags: 7, Stimuli: set}))
			draws = append(draws, a.drawn...)
			events = append(events, memoryText(memory))
			before := memoryText(memory)
			ask(memory)
			assert.Equal(t, before, memoryText(memory))
		}
		return draws, events
	}
	wantDraws, want := run(func(*wonderMemory) {})
	gotDraws, got := run(func(m *wonderMemory) {
		for s, next := m.StateAt(0, false); next >= 0; s, next = m.StateAt(next, false) {
			_ = m.Why(s.Decider.Name).String()
		}
	})
	assert.Equal(t, want, got)
	assert.Equal(t, wantDraws, gotDraws)
}

// A Decide that panics when asked why counts as a rejection; nothing goes down, nothing is reported later.
func TestWhyWithPanickingDecide(t *testing.T) {
	set := stimuli.NewSet(0)
	a := &wonder{values: map[string]float64{}}
	memory := whyAfter(t, a, 0, set, 1)
	before := memoryText(memory)
	a.panics = true
	e := memory.Why("PATROL")
	require.NoError(t, e.Err)
	assert.Equal(t, decider.FailedDecide, e.Places[0].Asked[0].Verdict)
	a.panics = false
	assert.Equal(t, before, memoryText(memory))
	require.NoError(t, decider.TickBehaviorTree(memory, a, decider.Input{Time: 2, Stimuli: set}))
}
