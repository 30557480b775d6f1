package why_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/blackboard"
	"github.com/decidertree/decidertree/decider"
)

// What a Decide asks for while it is asked why is dropped, whichever tree it stands in, and what it writes is undone.
func TestNowDropsWhatDecideDoes(t *testing.T) {
	slot := decider.Slot[*wonder]{Name: "USE", Reserve: 512}
	note := blackboard.Key[string]{Name: "note", Scope: blackboard.Agent}
	count := blackboard.Key[int]{Name: "count", Scope: blackboard.Agent}
	local := blackboard.Key[string]{Name: "local", Scope: blackboard.Tree}
	var m *wonderMemory
	meddle := func(c *wonderContext) float64 {
		if c.Agent.panics {
			*note.Of(c), *local.Of(c) = "meddled", "meddled"
			*count.Of(c)++
			_ = slot.Unplug(c)
			_ = m.Reset()
			panic("ouch")
		}
		return 0
	}
	toy := decider.MustInitializeTreeData(&wonderDecider{Name: "TOY", Keys: decider.Keys{&note, &count, &local}, Children: wonderChildren{
		{Name: "MEDDLE", Decide: meddle, Behavior: &wonderIdle}, {Name: "PLAY", Behavior: &wonderIdle},
	}})
	w, m0 := newWhys(t, &wonderDecider{Name: "ROOT", Keys: decider.Keys{&note, &count}, Children: wonderChildren{{Name: "USE_SLOT", Slot: &slot}, {Name: "REST", Behavior: &wonderIdle}}})
	m = m0
	require.NoError(t, m.Plug(&slot, toy))
	w.tick(m, 1)
	before := memoryText(m)
	w.a.panics = true
	assert.Contains(t, nowOf(t, m, "MEDDLE").Places[0].Because, "its own code panicked")
	w.a.panics = false
	assert.Equal(t, before, memoryText(m))
	assert.Empty(t, *note.Of(m))
	w.tick(m, 2)
	assert.Equal(t, "TOY", func() string { s, _ := m.StateAt(2, true); return s.Decider.Name }(), "still plugged in, still active")
}

// Asking why between all ticks changes neither counts nor Monitors nor what waits for a Leave: the run that was
// asked goes on like one that was not, and no Leave was called for it.
func TestNowLeavesNoTraceInAnyGroup(t *testing.T) {
	run := func(asks bool) (states []string, leaves int) {
		slot := decider.Slot[*wonder]{Name: "USE", Reserve: 512}
		leaves = 0
		slow := wonderBehavior{Name: "SLOW", LeaveTimeout: 2, Leave: func(*wonderContext) behavior.Status { leaves++; return behavior.Running }}
		toy := decider.MustInitializeTreeData(&wonderDecider{Name: "TOY", Policy: decider.Selector, Children: wonderChildren{
			{Name: "INNER", Options: decider.Monitor, Decide: wonderDecide, Modifiers: decider.Modifiers{Limit: 3}, Behavior: &slow}, {Name: "HOLD", Behavior: &slow},
		}})
		w, m := newWhys(t, &wonderDecider{Name: "ROOT", Children: wonderChildren{
			{Name: "FLEE", Decide: wonderDecide, Options: decider.DelegateDecide, Policy: decider.Random, Modifiers: decider.Modifiers{Limit: 4, Timeout: 2}, Children: wonderChildren{
				{Name: "LEFT", Behavior: &wonderIdle}, {Name: "RIGHT", Behavior: &wonderIdle},
			}},
			{Name: "USE", Options: decider.DelegateDecide, Children: wonderChildren{{Name: "USE_SLOT", Slot: &slot, Modifiers: decider.Modifiers{Timeout: 7}}}},
			{Name: "ALL", Policy: decider.Concurrent, SucceedAt: 1, Children: wonderChildren{
				{Name: "ONE", Behavior: &wonderSteered, Modifiers: decider.Modifiers{Repeat: 3}}, {Name: "TWO", Decide: wonderDecide, Behavior: &slow},
			}},
		}})
		require.NoError(t, m.Plug(&slot, toy))
		for i := range 40 {
			w.a.values["FLEE"], w.a.values["INNER"] = float64(i%5/4), float64(i%3/2)
			w.a.values["ONE"], w.a.values["TWO"] = float64(i%2), float64(i%4/3)
			require.NoError(t, decider.TickBehaviorTree(m, w.a, decider.Input{Time: float64(i), DT: 1}))
			states = append(states, memoryText(m))
			if asks {
				w.ask(m, "")
			}
		}
		return states, leaves
	}
	want, wantLeaves := run(false)
	got, gotLeaves := run(true)
	assert.Equal(t, want, got)
	assert.Equal(t, wantLeaves, gotLeaves)
	assert.Positive(t, gotLeaves)
}
