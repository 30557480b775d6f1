package behavior_test

import (
	"errors"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/behavior"
	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

type cat struct{ naps int }

type context = behavior.Context[*cat]

func TestIf(t *testing.T) {
	assert.InDelta(t, 1, behavior.If(true), 0)
	assert.InDelta(t, 0, behavior.If(false), 0)
}

func TestNames(t *testing.T) {
	assert.Equal(t, "Running Success Failure", behavior.Running.String()+" "+behavior.Success.String()+" "+behavior.Failure.String())
	assert.Equal(t, "Status(0)", behavior.Status(0).String(), "a forgotten return is told by its number")
	var reasons []string
	for r := behavior.Succeeded; r <= behavior.Panicked; r++ {
		reasons = append(reasons, r.String())
	}
	assert.Equal(t, []string{"Succeeded", "Failed", "Interrupted", "Cancelled", "Reset", "Closed", "Panicked"}, reasons)
}

// A Context made by hand is good for testing a behavior without a tree.
func TestContextMadeByHand(t *testing.T) {
	c := &context{Agent: &cat{}, ID: 4}
	assert.Zero(t, c.Duration())
	assert.Zero(t, c.Reason())
	assert.Empty(t, c.DeciderName())
	assert.Zero(t, c.DelegateDecideToChildren())
	assert.Nil(t, c.World())
	assert.Nil(t, c.Plain(engine.Key{}).Host)
	require.NoError(t, c.Err())

	assert.Equal(t, behavior.Failure, c.Fail(nil))
	require.NoError(t, c.Err())
	mine := errors.New("mine")
	assert.Equal(t, behavior.Failure, c.Fail(mine))
	require.ErrorIs(t, c.Err(), mine)
	c.Send(1, stimuli.Note(1, 1))
	require.ErrorIs(t, c.Err(), world.ErrNoWorld)
	c.Send(1, stimuli.Stimulus{})
	require.ErrorIs(t, c.Err(), stimuli.ErrKind)

	twin := &context{ID: 4}
	other := &context{ID: 5}
	a, b := c.Rand().Uint64(), c.Rand().Uint64()
	assert.NotEqual(t, a, b)
	assert.Equal(t, []uint64{a, b}, []uint64{twin.Rand().Uint64(), twin.Rand().Uint64()}, "numbers come from the ID")
	assert.NotEqual(t, a, other.Rand().Uint64())
	assert.Same(t, c.Rand(), c.Rand())
}

// A behavior's functions pass their block on; those left out are nil for the engine too.
func TestCallsOfBlocks(t *testing.T) {
	type nap struct{ Left int }
	b := behavior.WithBlock[*cat, nap]{
		Name: "NAP",
		Tick: func(c *context, n *nap) behavior.Status {
			n.Left--
			c.Agent.naps++
			return behavior.Success
		},
		Reset: func(n *nap) { n.Left = 3 },
	}
	calls := b.Calls(engine.Key{}, nil)
	assert.Equal(t, "NAP", calls.Name)
	assert.Nil(t, calls.ActivateBlock)
	assert.Nil(t, calls.DeactivateBlock)
	assert.Nil(t, calls.Tick)
	assert.Equal(t, unsafe.Sizeof(nap{}), calls.Block.Size)
	assert.False(t, calls.Block.Pointers)
	block := calls.Block.New()
	assert.Zero(t, (*nap)(block).Left)
	calls.Block.Clear(block)
	agent := &cat{}
	assert.Equal(t, uint8(behavior.Success), calls.TickBlock((&context{Agent: agent}).Plain(engine.Key{}), block))
	assert.Equal(t, 2, (*nap)(block).Left)
	assert.Equal(t, 1, agent.naps)

	route := behavior.WithBlock[*cat, []int]{Name: "ROUTE"}
	assert.True(t, route.Calls(engine.Key{}, nil).Block.Pointers)
	bare := behavior.Behavior[*cat]{Name: "SIT"}
	assert.Nil(t, bare.Calls(engine.Key{}, nil).Block.New)
}

func TestCallsOfDBlocks(t *testing.T) {
	b := behavior.WithDBlock[*cat, string, int]{
		Name: "HUNT",
		Activate: func(_ *context, prey string, block *int) behavior.Status {
			*block = len(prey)
			return behavior.Running
		},
		Deactivate: func(c *context, block *int) { c.Agent.naps = *block },
	}
	calls := b.TakingCalls(engine.Key{}, nil, "")
	block := calls.Block.New()
	prey, agent := "mouse", &cat{}
	assert.Equal(t, uint8(behavior.Running), calls.ActivateTaking(nil, unsafe.Pointer(&prey), block))
	calls.DeactivateBlock((&context{Agent: agent}).Plain(engine.Key{}), block)
	assert.Equal(t, 5, agent.naps)
	calls.Block.Clear(block)
	assert.Zero(t, *(*int)(block))
	assert.Nil(t, calls.TickBlock)
	empty := behavior.WithDBlock[*cat, string, struct{}]{Name: "POUNCE"}
	assert.Nil(t, empty.TakingCalls(engine.Key{}, nil, "").ActivateTaking)
}

// The stock behaviors have a name of their own, and functions that ignore their Context.
func TestStock(t *testing.T) {
	for _, c := range []struct {
		b            behavior.Runner[*cat]
		name         string
		activate, in behavior.Status // 0 for no function
	}{
		{behavior.Succeed[*cat]{}, "SUCCEED", behavior.Success, 0},
		{behavior.Succeed[*cat]{Name: "PURR"}, "PURR", behavior.Success, 0},
		{&behavior.Fail[*cat]{}, "FAIL", behavior.Failure, 0},
		{behavior.Fail[*cat]{Name: "BARK"}, "BARK", behavior.Failure, 0},
		{behavior.Wait[*cat]{}, "WAIT", 0, behavior.Success},
		{&behavior.Wait[*cat]{Name: "NAP", Seconds: 1.5}, "NAP", 0, behavior.Success},
	} {
		calls := c.b.Calls(engine.Key{}, nil)
		assert.Equal(t, c.name, calls.Name)
		assert.True(t, calls.Stock)
		var activate, tick behavior.Status
		if calls.Activate != nil {
			activate = behavior.Status(calls.Activate(nil))
		}
		if calls.Tick != nil {
			tick = behavior.Status(calls.Tick(nil))
		}
		assert.Equal(t, []behavior.Status{c.activate, c.in}, []behavior.Status{activate, tick}, c.name)
	}
	nap := (behavior.Wait[*cat]{Seconds: 1.5}).Calls(engine.Key{}, nil)
	assert.InDelta(t, 1.5, nap.Period, 0)
	assert.True(t, nap.Delayed)
}
