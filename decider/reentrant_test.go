package decider_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/decider"
	"github.com/decidertree/decidertree/why"
)

// Ticking an agent from inside its own tick is refused in every function, and the outer tick goes on.
func TestTickInsideTick(t *testing.T) {
	for _, inside := range userCode {
		t.Run(inside.function, func(t *testing.T) {
			memory, p := pawnAt(t, nil)
			asked := 0
			p.do[inside.function] = func(*pawnContext) {
				asked++
				before, log := stateOf(memory), len(p.log)
				assert.ErrorIs(t, decider.TickBehaviorTree(memory, p, alarmed(9)), decider.ErrReentrant)
				_, err := why.Now(memory, "ALARM")
				assert.ErrorIs(t, err, decider.ErrReentrant)
				assert.Equal(t, before, stateOf(memory))
				assert.Len(t, p.log, log)
			}
			require.NoError(t, decider.TickBehaviorTree(memory, p, alarmed(3)))
			assert.Equal(t, 1, asked)
			assert.Equal(t, []string{
				"ROOT.tick", "ALARM.decide", "PATROL.deactivate", "GUARD.deactivate", "ALARM.activate", "ALARM.tick",
			}, p.log)
		})
	}
}

// Another agent may be ticked from inside a tick, even one of the same tree, and even one that panics.
func TestTickAnotherInside(t *testing.T) {
	for _, inside := range userCode {
		t.Run(inside.function, func(t *testing.T) {
			memory, p := pawnAt(t, nil)
			other := memory.Tree().NewMemory(nil, 8)
			q := &pawn{do: map[string]func(*pawnContext){"PATROL.tick": func(*pawnContext) { panic("ouch") }}}
			p.do[inside.function] = func(c *pawnContext) {
				assert.ErrorIs(t, decider.TickBehaviorTree(other, q, decider.Input{Time: 1}), decider.ErrPanic)
				assert.NoError(t, other.Reset())
				assert.Same(t, p, c.Agent)
			}
			require.NoError(t, decider.TickBehaviorTree(memory, p, alarmed(3)))
			assert.Len(t, p.log, 6)
			assert.Len(t, q.log, 9)
		})
	}
}

// Reset and Close from inside take effect at the tick's end, whichever function calls them.
func TestEndInsideTick(t *testing.T) {
	for _, inside := range userCode {
		for name, c := range map[string]struct {
			calls  []func(*pawnMemory) error
			reason behavior.Reason
			closed bool
		}{
			"Reset":             {[]func(*pawnMemory) error{(*pawnMemory).Reset}, behavior.Reset, false},
			"Close":             {[]func(*pawnMemory) error{(*pawnMemory).Close}, behavior.Closed, true},
			"Reset, Close":      {[]func(*pawnMemory) error{(*pawnMemory).Reset, (*pawnMemory).Close}, behavior.Reset, true},
			"Close, Reset":      {[]func(*pawnMemory) error{(*pawnMemory).Close, (*pawnMemory).Reset}, behavior.Closed, true},
			"Close and a panic": {[]func(*pawnMemory) error{(*pawnMemory).Close, func(*pawnMemory) error { panic("ouch") }}, behavior.Panicked, true},
		} {
			t.Run(inside.function+"/"+name, func(t *testing.T) {
				memory, p := pawnAt(t, nil)
				var last behavior.Reason
				p.do["ROOT.deactivate"] = func(c *pawnContext) { last = c.Reason() }
				p.do[inside.function] = func(*pawnContext) {
					before := stateOf(memory)
					for _, call := range c.calls {
						assert.NoError(t, call(memory))
					}
					assert.Equal(t, before, stateOf(memory), "not yet")
				}
				err := decider.TickBehaviorTree(memory, p, alarmed(3))
				if c.reason == behavior.Panicked {
					require.ErrorIs(t, err, decider.ErrPanic)
				} else {
					require.NoError(t, err)
					assert.Equal(t, []string{
						"ROOT.tick", "ALARM.decide", "PATROL.deactivate", "GUARD.deactivate", "ALARM.activate", "ALARM.tick",
						"ALARM.deactivate", "ROOT.deactivate",
					}, p.log)
				}
				assert.Equal(t, c.reason, last)
				assert.Zero(t, memory.Status())
				if c.closed {
					require.ErrorIs(t, decider.TickBehaviorTree(memory, p, alarmed(4)), decider.ErrClosed)
					return
				}
				require.NoError(t, decider.TickBehaviorTree(memory, p, alarmed(-5)), "after Reset any time is good, and every timer due")
			})
		}
	}
}

// Reset and Close called in the Deactivate that a Reset or Close calls.
func TestEndInsideEnd(t *testing.T) {
	memory, p := pawnAt(t, nil)
	p.do["PATROL.deactivate"] = func(*pawnContext) {
		assert.NoError(t, memory.Reset())
		assert.NoError(t, memory.Close())
		assert.ErrorIs(t, decider.TickBehaviorTree(memory, p, alarmed(3)), decider.ErrReentrant)
	}
	require.NoError(t, memory.Reset())
	assert.Equal(t, []string{"PATROL.deactivate", "GUARD.deactivate", "ROOT.deactivate"}, p.log)
	require.ErrorIs(t, memory.Reset(), decider.ErrClosed)
}
