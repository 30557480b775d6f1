package world_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/stimuli"
	"github.com/decidertree/decidertree/world"
)

// Close closes singles by ID, then crowds in the order in which they were made.
func TestClose(t *testing.T) {
	w := world.New(world.Options{})
	var order []any
	errOther := assert.AnError
	member := func(id world.AgentID, err error) {
		require.NoError(t, w.Join(key, id, &memory{func() error {
			order = append(order, id)
			w.Leave(key, id)
			return err
		}}))
	}
	member(9, nil)
	member(3, errFailed)
	require.NoError(t, w.Join(key, 4, nil)) // nothing to close
	member(5, nil)
	for _, name := range []string{"B", "A"} {
		own(t, w, name).closing = func() error {
			order = append(order, name)
			assert.True(t, w.Closed())
			require.NoError(t, w.Close(), "from inside: it is being closed")
			require.NoError(t, w.Send(3, stimuli.Note(hello, 1)), "a last word that nobody hears")
			require.ErrorIs(t, w.Join(key, 77, nil), world.ErrClosed)
			if name == "A" {
				return errOther
			}
			return nil
		}
	}
	assert.False(t, w.Closed())
	err := w.Close()
	require.ErrorIs(t, err, errFailed)
	require.ErrorIs(t, err, errOther)
	assert.Equal(t, []any{world.AgentID(3), world.AgentID(5), world.AgentID(9), "B", "A"}, order)
	assert.True(t, w.Closed())
	assert.Equal(t, world.Stats{Undelivered: 2}, w.Stats())
	require.NoError(t, w.Close())
	assert.Len(t, order, 5, "once")
}

// A member that the Deactivate of another one has closed is not closed again.
func TestCloseWhileMembersLeave(t *testing.T) {
	w := world.New(world.Options{})
	closed := 0
	require.NoError(t, w.Join(key, 1, &memory{func() error {
		closed++
		w.Leave(key, 1)
		w.Leave(key, 2)
		return nil
	}}))
	require.NoError(t, w.Join(key, 2, &memory{func() error { closed += 10; return nil }}))
	require.NoError(t, w.Close())
	assert.Equal(t, 1, closed)
}

func TestClosedWorld(t *testing.T) {
	w := world.New(world.Options{})
	g, s := bound(t, w, &world.Gate{Name: "SHOOT", Max: 2}), squad(t, w, &world.Squad{Name: "LIFT", Agents: 1})
	_, id := crowdOf(t, w, 2)
	one := singles(t, w, 1)[0]
	w.ClaimGate(key, g, 0, id[0])
	require.True(t, w.TryGate(key, g, 0, one))
	number := joined(t, w, s, id[:1])
	require.NoError(t, w.Close())

	err := w.Advance(1)
	require.ErrorIs(t, err, world.ErrClosed)
	require.EqualError(t, err, "world: it is closed and cannot advance; make a new one")
	assert.InDelta(t, 1.0, w.Time(), 0)
	assert.Equal(t, uint64(1), w.Frame())
	require.ErrorIs(t, w.Send(one, stimuli.Note(hello, 1)), world.ErrClosed)
	require.ErrorIs(t, w.Join(key, 99, nil), world.ErrClosed)
	require.ErrorIs(t, w.Own(key, &crowd{name: "LATE"}), world.ErrClosed)
	require.ErrorIs(t, w.Bind(key, []*world.Gate{g}, nil), world.ErrClosed)
	require.NoError(t, w.Bind(key, nil, nil))

	// Calls on the closed world find nothing and break nothing.
	assert.Empty(t, holders(w, g, 0))
	assert.Empty(t, members(w, number))
	assert.Zero(t, w.GlanceGate(key, g, 0, one))
	assert.Zero(t, w.GlanceSquad(key, s, 0, id[0]))
	assert.False(t, w.TryGate(key, g, 0, one))
	assert.False(t, w.Granted(key, g, 0, id[0]))
	w.ClaimGate(key, g, 0, id[1])
	w.TakeGate(key, g, 0, id[0])
	w.WithdrawGate(key, g, 0, id[0])
	w.LeaveGate(key, g, 0, one, true)
	w.Want(key, s, 0, id[1], true, world.AllRoles)
	w.Unwant(key, s, 0, id[1])
	w.JoinSquad(key, number, id[0])
	w.LeaveSquad(key, number, id[0], false, 0)
	w.AtBarrier(key, number, id[0], 1)
	w.Leave(key, one)
	w.Listen(key, one, nil)
	assert.NotZero(t, w.NewAgent())
}

func TestFromInsideACrowdsTick(t *testing.T) {
	w := world.New(world.Options{})
	own(t, w, "ANTS")
	bees := own(t, w, "BEES")
	bees.ticking = true
	err := w.Close()
	require.ErrorIs(t, err, world.ErrTicking)
	require.EqualError(t, err, `world: cannot close while crowd "BEES" ticks; do it before or after its Tick`)
	assert.False(t, w.Closed())
	err = w.Advance(1)
	require.ErrorIs(t, err, world.ErrTicking)
	assert.Zero(t, w.Frame(), "nothing happened")
	assert.Zero(t, w.Time())
	bees.ticking = false
	require.NoError(t, w.Advance(1))
	require.NoError(t, w.Close())
}
