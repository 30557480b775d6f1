package world_test

import (
	"bytes"
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
	hello stimuli.StimuliFlags = 1 << iota
	bye
)

const hellos = stimuli.Kind[int](hello)

// listening adds an agent with a stimuli set to a world.
func listening(t *testing.T, w *world.World, capacity int) (world.AgentID, *stimuli.Set) {
	t.Helper()
	id, set := w.NewAgent(), stimuli.NewSet(capacity)
	require.NoError(t, w.Join(engine.Key{}, id, nil))
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
	assert.Zero(t, w.DT())
	assert.Zero(t, w.Stats())
	assert.False(t, w.Closed())
	assert.Empty(t, slices.Collect(w.Holders(&world.Gate{}, 0)))
	require.NoError(t, w.Close())
	require.ErrorIs(t, w.Send(1, stimuli.Note(hello, 1)), world.ErrNoWorld)
	require.ErrorIs(t, w.Advance(1), world.ErrNoWorld)
	require.NoError(t, w.Bind(engine.Key{}, nil, nil), "a tree without gates and squads needs no world")
	err := w.Bind(engine.Key{}, []*world.Gate{{Name: "GRENADE"}}, nil)
	require.ErrorIs(t, err, world.ErrNoWorld)
	require.EqualError(t, err, `world: gate "GRENADE" needs a world, and there is none; make one with world.New`)
	err = w.Bind(engine.Key{}, nil, []*world.Squad{{Name: "FLANK"}})
	require.EqualError(t, err, `world: squad "FLANK" needs a world, and there is none; make one with world.New`)
	require.ErrorIs(t, w.Own(engine.Key{}, &crowd{name: "CROWD"}), world.ErrNoWorld)
}

func TestAdvance(t *testing.T) {
	w := world.New(world.Options{})
	require.NoError(t, w.Advance(0.25))
	require.NoError(t, w.Advance(0))
	assert.InDelta(t, 0.25, w.Time(), 0)
	assert.Equal(t, uint64(2), w.Frame())
	assert.Zero(t, w.DT(), "of the last one")
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
	assert.InDelta(t, 1.0, w.DT(), 0)

	late := world.New(world.Options{Time: math.MaxFloat64})
	require.ErrorIs(t, late.Advance(math.MaxFloat64), world.ErrTime, "the clock would overflow")
	assert.InDelta(t, math.MaxFloat64, late.Time(), 0)
}

func TestAgentIDs(t *testing.T) {
	w := world.New(world.Options{})
	first := w.NewAgent()
	assert.NotZero(t, first, "0 is nobody")
	assert.NotEqual(t, first, w.NewAgent())
	require.NoError(t, w.Join(engine.Key{}, 3, nil))
	assert.Equal(t, world.AgentID(4), w.NewAgent(), "3 is taken")
	require.ErrorIs(t, w.Join(engine.Key{}, 3, nil), world.ErrAgentUsed)
	w.Leave(engine.Key{}, 3)
	require.ErrorIs(t, w.Join(engine.Key{}, 3, nil), world.ErrAgentUsed, "also when it is gone")
}

// Messages arrive at the next Advance, ordered by sender, then by the order of sending.
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

// Messages to unknown agents and to full sets are errors; the frame has begun and the other messages have arrived.
func TestUndelivered(t *testing.T) {
	w := world.New(world.Options{})
	id, set := listening(t, w, 4)
	deaf, _ := listening(t, w, 4)
	w.Listen(engine.Key{}, deaf, nil)
	gone, _ := listening(t, w, 4)
	w.Leave(engine.Key{}, gone)
	for i := range 6 {
		require.NoError(t, w.SendFrom(engine.Key{}, 5, id, hellos.New(i, float64(9-i))))
	}
	require.NoError(t, w.SendFrom(engine.Key{}, 7, 1234, stimuli.Note(hello, 1)))
	require.NoError(t, w.SendFrom(engine.Key{}, 6, deaf, stimuli.Note(bye, 1)))
	require.NoError(t, w.SendFrom(engine.Key{}, 6, gone, stimuli.Note(bye, 1)))
	err := w.Advance(0.5)
	require.ErrorIs(t, err, world.ErrUndelivered)
	require.ErrorIs(t, err, stimuli.ErrFull)
	var lost *world.UndeliveredError
	require.ErrorAs(t, err, &lost)
	assert.Equal(t, 2, lost.Count)
	assert.Equal(t, world.AgentID(6), lost.From, "the first in order of delivery")
	assert.Equal(t, deaf, lost.To)
	assert.Equal(t, bye, lost.Stimulus.Kind())
	assert.Equal(t, fmt.Sprintf("world: 2 message(s) not delivered, the first of kind 0x2 from agent 6 to agent %d, which has no stimuli; give it a Set in Input.Stimuli, or its crowd StimuliEach", deaf), lost.Error())
	assert.Equal(t, uint64(1), w.Frame())
	assert.Equal(t, []int{3, 2, 1, 0}, heard(set))
	assert.Equal(t, world.Stats{Undelivered: 3, Overflowed: 2}, w.Stats())
	require.NoError(t, w.Advance(0.5), "they are not tried again")
}

