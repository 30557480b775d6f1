package behavior_test

import (
	"errors"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

type hunt struct{ Prey int32 }

var errEscaped = errors.New("it has escaped")

// A deferred behavior as the engine runs it: it is idle but in the tick after its result has arrived.
func TestCallsOfDeferred(t *testing.T) {
	w, system := world.New(world.Options{}), &world.System[int32, bool]{Name: "CHASES"}
	b := behavior.Deferred[*cat, hunt, int32, bool]{
		Name: "CHASE", System: system,
		Launch: func(_ *context, b *hunt) int32 {
			b.Prey += 3
			return b.Prey
		},
		Done: func(c *context, b *hunt, caught bool) behavior.Status {
			c.Agent.naps += int(b.Prey)
			return behavior.Running
		},
		Deactivate: func(c *context, b *hunt) { c.Agent.naps = -c.Agent.naps },
	}
	calls := b.Calls(engine.Key{}, nil)
	assert.Equal(t, "CHASE", calls.Name)
	assert.False(t, calls.Block.Pointers, "the token and an int32 lie in plain bytes")
	assert.LessOrEqual(t, calls.Block.Size, 2*unsafe.Sizeof(world.Token(0)))

	block := calls.Block.New()
	c := &context{Agent: &cat{}, ID: 4}
	plain := c.Plain(engine.Key{})
	plain.World = w
	begin := func() (token world.Token) {
		t.Helper()
		calls.Block.Clear(block)
		require.Equal(t, uint8(behavior.Running), calls.ActivateBlock(plain, block))
		assert.Equal(t, uint8(behavior.Running), calls.TickBlock(plain, block), "not visible yet")
		for launched, prey := range system.Launched(w, 0) {
			assert.Equal(t, int32(3), prey, "the block was zero")
			token = launched
		}
		assert.True(t, calls.Idle(plain, block))
		assert.Equal(t, uint8(behavior.Running), calls.TickBlock(plain, block))
		return token
	}
	require.NoError(t, system.Complete(w, begin(), true))
	assert.True(t, calls.Idle(plain, block), "not before the Advance")
	require.NoError(t, w.Advance(1))
	assert.False(t, calls.Idle(plain, block))
	assert.Equal(t, uint8(behavior.Running), calls.TickBlock(plain, block))
	assert.Equal(t, 3, c.Agent.naps)
	assert.True(t, calls.Idle(plain, block), "nothing is left to be waited for")
	assert.Equal(t, uint8(behavior.Running), calls.TickBlock(plain, block))
	assert.Equal(t, 3, c.Agent.naps, "Done is called once")
	calls.DeactivateBlock(plain, block)
	assert.Equal(t, -3, c.Agent.naps)
	for range system.Cancelled(w) {
		t.Error("it had its result")
	}

	require.NoError(t, system.Fail(w, begin(), errEscaped))
	require.NoError(t, w.Advance(1))
	assert.Equal(t, uint8(behavior.Failure), calls.TickBlock(plain, block))
	require.ErrorIs(t, c.Err(), errEscaped)
	calls.DeactivateBlock(plain, block)

	token := begin()
	calls.DeactivateBlock(plain, block)
	var cancelled []world.Token
	for t := range system.Cancelled(w) {
		cancelled = append(cancelled, t)
	}
	assert.Equal(t, []world.Token{token}, cancelled)
	assert.Equal(t, -3, c.Agent.naps)
}

// An error of an earlier call does not keep a request from being launched.
func TestLaunchAfterAnError(t *testing.T) {
	system := &world.System[int, int]{Name: "CHASES"}
	b := behavior.Deferred[*cat, struct{}, int, int]{Name: "CHASE", System: system, Launch: func(*context, *struct{}) int { return 1 }}
	calls, c := b.Calls(engine.Key{}, nil), &context{}
	plain := c.Plain(engine.Key{})
	plain.World = world.New(world.Options{})
	c.Fail(errEscaped)
	assert.Equal(t, uint8(behavior.Running), calls.ActivateBlock(plain, calls.Block.New()))
	require.ErrorIs(t, c.Err(), errEscaped, "it is still the last one")
}

func TestDeferredOpens(t *testing.T) {
	w := world.New(world.Options{})
	first := behavior.Deferred[*cat, struct{}, int, int]{Name: "CHASE", System: &world.System[int, int]{Name: "CHASES"}}
	second := behavior.Deferred[*cat, struct{}, int, int]{Name: "HUNT", System: &world.System[int, int]{Name: "CHASES"}}
	require.NoError(t, first.Calls(engine.Key{}, nil).Open(nil), "it fails when it launches")
	require.NoError(t, first.Calls(engine.Key{}, nil).Open(w))
	require.NoError(t, first.Calls(engine.Key{}, nil).Open(w))
	require.ErrorIs(t, second.Calls(engine.Key{}, nil).Open(w), world.ErrNameTwice)
}
