package nest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/decidertree/decidertree/world"
)

func TestEachCreatureHasANameOfItsOwn(t *testing.T) {
	of := map[string]world.AgentID{}
	for id := world.AgentID(1024); id < 200_000; id++ {
		name := NameOf(id)
		if other := of[name]; other != 0 || len(name) > 10 {
			require.Zero(t, other, "%d is %s too", id, name)
			require.LessOrEqual(t, len(name), 10, "%s", name)
		}
		of[name] = id
	}
	assert.Equal(t, []string{"Bab", "Reem", "Babo"}, []string{NameOf(1024), NameOf(1025), NameOf(2048)})
}
