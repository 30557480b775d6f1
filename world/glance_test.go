package world_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/world"
)

// A glance agrees with the whole state, has the first agents only, and allocates nothing.
func TestGlanceAtAGate(t *testing.T) {
	w := world.New(world.Options{})
	g := &world.Gate{Name: "DOOR", Max: 11, Cooldown: 3, AgentCooldown: 5}
	require.NoError(t, w.Bind(key, []*world.Gate{g}, nil))
	c, ids := crowdOf(t, w, 3000)
	_ = c
	assert.Equal(t, world.GateGlance{Max: 11}, w.GlanceGate(key, g, 4, ids[0]))
	var inside [world.Glanced]world.AgentID
	for i := range 10 { // over several pages
		id := ids[i*290]
		require.True(t, w.TryGate(key, g, 4, id))
		if i < len(inside) {
			inside[i] = id
		}
	}
	w.ClaimGate(key, g, 4, ids[1])
	w.ClaimGate(key, g, 4, ids[2])
	require.NoError(t, w.Advance(1))
	assert.Equal(t, world.GateGlance{Max: 11, Held: 10, Kept: 1, Holders: inside, Claims: 1}, w.GlanceGate(key, g, 4, ids[0]))
	w.LeaveGate(key, g, 4, ids[0], true)
	require.NoError(t, w.Advance(1))
	see := w.GlanceGate(key, g, 4, ids[0])
	assert.Equal(t, []float64{2, 4}, []float64{see.Left, see.AgentLeft})
	assert.Equal(t, 9, see.Held)
	assert.Zero(t, w.GlanceGate(key, g, 4, ids[1]).AgentLeft)
	assert.Zero(t, testing.AllocsPerRun(100, func() { see = w.GlanceGate(key, g, 4, ids[0]) }))

	assert.Zero(t, w.GlanceGate(key, &world.Gate{}, 4, ids[0]), "not of this world")
	assert.Zero(t, (*world.World)(nil).GlanceGate(key, g, 4, ids[0]))
}

func TestGlanceAtASquad(t *testing.T) {
	w := world.New(world.Options{})
	s := &world.Squad{Name: "TRIO", Agents: 3, Roles: []world.Role{7, 8, 9}}
	require.NoError(t, w.Bind(key, nil, []*world.Squad{s}))
	_, id := crowdOf(t, w, 5)
	assert.Equal(t, world.SquadGlance{Needed: 3}, w.GlanceSquad(key, s, 0, id[0]))
	for _, a := range id[:4] {
		w.Want(key, s, 0, a, true, world.AllRoles)
	}
	assert.Equal(t, world.SquadGlance{Needed: 3, Wanting: 4}, w.GlanceSquad(key, s, 0, id[0]))
	require.NoError(t, w.Advance(1))
	see := w.GlanceSquad(key, s, 0, id[1])
	for _, a := range id[:3] {
		w.JoinSquad(key, see.Instance, a)
	}
	w.AtBarrier(key, see.Instance, id[1], 77)
	w.AtBarrier(key, see.Instance, id[2], 77)
	see = w.GlanceSquad(key, s, 0, id[1])
	assert.Equal(t, world.SquadGlance{Needed: 3, Wanting: 1, Instance: see.Instance, Size: 3, Role: 8, Barrier: 77, Arrived: 2,
		Members: [world.Glanced]world.SquadMember{{Role: 7, Agent: id[0]}, {Role: 8, Agent: id[1]}, {Role: 9, Agent: id[2]}}}, see)
	w.LeaveSquad(key, see.Instance, id[0], false, 0)
	require.NoError(t, w.Advance(1))
	see = w.GlanceSquad(key, s, 0, id[1])
	assert.True(t, see.Dissolved)
	assert.Equal(t, 2, see.Size)
	assert.Equal(t, id[1], see.Members[0].Agent)
	assert.Zero(t, testing.AllocsPerRun(100, func() { see = w.GlanceSquad(key, s, 0, id[1]) }))

	assert.Equal(t, world.SquadGlance{Needed: 3, Wanting: 1}, w.GlanceSquad(key, s, 0, id[0]), "it has left")
	assert.Zero(t, (*world.World)(nil).GlanceSquad(key, s, 0, id[0]))
}