// A message to an agent that is gone is no error: its sender could not have known.
func TestMessagesToTheGone(t *testing.T) {
	w := world.New(world.Options{})
	id, _ := listening(t, w, 4)
	c := own(t, w, "CROWD")
	first := w.Page(engine.Key{}, c)
	c.agents = map[world.AgentID]*stimuli.Set{first: stimuli.NewSet(4)}
	require.NoError(t, w.Send(id, stimuli.Note(hello, 1)))
	require.NoError(t, w.Send(first, stimuli.Note(hello, 1)))
	require.NoError(t, w.Send(first+1, stimuli.Note(hello, 1)))
	w.Leave(engine.Key{}, id)
	require.NoError(t, w.Advance(1))
	assert.Equal(t, hello, c.agents[first].Flags())
	assert.Equal(t, world.Stats{Undelivered: 2}, w.Stats())
	w.Listen(engine.Key{}, id, stimuli.NewSet(4))
	require.NoError(t, w.Send(id, stimuli.Note(hello, 1)))
	require.NoError(t, w.Advance(1))
	assert.Equal(t, world.Stats{Undelivered: 3}, w.Stats(), "the gone do not listen any more")
}

// A message that renews replaces what came before it, also when it was saved on its way.
func TestSendRenew(t *testing.T) {
	w := world.New(world.Options{})
	id, set := listening(t, w, 4)
	c := own(t, w, "CROWD")
	row := w.Page(engine.Key{}, c)
	c.agents = map[world.AgentID]*stimuli.Set{row: stimuli.NewSet(4)}
	for _, to := range []world.AgentID{id, row} {
		require.ErrorIs(t, w.SendRenew(to, stimuli.Note(hello, -1)), stimuli.ErrSeconds)
		require.NoError(t, w.Send(to, stimuli.Note(bye, 5)))
		for i := range 24 {
			require.NoError(t, w.SendRenew(to, hellos.New(i, 5)))
		}
		require.NoError(t, w.Send(to, hellos.New(24, 5)))
	}
	require.NoError(t, w.Advance(1))
	for _, set := range []*stimuli.Set{set, c.agents[row]} {
		assert.Equal(t, []int{24, 23}, heard(set))
		assert.Equal(t, hello|bye, set.Flags())
	}
	assert.ErrorIs(t, (*world.World)(nil).SendRenew(1, stimuli.Note(bye, 1)), world.ErrNoWorld)

	old := world.New(world.Options{})
	first, _ := listening(t, old, 4)
	for i := range 3 {
		require.NoError(t, old.SendRenew(first, hellos.New(i, 5)))
		require.NoError(t, old.SendFrom(engine.Key{}, 9, first, hellos.New(10+i, 5)))
	}
	var saved bytes.Buffer
	require.NoError(t, old.Snapshot(&saved))
	restored := world.New(world.Options{})
	_, err := restored.Restore(&saved)
	require.NoError(t, err)
	set = stimuli.NewSet(4)
	require.NoError(t, restored.Join(engine.Key{}, first, nil))
	restored.Listen(engine.Key{}, first, set)
	require.NoError(t, restored.Advance(1))
	assert.Equal(t, []int{12, 11, 10, 2}, heard(set))
}

// A crowd has many sets that can be full: Advance returns the errors of some.
func TestManyFullSets(t *testing.T) {
	w := world.New(world.Options{})
	id, _ := listening(t, w, 4)
	for i := range 24 {
		require.NoError(t, w.Send(id, hellos.New(i, 1)))
	}
	err := w.Advance(1)
	require.ErrorIs(t, err, stimuli.ErrFull)
	assert.Contains(t, err.Error(), "world: and 12 message(s) more like these")
	for _, all := range err.(interface{ Unwrap() []error }).Unwrap() {
		for _, one := range all.(interface{ Unwrap() []error }).Unwrap() {
			require.ErrorIs(t, one, stimuli.ErrFull)
		}
	}
	assert.Equal(t, world.Stats{Overflowed: 20}, w.Stats())
}

// Send may be called from any goroutine; the deliveries depend only on the senders and the order of each.
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
	for range 4 { // until the outbox has grown
		frame()
	}
	assert.Zero(t, testing.AllocsPerRun(100, frame))
}
