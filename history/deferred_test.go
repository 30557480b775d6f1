package history

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/debugprint"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/state"
	"github.com/decidertree/decidertree/world"
)

// waiter is an agent with a deferred behavior that goes on after its result.
func waiter[M any](t *testing.T, sys *world.System[int, int]) (*world.World, *decider.Memory[int], *Recorder) {
	t.Helper()
	walk := behavior.Deferred[int, M, int, int]{
		Name: "WALK", System: sys, Launch: func(*behavior.Context[int], *M) int { return 1 },
		Done: func(*behavior.Context[int], *M, int) behavior.Status { return behavior.Running },
	}
	w := world.New(world.Options{})
	m := decider.MustInitializeTreeData(&decider.Decider[int]{Name: "ROOT", Children: decider.Children[int]{{Name: "WALK", Behavior: &walk}}}).NewMemory(w, w.NewAgent())
	rec := New(Options{})
	require.NoError(t, m.Record(rec))
	return w, m, rec
}

// TestMomentsOfADeferredBehavior: a recording shows what was shown live, right after each tick: for what it waits, and when it
// does not wait any more.
func TestMomentsOfADeferredBehavior(t *testing.T) {
	sys := world.System[int, int]{Name: "PATHS"}
	w, m, rec := waiter[struct{}](t, &sys)
	live := map[uint64]string{}
	var tokens []world.Token
	for range 6 {
		require.NoError(t, w.Advance(1))
		require.NoError(t, decider.TickBehaviorTree(m, 1, decider.Input{Time: w.Time(), DT: 1}))
		live[w.Frame()] = debugprint.DebugPrintState(m, debugprint.ActivePath)
		for token := range sys.Launched(w, 0) {
			tokens = append(tokens, token)
		}
		if w.Frame() == 3 {
			require.NoError(t, sys.Complete(w, tokens[0], 7))
		}
	}
	assert.Contains(t, live[1], "waits for PATHS")
	assert.Contains(t, live[3], "waits for PATHS, request 0x1")
	assert.NotContains(t, live[4], "waiting for")
	r := rec.Recording()
	for frame := uint64(1); frame <= 6; frame++ {
		moment, err := r.At(m.ID(), frame)
		require.NoError(t, err)
		assert.Equal(t, live[frame], debugprint.DebugPrintState(moment, debugprint.ActivePath), "frame %d", frame)
	}
}

// TestMomentsOfADeferredBehaviorWithPointers: the token lies in a block that is not recorded, so nothing is claimed.
func TestMomentsOfADeferredBehaviorWithPointers(t *testing.T) {
	sys := world.System[int, int]{Name: "PATHS"}
	w, m, rec := waiter[[]int](t, &sys)
	require.NoError(t, w.Advance(1))
	require.NoError(t, decider.TickBehaviorTree(m, 1, decider.Input{Time: w.Time(), DT: 1}))
	moment, err := rec.Recording().At(m.ID(), 1)
	require.NoError(t, err)
	for next := 0; next >= 0; {
		var s state.Decider
		s, next = moment.StateAt(next, true)
		assert.Empty(t, s.System)
		assert.Zero(t, s.Token)
	}
}
