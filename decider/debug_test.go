//go:build decider_debug

package decider_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/decider"
)

// One memory ticked by two goroutines at once is noticed under decider_debug, whichever function the first is in,
// and the first goes on. The second is refused before it touches anything, so this is clean with -race.
func TestConcurrentUseIsNoticed(t *testing.T) {
	for _, inside := range userCode {
		t.Run(inside.function, func(t *testing.T) {
			memory, p := pawnAt(t, nil)
			p.do[inside.function] = func(*pawnContext) {
				other := make(chan error)
				go func() { other <- decider.TickBehaviorTree(memory, p, alarmed(3)) }()
				assert.ErrorIs(t, <-other, decider.ErrConcurrent)
			}
			require.NoError(t, decider.TickBehaviorTree(memory, p, alarmed(3)))
			assert.Len(t, p.log, 6)
			p.do = nil
			require.NoError(t, decider.TickBehaviorTree(memory, p, alarmed(4)), "and is forgotten afterwards")
			done := make(chan error)
			go func() { done <- decider.TickBehaviorTree(memory, p, alarmed(5)) }()
			require.NoError(t, <-done, "another goroutine may tick it later")
		})
	}
}

// After a panic, contained or let through, and after a refusal, no goroutine owns the memory.
func TestOwnershipEnds(t *testing.T) {
	for _, through := range []bool{false, true} {
		memory, p := pawnAt(t, nil)
		memory.LetPanics(through)
		p.do["PATROL.tick"] = func(*pawnContext) { panic("ouch") }
		func() {
			defer func() { _ = recover() }()
			_ = decider.TickBehaviorTree(memory, p, decider.Input{Time: 3})
		}()
		p.do = nil
		require.ErrorIs(t, decider.TickBehaviorTree(memory, p, decider.Input{Time: 3, DT: -1}), decider.ErrTime)
		done := make(chan error)
		go func() { done <- decider.TickBehaviorTree(memory, p, decider.Input{Time: 3}) }()
		require.NoError(t, <-done)
	}
}
