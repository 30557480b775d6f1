package decider_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
)

// The error names the user's function that panicked, not what that function called.
func TestPanicPosition(t *testing.T) {
	for name, tick := range map[string]func(c *behavior.Context[*pawn]){
		"itself":           func(*behavior.Context[*pawn]) { panic("ouch") },
		"runtime":          func(c *behavior.Context[*pawn]) { c.Agent.log[len(c.Agent.log)+1] = "" },
		"standard library": func(*behavior.Context[*pawn]) { _ = slices.Grow([]int{}, -1) },
		"engine":           func(*behavior.Context[*pawn]) { decider.MustInitializeTreeData(&decider.Decider[int]{}) },
		"generic":          func(*behavior.Context[*pawn]) { panicGeneric(1) },
		"deferred": func(*behavior.Context[*pawn]) {
			defer panic("again")
			panic("ouch")
		},
	} {
		t.Run(name, func(t *testing.T) {
			act := &behavior.Behavior[*pawn]{Name: "ACT", Tick: func(c *behavior.Context[*pawn]) behavior.Status {
				tick(c)
				return behavior.Running
			}}
			memory := decider.MustInitializeTreeData(&decider.Decider[*pawn]{Name: "ROOT", Behavior: act}).NewMemory(nil, 7)
			err := decider.TickBehaviorTree(memory, &pawn{}, decider.Input{Time: 1})
			require.ErrorIs(t, err, decider.ErrPanic)
			require.Regexp(t, `^agent 7 @ 1\.000: Tick of ROOT: decider: user code panicked at decider/panic_position_test\.go:\d+: `, err.Error())
		})
	}
	require.Equal(t, "decider: user code panicked: ouch", (&decider.PanicError{Value: "ouch"}).Error())
	require.Equal(t, "decider: user code panicked: ouch", (&decider.PanicError{Value: "ouch", Stack: []byte("goroutine 1 [running]:\n")}).Error())
	require.Equal(t, "decider: user code panicked at nest/bell.go:41: ouch", (&decider.PanicError{Value: "ouch", At: "nest/bell.go:41"}).Error())
}

func panicGeneric[T any](x T) { panic(x) }
