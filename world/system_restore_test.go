package world_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/internal/engine"
	"github.com/decidertree/decidertree/world"
)

// Requests that have another type in the restoring program are lost, and the Migration lists them.
func TestRequestsOfAnotherType(t *testing.T) {
	s := newStage(t, 2)
	s.frame(0)
	var saved bytes.Buffer
	require.NoError(t, s.world.Snapshot(&saved))
	bytesOf := saved.Bytes()

	same := world.New(world.Options{})
	require.NoError(t, (&paths{Name: "PATHS"}).Open(engine.Key{}, same))
	migration, err := same.Restore(bytes.NewReader(bytesOf))
	require.NoError(t, err)
	assert.Equal(t, "everything was kept", migration.String())

	w := world.New(world.Options{})
	require.NoError(t, (&world.System[[3]uint16, string]{Name: "PATHS"}).Open(engine.Key{}, w))
	migration, err = w.Restore(bytes.NewReader(bytesOf))
	require.NoError(t, err)
	require.Len(t, migration.Lost, 1)
	lost := migration.Lost[0]
	assert.Equal(t, world.LostRequest, lost.Part)
	assert.Equal(t, "PATHS", lost.Name)
	assert.Equal(t, 2, lost.Agents)
	assert.Equal(t, s.memories[0].ID(), lost.Agent)
	assert.Equal(t, `request "PATHS" of its system: requests or results are of another type now; the behavior fails (2 agents, the first 1)`, lost.String())
}
