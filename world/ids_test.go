package world_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/world"
)

// Crowds and singles never get the same ID.
func TestPages(t *testing.T) {
	w := world.New(world.Options{})
	a, b := own(t, w, "A"), own(t, w, "B")
	assert.Equal(t, world.AgentID(1), w.NewAgent())
	assert.Equal(t, world.AgentID(1024), w.Page(key, a), "the next wholly unused page: 0 to 1023 has an ID given out")
	assert.Equal(t, world.AgentID(2048), w.Page(key, b))
	require.NoError(t, w.Join(key, 4000, nil))
	assert.Equal(t, world.AgentID(4096), w.Page(key, a), "3072 to 4095 has an agent")
	for want := world.AgentID(2); want < 1024; want++ {
		require.Equal(t, want, w.NewAgent())
	}
	assert.Equal(t, world.AgentID(3072), w.NewAgent())
	for range 1024 {
		w.NewAgent()
	}
	last := w.NewAgent()
	assert.Equal(t, world.AgentID(5*1024+2), last, "4000 was taken, and 4096 to 5119")
	assert.Equal(t, world.AgentID(6*1024), w.Page(key, a), "what NewAgent has given out may still join")
	require.ErrorIs(t, w.Join(key, 2050, nil), world.ErrAgentUsed, "is for crowds")
	require.NoError(t, w.Join(key, last, nil))
}

func TestOwn(t *testing.T) {
	w := world.New(world.Options{})
	own(t, w, "ANTS")
	err := w.Own(key, &crowd{name: "ANTS"})
	require.ErrorIs(t, err, world.ErrNameTwice)
	require.EqualError(t, err, `world: there is another crowd "ANTS" in this world; give each its own name, or share one`)
	own(t, w, "BEES")
}
