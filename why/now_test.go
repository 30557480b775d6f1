package why_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/internal/see"
	"github.com/decidertree/decidertree/internal/testing/golden"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/why"
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

// A rehearsal knows the end of stock behaviors that end at once.
func TestNowThroughStock(t *testing.T) {
	tree, err := decider.InitializeTreeData(&wonderDecider{Name: "ROOT", Policy: decider.Selector, Children: wonderChildren{
		{Name: "NO", Behavior: behavior.Fail[*wonder]{}},
		{Name: "STEPS", Policy: decider.Sequence, Children: wonderChildren{
			{Name: "YES", Behavior: behavior.Succeed[*wonder]{}}, {Name: "SET", DecisionFlags: decider.Check{All: 1}},
			{Name: "PAUSE", Behavior: behavior.Wait[*wonder]{Seconds: 1}}, {Name: "LAST", Behavior: &wonderIdle},
		}},
	}})
	require.NoError(t, err)
	memory := tree.NewMemory(nil, 3)
	require.NoError(t, decider.TickBehaviorTree(memory, &wonder{}, decider.Input{Time: 1, DT: 1, DecisionFlags: 1}))
	require.NoError(t, memory.Reset())
	require.NoError(t, decider.TickBehaviorTree(memory, &wonder{}, decider.Input{Time: 2, DT: 1}))
	for name, words := range map[string]string{
		"NO": "it failed after 0 s", "YES": "it succeeded after 0 s", "SET": "needs the decision flag 0x1", "PAUSE": "was not asked",
	} {
		e, err := why.Now(memory, name)
		require.NoError(t, err)
		assert.Contains(t, e.String(), words, name)
	}
}

// whyAfter ticks an agent at these times with the flags and asks why.
func whyAfter(t *testing.T, a *wonder, flags decider.DecisionFlags, set *stimuli.Set, times ...float64) *wonderMemory {
	memory := wonderTree(t).NewMemory(nil, 3)
	for _, time := range times {
		require.NoError(t, decider.TickBehaviorTree(memory, a, decider.Input{Time: time, DecisionFlags: flags, Stimuli: set}))
	}
	return memory
}

// nowOf explains a decider of a live agent.
func nowOf[A any](t *testing.T, m *decider.Memory[A], name string) why.Explanation {
	t.Helper()
	e, err := why.Now(m, name)
	require.NoError(t, err)
	require.True(t, e.Rehearsed)
	return e
}

func TestNowInWords(t *testing.T) {
	set := stimuli.NewSet(0)
	a := &wonder{values: map[string]float64{"ONE": 2, "TWO": 1}}
	memory := whyAfter(t, a, 1|16, set, 1, 2)
	var text strings.Builder
	explain := func(when string, names ...string) {
		fmt.Fprintf(&text, "-- %s\n", when)
		for _, name := range names {
			text.WriteString(nowOf(t, memory, name).String())
		}
	}
	explain("SIT runs", "ROOT", "FLEE", "PATROL", "LIE")
	memory = whyAfter(t, a, 32, set, 1, 2) // ONE is the best of SCORED
	explain("ONE runs", "ONE", "TWO", "REST")
	memory = whyAfter(t, a, 64, set, 1)
	explain("FIRST did not run", "FIRST")
	golden.Equal(t, "now_words.golden", text.String())

	_, err := why.Now(memory, "PATROLS")
	assert.EqualError(t, err, `why: the tree ROOT has no decider "PATROLS", nor have the trees that are plugged in; did you mean PATROL?`)
}

