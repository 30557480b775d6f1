package comparison

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/decidertree/decidertree/internal/wire"
	"github.com/decidertree/decidertree/world"
)

// TestGhostsHaveLimits: many agents over many frames are sampled, and those of a frame are limited.
func TestGhostsHaveLimits(t *testing.T) {
	g := New(100, 10_100)
	g.every = 7
	was, is := make([]Position, 2*maxGhosts), make([]Position, 2*maxGhosts)
	for k := range was {
		was[k].Agent, is[k].Agent, is[k].X = world.AgentID(k+1), world.AgentID(k+1), 5
	}
	g.compare(107, was, is[1:])
	all := g.At(113, 900)
	assert.Equal(t, uint64(107), all.Frame)
	assert.Len(t, all.Ghosts, maxGhosts)
	assert.True(t, all.More)
	assert.Equal(t, uint64(900), all.Ghosts[0].Agent)
	assert.Equal(t, wire.Ghost{Agent: 1, In: wire.InOriginal}, all.Ghosts[1])
	assert.Empty(t, g.At(114, 900).Ghosts)
	g.compare(114, nil, is[:1])
	assert.Equal(t, []wire.Ghost{{Agent: 1, In: wire.InFork, X: 5}}, g.At(120, 0).Ghosts)
}
