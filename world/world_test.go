package world_test

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

const (
	hello stimuli.Flags = 1 << iota
	bye
)

const hellos = stimuli.Kind[int](hello)

// listening gives a world an agent with a set.
func listening(t *testing.T, w *world.World, capacity int) (world.AgentID, *stimuli.Set) {
	t.Helper()
	id, set := w.NewAgent(), stimuli.NewSet(capacity)
	require.NoError(t, w.Join(engine.Key{}, id))
	w.Listen(engine.Key{}, id, set)
	return id, set
}

func heard(set *stimuli.Set) []int { return slices.Collect(hellos.All(set)) }

func TestOptions(t *testing.T) {
	w := world.New(world.Options{Seed: 7, Time: -2.5})
	assert.Equal(t, uint64(7), w.Seed())
	assert.InDelta(t, -2.5, w.Time(), 0)
	assert.Zero(t, w.Frame())
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		assert.Zero(t, world.New(world.Options{Time: bad}).Time())
	}
}

func TestNilWorld(t *testing.T) {
	var w *world.World
	assert.Zero(t, w.Seed())
	assert.Zero(t, w.Time())
	assert.Zero(t, w.Frame())
	require.ErrorIs(t, w.Send(1, stimuli.Note(hello, 1)), world.ErrNoWorld)
}

func TestAdvance(t *testing.T) {
	w := world.New(world.Options{})
	require.NoError(t, w.Advance(0.25))
	require.NoError(t, w.Advance(0))
	assert.InDelta(t, 0.25, w.Time(), 0)
	assert.Equal(t, uint64(2), w.Frame())
	id, set := listening(t, w, 4)
	require.NoError(t, w.Send(id, hellos.New(1, 1)))
	for _, bad := range []float64{-0.1, math.NaN(), math.Inf(1), math.Inf(-1)} {
		require.ErrorIs(t, w.Advance(bad), world.ErrTime)
		assert.InDelta(t, 0.25, w.Time(), 0)
		assert.Equal(t, uint64(2), w.Frame())
		assert.Empty(t, heard(set), "nothing was delivered")
	}
	require.NoError(t, w.Advance(1))
	assert.Equal(t, []int{1}, heard(set))

	late := world.New(world.Options{Time: math.MaxFloat64})
	require.ErrorIs(t, late.Advance(math.MaxFloat64), world.ErrTime, "the clock would overflow")
	assert.InDelta(t, math.MaxFloat64, late.Time(), 0)
}

func TestAgentIDs(t *testing.T) {
	w := world.New(world.Options{})
	first := w.NewAgent()
	assert.NotZero(t, first, "0 is nobody")
	assert.NotEqual(t, first, w.NewAgent())
	require.NoError(t, w.Join(engine.Key{}, 3))
	assert.Equal(t, world.AgentID(4), w.NewAgent(), "3 is taken")
	require.ErrorIs(t, w.Join(engine.Key{}, 3), world.ErrAgentUsed)
	w.Listen(engine.Key{}, 3, nil)
	require.ErrorIs(t, w.Join(engine.Key{}, 3), world.ErrAgentUsed, "also when it is gone")
}

// What is sent arrives at the next Advance, ordered by sender, then by the order of sending.
func TestDelivery(t *testing.T) {
	w := world.New(world.Options{})
	id, set := listening(t, w, 9)
	other, otherSet := listening(t, w, 4)
	for i, from := range []world.AgentID{9, 2, 9, 0, 2} {
		require.NoError(t, w.SendFrom(engine.Key{}, from, id, hellos.New(10*int(from)+i, 5)))
	}
	require.NoError(t, w.Send(other, stimuli.Note(bye, 5)))
	assert.Zero(t, set.Len(), "not before the world advances")
	require.NoError(t, w.Advance(0.1))
	assert.Equal(t, []int{92, 90, 24, 21, 3}, heard(set), "newest first")
	assert.Equal(t, bye, otherSet.Flags())
	require.NoError(t, w.Advance(0.1))
	assert.Equal(t, 5, set.Len(), "once")
}

func TestBadMessages(t *testing.T) {
	w := world.New(world.Options{})
	id, set := listening(t, w, 4)
	require.ErrorIs(t, w.Send(id, stimuli.Stimulus{}), stimuli.ErrKind)
	require.ErrorIs(t, w.Send(id, stimuli.Note(hello|bye, 1)), stimuli.ErrKind)
	require.ErrorIs(t, w.Send(id, stimuli.Note(hello, -1)), stimuli.ErrSeconds)
	require.NoError(t, w.Advance(1))
	assert.Zero(t, set.Len())
}

// Messages to nobody, and to full sets, are reported; the frame has begun and the rest has arrived.
func TestUndelivered(t *testing.T) {
	w := world.New(world.Options{})
	id, set := listening(t, w, 4)
	gone, _ := listening(t, w, 4)
	w.Listen(engine.Key{}, gone, nil)
	for i := range 6 {
		require.NoError(t, w.SendFrom(engine.Key{}, 5, id, hellos.New(i, float64(9-i))))
	}
	require.NoError(t, w.SendFrom(engine.Key{}, 7, 1234, stimuli.Note(hello, 1)))
	require.NoError(t, w.SendFrom(engine.Key{}, 6, gone, stimuli.Note(bye, 1)))
	err := w.Advance(0.5)
	require.ErrorIs(t, err, world.ErrUndelivered)
	require.ErrorIs(t, err, stimuli.ErrFull)
	var lost *world.UndeliveredError
	require.ErrorAs(t, err, &lost)
	assert.Equal(t, 2, lost.Count)
	assert.Equal(t, world.AgentID(6), lost.From, "the first in order of delivery")
	assert.Equal(t, gone, lost.To)
	assert.Equal(t, bye, lost.Stimulus.Kind())
	assert.Equal(t, fmt.Sprintf("world: 2 message(s) not delivered, the first of kind 0x2 from agent 6 to agent %d, who is not listening", gone), lost.Error())
	assert.Equal(t, uint64(1), w.Frame())
	assert.Equal(t, []int{3, 2, 1, 0}, heard(set))
	require.NoError(t, w.Advance(0.5), "they are not tried again")
}

// Send may be called from any goroutine; what arrives depends on senders and their own order alone.
func TestSendFromManyGoroutines(t *testing.T) {
	for range 20 {
		w := world.New(world.Options{})
		id, set := listening(t, w, 64)
		var all sync.WaitGroup
		for from := range world.AgentID(8) {
			all.Go(func() {
				for i := range 8 {
					assert.NoError(t, w.SendFrom(engine.Key{}, from, id, hellos.New(int(from)*8+i, 9)))
				}
			})
		}
		all.Wait()
		require.NoError(t, w.Advance(1))
		got := heard(set)
		require.Len(t, got, 64)
		for i, v := range got {
			require.Equal(t, 63-i, v)
		}
	}
}

func TestAdvanceAllocatesNothing(t *testing.T) {
	w := world.New(world.Options{})
	id, set := listening(t, w, 4)
	frame := func() {
		if err := w.SendFrom(engine.Key{}, 2, id, hellos.New(1, 0)); err != nil {
			t.Error(err)
		}
		set.Update(1)
		if err := w.Advance(1); err != nil {
			t.Error(err)
		}
	}
	for range 4 { // the outbox grows to what is needed
		frame()
	}
	assert.Zero(t, testing.AllocsPerRun(100, frame))
}