func TestNowAsData(t *testing.T) {
	set := stimuli.NewSet(0)
	require.NoError(t, set.Add(stimuli.Note(1, 100)))
	a := &wonder{values: map[string]float64{"FLEE": 0}}
	memory := whyAfter(t, a, 7, set, 1, 2) // FLEE's Every was passed at 1
	place := nowOf(t, memory, "FLEE").Places[0]
	assert.False(t, place.After)
	assert.Equal(t, why.Rejected, place.Outcome)
	require.Len(t, place.Tries, 1)
	assert.Equal(t, event.FailedEvery, place.Tries[0].Verdict)
	var checks []string
	for _, c := range place.Tries[0].Checks {
		checks = append(checks, fmt.Sprint(c.Name, " ", c.Result, " ", c.Left))
	}
	assert.Equal(t, []string{"DecisionFlags Passed 0", "StimuliFlags Passed 0", "Cooldown Passed 0", "Every Failed 3", "Decide Unasked 0"}, checks)
	active := nowOf(t, memory, "SIT").Places[0]
	assert.Equal(t, why.WentOn, active.Outcome)
	assert.InDelta(t, 1, active.Duration, 0)

	require.NoError(t, memory.Reset())
	assert.Equal(t, why.Began, nowOf(t, memory, "ROOT").Places[0].Outcome, "nothing is active, so the next tick decides afresh")
}

func TestNowRefuses(t *testing.T) {
	_, err := why.Now((*wonderMemory)(nil), "ROOT")
	require.ErrorIs(t, err, decider.ErrNilMemory)
	_, err = why.Now(&wonderMemory{}, "ROOT")
	require.ErrorIs(t, err, decider.ErrNoTree)
	m := wonderTree(t).NewMemory(nil, 1)
	require.NoError(t, m.Close())
	_, err = why.Now(m, "ROOT")
	require.ErrorIs(t, err, decider.ErrClosed)

	var inside error
	var busy *decider.Memory[struct{}]
	tree := decider.MustInitializeTreeData(&decider.Decider[struct{}]{Name: "ROOT", Children: []*decider.Decider[struct{}]{
		{Name: "A", Behavior: &behavior.Behavior[struct{}]{Name: "ACT", Tick: func(*behavior.Context[struct{}]) behavior.Status {
			_, inside = why.Now(busy, "A")
			return behavior.Running
		}}},
	}})
	busy = tree.NewMemory(nil, 1)
	require.NoError(t, decider.TickBehaviorTree(busy, struct{}{}, decider.Input{}))
	require.ErrorIs(t, inside, decider.ErrReentrant)
}

func TestNowOfOverrides(t *testing.T) {
	memory := whyAfter(t, &wonder{values: map[string]float64{}}, 0, nil, 1)
	require.NoError(t, memory.Override("FLEE", event.Forced))
	require.NoError(t, memory.Override("GUARD", event.Forbidden))
	assert.Equal(t, "Forced", nowOf(t, memory, "FLEE").Places[0].Began[0].How)
	guard := nowOf(t, memory, "GUARD").Places[0]
	assert.Equal(t, why.NotAsked, guard.Outcome, "FLEE stands before it")
	assert.Equal(t, event.FailedOverride, guard.Would.Verdict)
	assert.Contains(t, nowOf(t, memory, "GUARD").String(), "    no  Override: is forbidden by an override\n")
}

// Asking why calls Decide functions, and changes nothing else: the run that was asked goes on like one that was
// not, down to timers and random draws.
func TestNowLeavesNoTrace(t *testing.T) {
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
			_ = nowOf(t, m, s.Decider.Name).String()
		}
	})
	assert.Equal(t, want, got)
	assert.Equal(t, wantDraws, gotDraws)
}

// A Decide that panics in the rehearsal is what explains; nothing of the agent goes down, nothing is reported later.
func TestNowWithPanickingDecide(t *testing.T) {
	set := stimuli.NewSet(0)
	a := &wonder{values: map[string]float64{}}
	memory := whyAfter(t, a, 0, set, 1)
	before := memoryText(memory)
	a.panics = true
	e := nowOf(t, memory, "GUARD")
	assert.Contains(t, e.Places[0].Because, "its own code panicked")
	assert.Len(t, e.Errors, 1)
	a.panics = false
	assert.Equal(t, before, memoryText(memory))
	require.NoError(t, decider.TickBehaviorTree(memory, a, decider.Input{Time: 2, Stimuli: set}))
}

// memoryText is all there is to see of an agent's memory.
func memoryText[A any](m *decider.Memory[A]) string {
	text := fmt.Sprintf("%v %+v", m.Status(), see.Inspect(m.Plain(engine.Key{})))
	for s, next := m.StateAt(0, false); next >= 0; s, next = m.StateAt(next, false) {
		text += fmt.Sprintf("\n%+v", s)
	}
	return text
}
