package decider_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/stimuli"
)

func newHeld(t *testing.T) (*whys, *wonderMemory) {
	w, m := newWhys(t, &wonderDecider{Name: "ROOT", Children: wonderChildren{
		{Name: "FLEE", DecisionFlags: decider.Check{All: 1}, Every: 5, Decide: wonderDecide, Behavior: &wonderIdle},
		{Name: "EAT", Decide: wonderDecide, Behavior: &wonderIdle},
		{Name: "REST", Behavior: &wonderIdle},
	}})
	w.a.values["FLEE"], w.a.values["EAT"] = 0, 0
	return w, m
}

func leafOf(m *wonderMemory) string {
	s, _ := m.StateAt(1, true)
	return s.Decider.Name
}

func TestOverride(t *testing.T) {
	w, m := newHeld(t)
	w.tick(m, 0)
	require.Equal(t, "REST", leafOf(m))
	require.NoError(t, m.Override("FLEE", decider.Forced))
	w.tick(m, 1)
	assert.Equal(t, "FLEE", leafOf(m))
	require.NoError(t, m.Override("FLEE", decider.Forbidden))
	w.tick(m, 2)
	assert.Equal(t, "FLEE", leafOf(m), "what is active already is not asked")
	require.NoError(t, m.Reset())
	w.tick(m, 3)
	assert.Equal(t, "REST", leafOf(m), "an override outlives a Reset")
	require.NoError(t, m.Override("FLEE", decider.NoOverride))
	require.NoError(t, m.Override("EAT", decider.Override(77)), "what is none of them is NoOverride")
	w.tick(m, 4)
	assert.Equal(t, "REST", leafOf(m))
}

func TestOverrideRefusals(t *testing.T) {
	w, m := newHeld(t)
	assert.ErrorIs(t, m.Override("NOBODY", decider.Forced), decider.ErrNoDecider)
	assert.ErrorIs(t, m.Override("", decider.Forbidden), decider.ErrNoDecider)
	assert.ErrorIs(t, (*wonderMemory)(nil).Override("EAT", decider.Forced), decider.ErrNilMemory)
	assert.Error(t, (&wonderMemory{}).Override("EAT", decider.Forced))
	w.tick(m, 0)
	require.NoError(t, m.Close())
	assert.ErrorIs(t, m.Override("EAT", decider.Forced), decider.ErrClosed)

	var inside error
	var busy *decider.Memory[struct{}]
	tree := decider.MustInitializeTreeData(&decider.Decider[struct{}]{Name: "ROOT", Children: []*decider.Decider[struct{}]{
		{Name: "A", Decide: func(*behavior.Context[struct{}]) float64 {
			inside = busy.Override("B", decider.Forbidden)
			return 0
		}, Behavior: &behavior.Behavior[struct{}]{Name: "ACT"}},
		{Name: "B", Behavior: &behavior.Behavior[struct{}]{Name: "ACT"}},
	}})
	busy = tree.NewMemory(nil, 1)
	require.NoError(t, decider.TickBehaviorTree(busy, struct{}{}, decider.Input{Stimuli: stimuli.NewSet(1)}))
	assert.ErrorIs(t, inside, decider.ErrReentrant)
}

func TestWhyOfOverrides(t *testing.T) {
	w, m := newHeld(t)
	w.tick(m, 0)
	require.NoError(t, m.Override("FLEE", decider.Forced))
	require.NoError(t, m.Override("EAT", decider.Forbidden))
	assert.Contains(t, m.Why("FLEE").String(), "would accept: it is forced by hand\n")
	assert.Contains(t, m.Why("EAT").String(), "would reject: it is forbidden by hand\n")
	asked := m.Why("EAT").Places[0].Asked[0]
	assert.Equal(t, decider.FailedOverride, asked.Verdict)
	assert.Equal(t, decider.Forbidden, asked.Override)
	assert.Empty(t, asked.Checks)
	assert.NotContains(t, m.Why("REST").String(), "by hand")
}
