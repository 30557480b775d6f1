package decider_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/event"
	"github.com/decidertree/decidertree/stimuli"
)

// heldAgent is an agent that tests override.
type heldAgent struct {
	t *testing.T
	a *scripted
}

func newHeld(t *testing.T) (*heldAgent, *scriptedMemory) {
	tree, err := decider.InitializeTreeData(&scriptedDecider{Name: "ROOT", Children: scriptedChildren{
		{Name: "FLEE", DecisionFlags: decider.Check{All: 1}, Every: 5, Decide: scriptedDecide, Behavior: &scriptedIdle},
		{Name: "EAT", Decide: scriptedDecide, Behavior: &scriptedIdle},
		{Name: "REST", Behavior: &scriptedIdle},
	}})
	require.NoError(t, err)
	return &heldAgent{t, &scripted{values: map[string]float64{}}}, tree.NewMemory(nil, 3)
}

func (w *heldAgent) tick(m *scriptedMemory, time float64) {
	require.NoError(w.t, decider.TickBehaviorTree(m, w.a, decider.Input{Time: time, DT: 1}))
}

func leafOf(m *scriptedMemory) string {
	s, _ := m.StateAt(1, true)
	return s.Decider.Name
}

func TestOverride(t *testing.T) {
	w, m := newHeld(t)
	w.tick(m, 0)
	require.Equal(t, "REST", leafOf(m))
	require.NoError(t, m.Override("FLEE", event.Forced))
	w.tick(m, 1)
	assert.Equal(t, "FLEE", leafOf(m))
	require.NoError(t, m.Override("FLEE", event.Forbidden))
	w.tick(m, 2)
	assert.Equal(t, "FLEE", leafOf(m), "what is active already is not asked")
	require.NoError(t, m.Reset())
	w.tick(m, 3)
	assert.Equal(t, "REST", leafOf(m), "an override outlives a Reset")
	require.NoError(t, m.Override("FLEE", event.NoOverride))
	require.NoError(t, m.Override("EAT", event.Override(77)), "what is none of them is NoOverride")
	w.tick(m, 4)
	assert.Equal(t, "REST", leafOf(m))
}

func TestOverrideRefusals(t *testing.T) {
	w, m := newHeld(t)
	assert.ErrorIs(t, m.Override("NOBODY", event.Forced), decider.ErrNoDecider)
	assert.ErrorIs(t, m.Override("", event.Forbidden), decider.ErrNoDecider)
	assert.ErrorIs(t, (*scriptedMemory)(nil).Override("EAT", event.Forced), decider.ErrNilMemory)
	assert.Error(t, (&scriptedMemory{}).Override("EAT", event.Forced))
	w.tick(m, 0)
	require.NoError(t, m.Close())
	assert.ErrorIs(t, m.Override("EAT", event.Forced), decider.ErrClosed)

	var inside error
	var busy *decider.Memory[struct{}]
	tree := decider.MustInitializeTreeData(&decider.Decider[struct{}]{Name: "ROOT", Children: []*decider.Decider[struct{}]{
		{Name: "A", Decide: func(*behavior.Context[struct{}]) float64 {
			inside = busy.Override("B", event.Forbidden)
			return 0
		}, Behavior: &behavior.Behavior[struct{}]{Name: "ACT"}},
		{Name: "B", Behavior: &behavior.Behavior[struct{}]{Name: "ACT"}},
	}})
	busy = tree.NewMemory(nil, 1)
	require.NoError(t, decider.TickBehaviorTree(busy, struct{}{}, decider.Input{Stimuli: stimuli.NewSet(1)}))
	assert.ErrorIs(t, inside, decider.ErrReentrant)
}
